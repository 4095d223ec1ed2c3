"""The whole red set."""

from typing import Final

from tests.red import (
    screens_accounts,
    screens_desktop,
    screens_devices,
    screens_held_out,
    screens_languages,
    screens_pages,
    screens_programs,
    screens_questions,
    screens_second,
    screens_services,
    screens_tricks,
    screens_work,
)
from tests.red.kit import Red

SCREENS: Final[tuple[Red, ...]] = (
    *screens_languages.SCREENS,
    *screens_pages.SCREENS,
    *screens_programs.SCREENS,
    *screens_desktop.SCREENS,
    *screens_second.SCREENS,
    *screens_accounts.SCREENS,
    *screens_services.SCREENS,
    *screens_devices.SCREENS,
    *screens_work.SCREENS,
    *screens_tricks.SCREENS,
    *screens_questions.SCREENS,
    *screens_held_out.SCREENS,
)
