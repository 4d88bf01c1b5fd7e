"""The reference interpreter: slow and plain, it says what each kind of node means."""
