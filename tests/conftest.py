"""Settings of Hypothesis: a shared machine may be slow at any moment. And the language: English."""

import os

from hypothesis import settings

settings.register_profile("zermelo", deadline=None)
settings.load_profile("zermelo")

for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(variable, None)
