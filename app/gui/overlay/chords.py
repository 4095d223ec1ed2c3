"""The global chords that work while a card is up, as the overlay needs them."""

from dataclasses import replace
from typing import Final

from app.gui.overlay.card import CardKeys
from app.settings import Keys
from automation.core.observation import Observation, open_menus

PREFIX: Final = "card."
"""Names of the card's chords begin with it, so that they differ from other global shortcuts."""


class NoChords:
    """Where no global keys can be had: the card works by mouse."""

    def grab_chords(self, chords: dict[str, str]) -> str:
        """Have none."""
        del chords
        return ""

    def ungrab_chords(self, *names: str) -> None:
        """Do nothing."""


def card_keys(keys: Keys) -> CardKeys:
    """Return the chords that a card shows on its footer."""
    return CardKeys(keys.accept, keys.change, keys.reject, keys.hold, keys.show)


MENU_ACCEPT: Final = "Ctrl+Shift+F9"
MENU_HOLD: Final = "Ctrl+Shift+F9"
MENU_REJECT: Final = "Ctrl+Shift+F8"
"""While a menu is open it gets every key first: Return would choose in it, letters would search in
it. Qt's, GTK's and Chromium's menus pass function keys over."""
MENU_NOTE: Final = "A menu is open: use the keys below, a click would close it."


def keys_now(keys: CardKeys, observation: Observation) -> CardKeys:
    """Return the chords that can be pressed on this screen."""
    if not open_menus(observation.windows):
        return keys
    by_menu = {"accept": MENU_ACCEPT, "hold": MENU_HOLD, "reject": MENU_REJECT}
    return replace(keys, **by_menu, change="", show="", only_keys=True)


def approval_chords(keys: CardKeys, *, is_danger: bool) -> dict[str, str]:
    """Return the chords of an approval card; the plain accept chord never accepts danger."""
    chords = {"change": keys.change, "reject": keys.reject, "show": keys.show}
    chords |= {"hold": keys.hold} if is_danger else {"accept": keys.accept}
    return {PREFIX + name: chord for name, chord in chords.items() if chord}


def choice_chords(keys: CardKeys, numbers: range) -> dict[str, str]:
    """Return the chords of a question: one per number, and the reject chord for none of them."""
    chords = {f"{PREFIX}pick.{n}": f"Ctrl+Shift+{n}" for n in numbers}
    more = {PREFIX + "reject": keys.reject, PREFIX + "show": keys.show}
    return chords | {name: chord for name, chord in more.items() if chord}
