"""What the tests of students' programs share: the program run as a user does."""

from tests.cli.conftest import run

__all__ = ["run"]
