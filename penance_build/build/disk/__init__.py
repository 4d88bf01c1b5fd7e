"""What a build does to the disk: where it may go, its manifest, and writing it in one step."""
