"""The joint distribution of what is asked of one roll of many dice."""
