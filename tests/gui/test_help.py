"""Help in the window: F1 shows the guide, its links lead on, Esc leads back to where one was."""

from importlib.resources import files

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextCursor
from PySide6.QtTest import QTest

from app.gui.macros.editor.window import EditorWindow
from app.gui.preferences.window import PreferencesWindow
from app.gui.widgets.buttons import Button
from app.gui.window.help import FIRST_PAGE, HelpPage, guide_text
from app.gui.window.key_map import KeyMapPage
from app.settings import Settings
from automation.macros.edit.session import EditSession
from automation.macros.library import Library
from automation.macros.macro import Macro, Wait

BOTH = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)
PAGES = sorted(p.name for p in (files("resources") / "guide").iterdir() if p.name.endswith(".md"))


@pytest.fixture
def window(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


@pytest.fixture
def browser(window, qtbot):
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert isinstance(window.page, HelpPage)
    return window.page.browser


def place_of(browser, words):
    """Return where words of the page that shows lie, in the browser's viewport."""
    found = browser.document().find(words)
    assert not found.isNull(), f"the page {browser.page} does not say {words!r}"
    found.setPosition(found.selectionStart())
    found.movePosition(QTextCursor.MoveOperation.Right)
    return browser.cursorRect(found).center()


def press(browser, words):
    QTest.mouseClick(
        browser.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place_of(browser, words))
    )


def top_words(browser):
    """Return the paragraph at the upper edge of what shows."""
    return browser.cursorForPosition(QPoint(browser.viewport().width() // 2, 12)).block().text()


def test_f1_shows_the_guide_with_the_keyboard_in_it(window, browser):
    assert browser.page == FIRST_PAGE
    assert window.focusWidget() is browser


def test_a_press_on_a_link_shows_its_page_and_back_leads_to_the_one_before(window, browser):
    press(browser, "Macros")
    assert browser.page == "macros.md"
    assert "A macro repeats what was done once" in browser.toPlainText()
    QTest.keyClick(browser, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert browser.page == FIRST_PAGE
    assert not window.page.back.isEnabled()


def test_a_link_to_a_heading_shows_it_at_the_top(browser):
    browser.follow(QUrl("safety.md#passwords"))
    assert browser.page == "safety.md"
    assert top_words(browser) == "Passwords"
    browser.follow(QUrl("#how-to-stop-it"))
    assert browser.page == "safety.md"
    assert top_words(browser) == "How to stop it"


def test_the_contents_are_one_press_away(window, browser, qtbot):
    browser.follow(QUrl("model.md"))
    qtbot.mouseClick(window.page.contents, Qt.MouseButton.LeftButton)
    assert browser.page == FIRST_PAGE


def test_a_link_to_the_web_opens_the_browser_and_leaves_the_page(browser, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    browser.follow(QUrl("model.md"))
    browser.follow(QUrl("https://huggingface.co/Hcompany/Holotron-12B"))
    assert opened == [QUrl("https://huggingface.co/Hcompany/Holotron-12B")]
    assert browser.page == "model.md"


@pytest.mark.parametrize("link", ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x"])
def test_no_other_link_is_followed(browser, monkeypatch, link):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    browser.follow(QUrl(link))
    assert opened == []
    assert browser.page == FIRST_PAGE


@pytest.mark.parametrize("name", ["../schema/lines.schema.json", "/etc/passwd", "nowhere.md", ""])
def test_only_pages_of_the_guide_are_read(name):
    with pytest.raises(FileNotFoundError):
        guide_text(name)


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_F1])
def test_esc_and_f1_lead_back_to_the_page_that_one_was_on(window, browser, key):
    browser.follow(QUrl("model.md"))
    QTest.keyClick(window.page.browser, key)
    assert window.page is window.idle
    assert (
        window.focusWidget() is window.idle.composer.field
        if hasattr(window.idle.composer, "field")
        else True
    )


def test_the_key_map_over_help_leads_back_to_the_page_below_both(window, browser):
    QTest.keyClick(window, Qt.Key.Key_Slash, Qt.KeyboardModifier.ControlModifier)
    assert isinstance(window.page, KeyMapPage)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.page is window.idle


def test_help_stands_in_the_sidebar_and_in_the_menu(window, qtbot):
    (button,) = [b for b in window.sidebar.findChildren(Button) if b.accessibleName() == "Help"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert isinstance(window.page, HelpPage)
    qtbot.mouseClick(window.page.close_button, Qt.MouseButton.LeftButton)
    assert window.page is window.idle
    (entry,) = [a for a in window.head._more_menu.actions() if a.text().startswith("Help")]
    entry.trigger()
    assert isinstance(window.page, HelpPage)


@BOTH
@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_shown_and_fits_the_smallest_window(window, browser, page):
    window.resize(window.minimumSize())
    browser.show_page(page)
    title = guide_text(page).splitlines()[0].removeprefix("# ")
    assert browser.toPlainText().startswith(title)
    assert browser.document().idealWidth() <= browser.viewport().width()


def test_another_theme_keeps_the_page_and_dresses_it_anew(window, browser, theme):
    browser.follow(QUrl("scripting.md"))
    before = browser.document().toHtml()
    theme.set_choice("dark")
    assert browser.page == "scripting.md"
    assert browser.document().toHtml() != before


def test_the_ground_of_a_line_of_code_is_its_block_s(browser):
    """That of letters was painted over the underscores of the line above."""
    browser.show_page("scripting.md")
    line = browser.document().find("__file__")
    assert line.blockFormat().background().style() == Qt.BrushStyle.SolidPattern
    assert line.charFormat().background().style() == Qt.BrushStyle.NoBrush
    assert line.charFormat().font().pixelSize() == browser._theme.font("mono").pixelSize()


@pytest.mark.parametrize(
    ("opened", "words"), [("editor", "Edit"), ("settings", "Settings")], ids=["editor", "settings"]
)
def test_f1_shows_the_fitting_page_beside_other_windows_and_again_takes_it_away(
    qtbot, theme, tmp_path, opened, words
):
    if opened == "settings":
        window = PreferencesWindow(theme, Settings(), lambda _chord: "")
    else:
        library = Library(tmp_path)
        library.save(Macro(deskhand=1, name="One", steps=(Wait(id="a"),)))
        window = EditorWindow(theme, EditSession(library, "One"))
    qtbot.addWidget(window)
    window.show()
    for _ in range(2):
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        QTest.keyClick(window, Qt.Key.Key_F1)
        (shown,) = window.findChildren(HelpPage)
        qtbot.waitUntil(shown.isActiveWindow)
        assert shown.isWindow()
        assert shown.browser.page == ("macros.md" if opened == "editor" else "settings.md")
        assert words in shown.browser.toPlainText()
        if opened == "editor":
            qtbot.waitUntil(lambda shown=shown: top_words(shown.browser) == "Edit")
        QTest.keyClick(shown, Qt.Key.Key_F1)
        qtbot.waitUntil(lambda: not window.findChildren(HelpPage))
    if opened == "editor":
        window.discard_and_close()
