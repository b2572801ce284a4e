"""Settings of Hypothesis: a shared machine may be slow at any moment."""

from hypothesis import settings

settings.register_profile("zermelo", deadline=None)
settings.load_profile("zermelo")
