"""The algorithms of the lectures, one file each, as a course writes them."""
