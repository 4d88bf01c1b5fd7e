"""A plan as generated functions over states and their weights."""
