"""`python -m zermelo`."""

import sys

from zermelo.cli import main

sys.exit(main())
