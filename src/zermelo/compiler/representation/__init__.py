"""How states are represented: what random games show of them, and how they lie in words."""
