"""The whole red set."""

from typing import Final

from tests.red import (
    screens_desktop,
    screens_languages,
    screens_pages,
    screens_programs,
    screens_second,
)
from tests.red.kit import Red

SCREENS: Final[tuple[Red, ...]] = (
    *screens_languages.SCREENS,
    *screens_pages.SCREENS,
    *screens_programs.SCREENS,
    *screens_desktop.SCREENS,
    *screens_second.SCREENS,
)
