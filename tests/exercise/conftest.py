"""What the tests of exercises share: the program run as a user does, and a browser."""

from tests.browser.conftest import browser
from tests.cli.conftest import run

__all__ = ["browser", "run"]
