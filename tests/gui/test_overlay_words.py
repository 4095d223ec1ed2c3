"""What a card says while its action is changed: what would be done now."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.gui.overlay.card_state import Engagement
from tests.fakes import overlay_scenes as scenes
from tests.gui.overlay_rig import QUICK, FakeChords, Rig


@pytest.fixture
def rig(qtbot):
    made = Rig(qtbot, QUICK, FakeChords())
    yield made
    made.stop.stop()
    made.director.take_away()


def said(card):
    labels = card.body.findChildren(QLabel)
    return " ".join(label.text() for label in labels if not label.isHidden())


@pytest.mark.parametrize("level", [1, 3])
def test_the_card_says_what_would_be_typed_now(rig, level):
    asked = rig.ask(scenes.write("old"), level=level)
    assert "3 characters" in said(rig.card)
    rig.press(rig.card.change_button)
    editor = rig.card.change_panel.editor
    QTest.keyClicks(editor, "a longer text")
    assert "13 characters" in said(rig.card)
    assert "3 characters" not in said(rig.card).replace("13 characters", "")
    assert "a longer text" in rig.card.content.spoken
    rig.key(editor, Qt.Key.Key_Escape)
    assert "3 characters" in said(rig.card)
    assert "13 characters" not in said(rig.card)
    rig.qtbot.waitUntil(lambda: rig.session.machine.engagement is Engagement.READING)
    rig.press(rig.card.change_button)
    rig.card.change_panel.editor.setPlainText("\n".join("twenty lines of text"))
    rig.passed_s += 1.0
    rig.session._use()
    if level == 3:
        assert not rig.card.body._text.isHidden()
        assert len(rig.card.body._text.toPlainText()) > 39
        assert "39 characters" in said(rig.card)
        rig.arm()
        QTest.mousePress(rig.card.accept_button, Qt.MouseButton.LeftButton)
        rig.passed_s += 1.0
    assert rig.answer(asked).verdict == "edited"
