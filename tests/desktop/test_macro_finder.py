"""Finding recorded targets again in real programs: GTK 3, Qt and Chromium."""

import sys
from pathlib import Path

import numpy as np
import pytest
import xcffib.xproto

from automation.core.geometry import Rect
from automation.core.timing import StopToken
from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from automation.macros.find.finder import LadderFinder
from automation.macros.found import Found, Missed
from automation.macros.macro import Target
from tests.desktop.elements_rig import ESCAPE
from tests.fakes.macro_targets import FakeImages, cut, place
from tests.kit.waiting import wait_for
from tests.kit.web import chromium

pytestmark = pytest.mark.desktop

FORM = "deskhand-qt-form"
FORM_SCRIPT = str(Path(__file__).with_name("qt_form.py"))
GUESTS = ("Alice", "Bob", "Bobby")


def page_of(guests, style=""):
    rows = "".join(f"<tr><td>{g}<td><button>Remove</button>" for g in guests)
    return (
        f'<!doctype html><meta charset="utf-8"><title>guest-list</title><style>{style}</style>'
        f"<p>Guests<table><tr><th>Guest<th>Action{rows}</table>"
    )


@pytest.fixture(scope="module")
def reader():
    reader = DesktopReader(ocr=Ocr())
    yield reader
    reader.close()


@pytest.fixture
def find(rig, reader):
    def find(target, seen=None, images=None, **options):
        finder = LadderFinder(reader)
        shown = seen or rig.look()
        return finder.find(target, shown, images or FakeImages(), StopToken(), **options)

    return find


@pytest.fixture
def form(rig):
    argv = [sys.executable, FORM_SCRIPT, "canary"]
    with rig.running(argv, FORM, QT_QPA_PLATFORM="xcb") as process:
        rig.raise_window(FORM)
        yield process


@pytest.fixture
def editor(rig):
    with rig.running(["mousepad", "--disable-server"], "Mousepad") as process:
        rig.raise_window("Mousepad")
        yield process


@pytest.fixture
def guests(rig, reader, tmp_path):
    """Show a list of guests, and yield a function that shows others."""
    file = tmp_path / "page.html"
    file.write_text(page_of(GUESTS))
    argv = chromium(tmp_path, f"--app={file.as_uri()}")
    with rig.running(argv, "guest-list"):
        rig.find(reader, "Bobby")
        wait_for(lambda: places(rig, reader) == places(rig, reader))
        yield rig


def places(rig, reader):
    """Return where the guests stand: a page that is being laid out moves them."""
    return [e.box for e in reader.tree(rig.look()) if e.name in GUESTS]


def row_of(name):
    return Target(window="guest-list", app="chromium", role="button", name="Remove", row=(name,))


def move(desktop, window, x, y):
    connection = desktop.connect()
    mask = xcffib.xproto.ConfigWindow.X | xcffib.xproto.ConfigWindow.Y
    connection.core.ConfigureWindow(window.window_id, mask, [x, y])
    connection.core.GetInputFocus().reply()
    connection.disconnect()


def test_button_of_each_row_of_a_real_page_is_found_by_its_row(guests, find, reader):
    seen = guests.look()
    names = {g: next(e.box for e in reader.tree(seen) if e.name == g) for g in GUESTS}
    for guest, box in names.items():
        found = find(row_of(guest), seen)
        assert isinstance(found, Found)
        assert found.rung == "tree"
        assert box.y <= found.point.y < box.bottom
    assert find(row_of("Bo"), seen).why == "missing"
    several = find(Target(window="guest-list", role="button", name="Remove"), seen)
    assert (several.why, len(several.candidates)) == ("several", 3)


def test_qt_button_is_found_by_its_picture_wherever_the_window_is(rig, reader, form, find, desktop):
    send = rig.find(reader, "Send", "button")
    seen = wait_for(lambda: painted(rig.look(), send.box))
    window = rig.window(FORM).rect
    around = Rect(send.box.center.x - 80, send.box.center.y - 32, 160, 64).intersection(window)
    images = FakeImages(send=cut(seen.frame, around))
    recorded = Rect(send.box.x - window.x, send.box.y - window.y, send.box.w, send.box.h)
    target = Target(
        window=FORM,
        image="img/send.png",
        press=(send.box.center.x - around.x, send.box.center.y - around.y),
        place=place(recorded, window),
    )
    assert find(target, seen, images).point == send.box.center
    move(desktop, rig.window(FORM), 700, 250)
    wait_for(lambda: rig.window(FORM).rect.x > 600)
    there = wait_for(lambda: found_at(find(target, rig.look(), images), rig, reader))
    assert there.rung == "image_near"
    assert there.score > 0.97


def painted(seen, box):
    """Return the look when a thing has painted itself: its tree tells of it before."""
    return seen if np.ptp(seen.frame.crop(box).pixels[:, :, :3]) > 60 else None


def found_at(answer, rig, reader):
    """Return the answer when the window was painted in its new place and it lies on the button."""
    if isinstance(answer, Missed):
        return None
    send = rig.find(reader, "Send", "button")
    return answer if send.box.contains(answer.point) else None


def test_what_no_tree_tells_is_found_by_what_can_be_read_and_not_for_a_risky_step(rig, find):
    words = "printf 'Guests today\\n\\nDeploy now\\n'; sleep 600"
    font = ["-fa", "Monospace", "-fs", "14"]
    argv = ["xterm", "-T", "deskhand-xterm", *font, "-e", "sh", "-c", words]
    with rig.running(argv, "deskhand-xterm"):
        rig.raise_window("deskhand-xterm")
        target = Target(window="deskhand-xterm", app="xterm", text="Deploy now")
        found = wait_for(lambda: is_found(find(target)))
        assert found.rung == "text"
        assert rig.window("deskhand-xterm").rect.contains(found.point)
        risky = find(target, lowest="image_near")
        assert risky.why == "not_allowed"
        assert find(Target(window="deskhand-xterm", text="Deploy")).why == "missing"


def test_gtk_menu_is_found_under_a_changed_title_and_not_behind_a_dialog(rig, reader, editor, find):
    target = Target(window="letter.txt - Mousepad", app="mousepad", role="menu", name="File")
    file = wait_for(lambda: is_found(find(target)))
    assert find(target, lowest="tree").why == "not_allowed"
    rig.click(file.point)
    entry = Target(window="*Mousepad", app="mousepad", role="menu_item", name="Save As...")
    item = wait_for(lambda: is_found(find(entry)))
    assert rig.look().window_at(item.point).is_popup
    rig.click(item.point)
    wait_for(lambda: rig.window("Save As") and rig.window("Save As").is_active)
    rig.find(reader, "Cancel", "button")
    main = Target(window="*Mousepad", app="mousepad", role="menu", name="File")
    blocked = find(main)
    assert blocked.why == "unsure"
    assert "Save As" in blocked.sentence
    rig.key(ESCAPE)
    wait_for(lambda: rig.window("Save As") is None)
    wait_for(lambda: is_found(find(main)))


def is_found(answer):
    return answer if isinstance(answer, Found) else None
