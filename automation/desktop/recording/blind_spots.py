"""Tells the user, once for each program, where nothing would be known of a password."""

from collections.abc import Callable

from automation.core.observation import WindowInfo
from automation.desktop.recording.heard import Look

IsTerminal = Callable[[WindowInfo], bool]


class BlindSpots:
    """Serves one recording; owned by one thread."""

    def __init__(
        self,
        is_terminal: IsTerminal,
        pause_chord: str,
        is_browser: IsTerminal = lambda window: False,
        *,
        text_everywhere: bool,
        how_to_allow: str,
    ) -> None:
        """Remember what the sentences are made of.

        Args:
            is_terminal: tells windows in which anything may ask for a password at any time.
            pause_chord: pauses the recording; empty for none.
            is_browser: tells windows of which no picture is kept before they have told of a page.
            text_everywhere: text is recorded there too.
            how_to_allow: what the user has to do for that, as a sentence; may be empty.
        """
        self._is_terminal = is_terminal
        self._pause_chord = pause_chord
        self._is_browser = is_browser
        self._is_text_wanted = text_everywhere
        self._how_to_allow = how_to_allow
        self._told: set[str] = set()

    def record_text(self, *, is_wanted: bool) -> None:
        """Learn whether text is recorded there from here on; each program is told of anew."""
        self._is_text_wanted = is_wanted
        self._told.clear()

    def said(self, look: Look) -> str:
        """Return what the user should know of the program that has the keys; mostly empty."""
        active = next((w for w in look.windows if w.is_active), None)
        if active is None or active.is_own or look.is_told or active.app in self._told:
            return ""
        is_terminal = self._is_terminal(active) or (
            look.focused is not None and look.focused.role == "terminal"
        )
        if look.has_tree and not is_terminal:
            return ""  # it tells of its fields, and none of them has the keys
        self._told.add(active.app)
        name = f"“{active.app or active.title}”"
        why = (
            f"In {name} a password may be asked for at any time"
            if is_terminal
            else f"{name} does not tell where a password is typed"
        )
        if not is_terminal and self._is_browser(active):
            why += ", nor where one is shown, so that no picture of it is kept"
        if self._is_text_wanted:
            chord = self._pause_chord
            how = f"pause with {chord}" if chord else "stop"
            return f"{why}: {how} before you type one there."
        said = f"{why}: what you type there is not recorded, the macro will ask for it."
        return f"{said} {self._how_to_allow}".strip()
