"""Projects for a class, and the marks for them."""
