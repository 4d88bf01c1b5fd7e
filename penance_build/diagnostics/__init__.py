"""Problems: what they are, how they are printed, what each code means."""
