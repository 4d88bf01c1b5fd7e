"""What stands on a sheet of cards beside the cards."""
