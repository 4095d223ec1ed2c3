"""What is said of a press is what the program took: live, silent and greyed buttons of five toolkits.

Tk, Swing and a browser that is not asked for it show no tree there: pictures alone tell.
"""

import sys
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import APP_S, Rig
from tests.desktop.pressed_forms import NAMES, TITLE
from tests.kit.waiting import wait_for
from tests.kit.web import Site, chromium, one_page
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

FORMS = Path(__file__).with_name("pressed_forms.py")
SWING = Path(__file__).with_name("PressedForm.java")
PAGE = """<!doctype html><title>Pressed form</title>
<style>button {margin: 20px; font-size: 18px; padding: 8px 24px} button:enabled:hover {background: #cde}</style>
<script>
function told(name) {
  const call = new XMLHttpRequest(); call.open('POST', '/told', false); call.send(name);
}
</script>
<button onclick="told('Live'); said.textContent = 'Pressed, and here comes a long line of text, '
  + performance.now()">Live</button>
<button onclick="told('Silent')">Silent</button>
<button disabled onclick="told('Greyed')">Greyed</button>
<p id="said">Nothing yet.</p>"""


def served(log):
    """Serve the page, and write down what it tells."""

    def hear(_, name):
        with log.open("ab") as file:
            file.write(name + b"\n")

    return Site(one_page(PAGE), hear)


@contextmanager
def program(kind, rig, folder):
    """Show the form of a toolkit; yield what it tells that it took."""
    log = folder / "took.txt"
    log.write_text("")
    with served(log) as address:
        argv = {
            "qt": [sys.executable, str(FORMS), "qt", str(log)],
            "tk": ["/usr/bin/python3", str(FORMS), "tk", str(log)],
            "gtk": ["/usr/bin/python3", str(FORMS), "gtk", str(log)],
            "swing": ["java", str(SWING), str(log)],
            "chromium": chromium(folder, f"--app={address}", placed=False),
            "lazy chromium": chromium(folder, f"--app={address}", placed=False, tells=False),
        }[kind]  # fmt: skip
        with rig.running(argv, TITLE):
            rig.raise_window(TITLE)
            with closing(DesktopReader(ocr=Ocr())) as reader:
                wait_for(lambda: set(NAMES) <= names_on(reader, rig.look()), APP_S)
            yield lambda: log.read_text().split()


def names_on(reader, look):
    return {e.name for e in (*reader.tree(look), *reader.text(look))}


def pressed(names, desktop, rig, kind, folder, monkeypatch):
    """Have these pressed; return status, what was told of each, and what the program took."""
    monkeypatch.setenv("DESKHAND_HOME", str(folder / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    with program(kind, rig, folder) as took:
        task = ", ".join(f'click "{name}"' for name in names)
        status, lines, err = command("do", task, "--approve", "auto", "--json")
        steps = [line for line in lines if line["event"] == "step"]
        told = [(line["receipt"]["kind"], line["receipt"]["detail"]) for line in steps]
        return status, told, took(), (lines[-1], err)


@pytest.mark.parametrize("kind", ["qt", *slow("gtk", "chromium")])
def test_a_run_whose_presses_landed_is_done(desktop, tmp_path, monkeypatch, kind):
    names = ["Live", "Silent", "Live", "Silent"]
    status, told, took, more = pressed(names, desktop, Rig(desktop), kind, tmp_path, monkeypatch)
    assert took == names, (told, more)
    assert [kind for kind, _ in told] == ["effect_seen", "landed"] * 2, (told, more)
    assert (status, more[0]["unseen"]) == (0, 2), more


@pytest.mark.parametrize("kind", ["qt", "tk", *slow("gtk", "chromium", "lazy chromium", "swing")])
def test_a_silent_button_takes_each_press_and_a_greyed_one_none(
    desktop, tmp_path, monkeypatch, kind
):
    names = ["Silent", "Silent", "Silent", "Greyed", "Greyed"]
    status, told, took, more = pressed(names, desktop, Rig(desktop), kind, tmp_path, monkeypatch)
    assert took == names[:3], (told, more)
    kinds = [kind for kind, _ in told]
    assert kinds[:3] == ["landed"] * 3, (told, more)
    assert set(kinds[3:]) <= {"not_seen", "denied"}, (told, more)
    assert status != 0, more


@pytest.mark.parametrize("kind", ["tk", *slow("lazy chromium", "swing")])
def test_where_no_tree_tells_a_greyed_button_took_nothing(desktop, tmp_path, monkeypatch, kind):
    names = ["Live", "Silent", "Live", "Greyed"]
    status, told, took, more = pressed(names, desktop, Rig(desktop), kind, tmp_path, monkeypatch)
    assert took == names[:3], (told, more)
    kinds = [kind for kind, _ in told]
    assert kinds == ["effect_seen", "landed", "effect_seen", "not_seen"], (told, more)
    assert status == 10, more


@pytest.mark.parametrize("kind", ["qt", "tk", *slow("gtk", "swing")])
def test_a_greyed_entry_of_a_menu_did_nothing(desktop, tmp_path, monkeypatch, kind):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    with program(kind, Rig(desktop), tmp_path) as took:
        status, lines, err = command("do", "click File > Export", "--approve", "auto", "--json")
        steps = [line for line in lines if line["event"] == "step"]
        told = [step["receipt"]["kind"] for step in steps]
        assert told == ["effect_seen"] or told[1:] in (["denied"], ["not_seen"]), (lines, err)
        assert status != 0, (lines[-1], err)
        assert took() == []


@pytest.mark.parametrize("kind", ["qt", *slow("gtk", "tk", "swing")])
def test_an_entry_of_a_menu_that_did_something_is_seen(desktop, tmp_path, monkeypatch, kind):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    with program(kind, Rig(desktop), tmp_path) as took:
        status, lines, err = command("do", "click File > Import", "--approve", "auto", "--json")
        assert status == 0, (lines, err)
        assert took() == ["Import"]


@pytest.mark.parametrize("kind", ["swing"])
def test_a_menu_that_is_no_window_is_closed_by_the_next_run(desktop, tmp_path, monkeypatch, kind):
    names = ["File", "Nonsense"]
    rig = Rig(desktop)
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    with program(kind, rig, tmp_path) as took:
        opening = ", ".join(f'click "{name}"' for name in names)
        assert command("do", opening, "--approve", "auto", "--json")[0] == 5
        status, lines, err = command("do", "press Escape", "--approve", "auto", "--json")
        assert status == 0, (lines[-1], err)
        status, lines, err = command("do", 'click "Silent"', "--approve", "auto", "--json")
        assert status == 0, (lines[-1], err)
        assert took() == ["Silent"]


GROWING_QT = """
import sys
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
application, window = QApplication(sys.argv), QWidget()
window.setWindowTitle("Growing form")
column, button = QVBoxLayout(window), QPushButton("Append")
button.clicked.connect(lambda: column.insertWidget(0, QLabel(f"Row {column.count()} of a list")))
column.addWidget(button)
column.addStretch()
window.setGeometry(100, 100, 360, 420)
window.show()
application.exec()
"""
GROWING_PAGE = """<!doctype html><title>Growing form</title><div id=rows></div>
<button onclick="rows.insertAdjacentHTML('beforeend', '<p>Row ' + rows.children.length + ' of a list')">Append
</button>"""


@pytest.mark.parametrize("kind", ["qt", *slow("chromium")])
def test_a_button_that_moves_by_what_it_did_is_seen(desktop, tmp_path, monkeypatch, kind):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    page = tmp_path / "growing.html"
    page.write_text(GROWING_PAGE)
    argv = {
        "qt": [sys.executable, "-c", GROWING_QT],
        "chromium": chromium(tmp_path, f"--app={page.as_uri()}", placed=False),
    }[kind]  # fmt: skip
    rig = Rig(desktop)
    with rig.running(argv, "Growing form"):
        rig.raise_window("Growing form")
        with closing(DesktopReader(ocr=Ocr())) as reader:
            wait_for(lambda: "Append" in names_on(reader, rig.look()), APP_S)
        task = "click Append, click Append, click Append"
        status, lines, err = command("do", task, "--approve", "auto", "--json")
    told = [line["receipt"]["kind"] for line in lines if line["event"] == "step"]
    # A row that a busy machine draws after the look is not told as seen; no press is told as missed.
    assert (status, len(told), set(told) <= {"effect_seen", "landed"}) == (0, 3, True), (lines, err)
    assert "effect_seen" in told, lines


SHIFTING_PAGE = """<!doctype html><title>Shifting form</title><div id=above></div>
<button>First</button> <button>Second</button> <p id=said>Nothing yet.</p>
<script>
addEventListener('mousedown', () => setTimeout(() => {
  above.insertAdjacentHTML('beforeend', '<p>A notice that comes at the press');
}, 4));
for (const one of document.querySelectorAll('button'))
  one.onclick = () => document.title += ' ' + one.textContent;
</script>"""


@pytest.mark.parametrize("kind", slow("chromium"))
def test_a_page_that_moves_right_after_the_button_went_down_loses_no_press(
    desktop, tmp_path, monkeypatch, kind
):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    for name, value in desktop.env.items():
        monkeypatch.setenv(name, value)
    page = tmp_path / "shifting.html"
    page.write_text(SHIFTING_PAGE)
    argv = chromium(tmp_path, f"--app={page.as_uri()}", placed=False)
    rig = Rig(desktop)
    with rig.running(argv, "Shifting form"):
        rig.raise_window("Shifting form")
        with closing(DesktopReader(ocr=Ocr())) as reader:
            wait_for(lambda: "Second" in names_on(reader, rig.look()), APP_S)
        status, lines, err = command(
            "do", "click First, click Second", "--approve", "auto", "--json"
        )
        took = rig.window("Shifting form").title
    told = [line["receipt"]["kind"] for line in lines if line["event"] == "step"]
    assert took.startswith("Shifting form First Second"), (took, lines, err)
    assert (status, set(told) <= {"effect_seen", "landed"}) == (0, True), (lines, err)
