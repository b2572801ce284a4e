"""A student's own program: run in its own process, compared with ours, its mistake named."""
