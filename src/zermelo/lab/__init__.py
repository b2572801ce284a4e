"""Experiments: what searches cost, and how good evaluations are, as tables and charts."""
