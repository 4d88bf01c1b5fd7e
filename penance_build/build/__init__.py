"""From a game's folder to files on the disk: which products there are, the manifest, the cache, the atomic swap."""
