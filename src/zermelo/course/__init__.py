"""A week-long project for a class: what students are given, and the marks for what they hand in."""
