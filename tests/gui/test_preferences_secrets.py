"""The page of secrets where no keyring runs: one sentence, and nothing is kept in the window."""

import pytest
from PySide6.QtWidgets import QLineEdit

from app.gui.preferences.pages import SecretList
from app.gui.widgets.theme import Theme


@pytest.fixture
def page(qtbot, monkeypatch):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
    widget = SecretList(Theme())
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitUntil(lambda: "session bus" in widget.problem.text())
    return widget


def test_without_a_keyring_the_page_says_why(page):
    assert page.problem.text().startswith("There is no session bus")
    assert page.button.isEnabled()


def test_what_cannot_be_kept_is_told_before_the_keyring_is_asked(page, qtbot):
    for name, value, program, words in (
        ("not a name", "x", "", "The name takes letters"),
        ("mail", "", "", "The secret is empty"),
        ("mail", "x", "no-such-program", "There is no program"),
        ("mail", "x", "python3", "runs whatever program"),
    ):
        page.name.setText(name)
        page.value.setText(value)
        page.program.setText(program)
        page.button.click()
        assert words in page.problem.text()


def test_the_value_is_masked_and_leaves_the_field_when_it_is_kept(page, qtbot):
    assert page.value.echoMode() is QLineEdit.EchoMode.Password
    page.name.setText("mail")
    page.value.setText("hunter2")
    page.program.setText("")
    page.button.click()
    assert page.value.text() == ""
    qtbot.waitUntil(page.button.isEnabled)
    assert "hunter2" not in page.problem.text()
