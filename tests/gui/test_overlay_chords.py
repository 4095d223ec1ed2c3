"""Which chords a card grabs."""

from app.gui.overlay.approval import approval_chords, card_keys, choice_chords
from app.settings import Settings


def test_the_accept_chord_is_never_grabbed_for_what_is_hard_to_undo():
    keys = card_keys(Settings().keys)
    assert "card.accept" not in approval_chords(keys, is_danger=True)
    assert approval_chords(keys, is_danger=True)["card.hold"] == "Ctrl+Shift+Y"
    assert choice_chords(keys, range(1, 3))["card.pick.2"] == "Ctrl+Shift+2"
