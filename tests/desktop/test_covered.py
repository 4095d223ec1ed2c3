"""A press that something else in the same window would get is not sent, and what lies there is told."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import command
from tests.desktop.covered_programs import PAGE
from tests.desktop.elements_rig import Rig, be_patient
from tests.kit.waiting import wait_for
from tests.kit.web import chromium

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

PROGRAM = str(Path(__file__).with_name("covered_programs.py"))
SWING = Path(__file__).with_name("CoveredForm.java")
TELLING = (
    "-Xbootclasspath/a:/usr/share/java/java-atk-wrapper.jar",
    "-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper",
)
"""With these Swing tells its tree."""
CONTROLS = ("button", "checkbox", "toggle", "field", "link")


@pytest.fixture(scope="module")
def rig(desktop):
    with closing(Rig(desktop)) as rig:
        yield rig


@pytest.fixture
def reader(monkeypatch):
    be_patient(monkeypatch)
    with closing(DesktopReader(ocr=Ocr())) as reader:
        reader.warm_up()
        yield reader


def covered_page(tmp_path):
    page = tmp_path / "covered.html"
    page.write_text(PAGE, encoding="utf-8")
    return chromium(tmp_path, f"--app={page.as_uri()}")


def covered(rig, reader, title, last):
    """Return what lies over each control of a window that has something over it."""
    rig.raise_window(title)
    rig.find(reader, last, "button")
    seen = rig.look()
    own = [e for e in reader.tree(seen) if e.role in CONTROLS and title in e.window_title]
    assert len(own) >= 6
    told = {e.name: reader.covering(seen, e, e.box.center) for e in own}
    return {name: found.name or found.role for name, found in told.items() if found is not None}


def test_a_page_tells_what_takes_a_press_and_what_lets_it_through(rig, reader, tmp_path):
    with rig.running(covered_page(tmp_path), "covered-page"):
        assert covered(rig, reader, "covered-page", "Behind bar") == {
            "Under veil": "group",
            "Under words": "group",
            "Behind bar": "Cookie notice",
            "What is this? Explained box": "What is this?",
        }


def test_qt_tells_its_children_by_their_order(rig, reader, tmp_path):
    argv = [sys.executable, PROGRAM, "qt", str(tmp_path / "log")]
    with rig.running(argv, "covered-qt"):
        assert covered(rig, reader, "covered-qt", "In page") == {
            "Under frame": "Veil",
            "Under words": "Loading, please wait",
            "Under plate": "group",
        }


def test_gtk_tells_its_children_by_their_order(rig, reader, tmp_path):
    argv = ["/usr/bin/python3", PROGRAM, "gtk", str(tmp_path / "log")]
    with rig.running(argv, "covered-gtk"):
        assert covered(rig, reader, "covered-gtk", "In page") == {
            "Under veil": "Veil",
            "Under words": "Loading, please wait",
        }


def test_swing_tells_its_children_by_their_order_and_nothing_is_pressed_through(
    rig, reader, tmp_path, fresh_home
):
    log = tmp_path / "log"
    with rig.running(["java", *TELLING, str(SWING), str(log)], "covered-swing"):
        assert covered(rig, reader, "covered-swing", "In page") == {
            "Under veil": "Veil",
            "Under words": "Loading, please wait",
        }
        status, lines, _ = command("do", "click Under veil", "--json", "--approve", "auto")
        assert (status, lines[-1]["outcome"]) == (7, "blocked")
        assert "“Veil” lies over “Under veil”" in lines[-1]["message"]
        command("do", "click Free", "--json", "--approve", "auto")
        wait_for(lambda: log.read_text() == "Free\n")


def test_a_run_presses_nothing_through_a_veil(rig, reader, tmp_path, fresh_home):
    log = tmp_path / "log"
    with rig.running([sys.executable, PROGRAM, "qt", str(log)], "covered-qt"):
        rig.raise_window("covered-qt")
        rig.find(reader, "In page", "button")
        status, lines, _ = command("do", "click Under frame", "--json", "--approve", "auto")
        assert (status, lines[-1]["outcome"]) == (7, "blocked")
        assert "“Veil” lies over “Under frame”" in lines[-1]["message"]
        command("do", "click Free", "--json", "--approve", "auto")
        wait_for(lambda: log.exists() and log.read_text() == "Free\n")


def test_an_open_list_is_not_covered_by_what_lies_below_it(rig, reader, tmp_path, fresh_home):
    log = tmp_path / "log"
    with rig.running(["/usr/bin/python3", PROGRAM, "gtk", str(log)], "covered-gtk"):
        rig.raise_window("covered-gtk")
        rig.find(reader, "Below", "button")
        status, lines, _ = command(
            "do", "choose Norway from Country", "--json", "--approve", "auto"
        )
        assert status == 0, lines[-1]["message"]
        wait_for(lambda: log.exists() and log.read_text() == "Norway\n")


def test_a_run_presses_nothing_through_a_cookie_bar(rig, reader, tmp_path, fresh_home):
    with rig.running(covered_page(tmp_path), "covered-page"):
        rig.raise_window("covered-page")
        rig.find(reader, "Behind bar", "button")
        status, lines, _ = command("do", "click Behind bar", "--json", "--approve", "auto")
        assert (status, lines[-1]["outcome"]) == (7, "blocked")
        assert "“Cookie notice” lies over “Behind bar”" in lines[-1]["message"]
        status, lines, _ = command("do", "click Free", "--json", "--approve", "auto")
        wait_for(lambda: rig.window("covered-page free") is not None)
