"""The accessibility tree of real programs: GTK 3, Qt and Chromium."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from automation.agent.carry import SameFocus
from automation.core.actions import Aim, Click, Hotkey
from automation.core.errors import Refused
from automation.core.geometry import Rect
from automation.core.timing import StopToken, SystemClock
from automation.desktop.elements.bus import AccessibilityBus
from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.virtual import VirtualDesktop
from tests.desktop.drawn_windows import drawn_windows
from tests.desktop.elements_rig import ESCAPE, be_patient
from tests.kit.waiting import wait_for
from tests.kit.web import chromium

pytestmark = pytest.mark.desktop

CANARY = "canary-7731"
FORM = "deskhand-qt-form"
FORM_SCRIPT = str(Path(__file__).with_name("qt_form.py"))
PAGE = """<!doctype html><meta charset="utf-8"><title>deskhand-form</title>
<p><label>Name <input value="Ada"></label> <a href="#x">Help center</a>
<p><label>Password <input type="password" value="canary-7731"></label>
<p>City <input>
<p><label>Country <select><option>France<option>Germany</select></label>
<p><label><input type="checkbox" checked> Newsletter</label>
<button aria-label="Search"><svg width="16" height="16"></svg></button>
<table><tr><th>Guest<th>Action<tr><td>Alice<td><button>Remove</button>
<tr><td>Bob<td><button>Remove</button></table>"""


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    be_patient(monkeypatch)


@pytest.fixture(scope="module")
def reader():
    reader = DesktopReader()
    yield reader
    reader.close()


@pytest.fixture(scope="module")
def calculator(rig):
    with rig.running(["galculator"], "galculator") as process:
        yield process


@pytest.fixture(scope="module")
def editor(rig):
    with rig.running(["mousepad", "--disable-server"], "Mousepad") as process:
        yield process


@pytest.fixture
def form(rig):
    argv = [sys.executable, FORM_SCRIPT, CANARY]
    with rig.running(argv, FORM, QT_QPA_PLATFORM="xcb") as process:
        yield process


@pytest.fixture
def page(rig, reader, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    argv = chromium(tmp_path, f"--app={file.as_uri()}")
    with rig.running(argv, "deskhand-form") as process:
        rig.find(reader, "Search", "button")
        yield process


def element(elements, name, role):
    return next(e for e in elements if (e.name, e.role) == (name, role))


def test_gtk_keys_are_found_where_they_are(rig, reader, calculator):
    rig.raise_window("galculator")
    seen = rig.look()
    keys = {e.name: e for e in reader.tree(seen) if e.role == "toggle"}
    assert set("0123456789") <= set(keys)
    assert all(reader.at(seen, key.box.center) == key for key in keys.values())
    rig.click(keys["7"].box.center)
    display = next(e for e in reader.tree(seen) if e.role == "field")
    wait_for(lambda: reader.refreshed(display).value == "7")


def test_hit_test_finds_what_the_tree_has_there(rig, reader, calculator):
    rig.raise_window("galculator")
    seen = rig.look()
    keys = [e for e in reader.tree(seen) if e.role == "toggle"]
    hits = [reader.reached(seen, key.box.center) for key in keys]
    assert [(hit.handle, hit.box) for hit in hits] == [(key.handle, key.box) for key in keys]


def test_gtk_button_that_cannot_be_used_is_not_enabled(rig, reader, calculator):
    rig.raise_window("galculator")
    keys = {e.name: e for e in reader.tree(rig.look())}
    assert "enabled" not in keys["MR"].states
    assert "enabled" in keys["MS"].states


def test_gtk_menu_items_are_offered_only_while_their_menu_is_open(rig, reader, editor):
    rig.raise_window("Mousepad")
    file = rig.find(reader, "File", "menu")
    assert "Save As..." not in [e.name for e in reader.tree(rig.look())]
    rig.click(file.box.center)
    item = rig.find(reader, "Save As...", "menu_item")
    assert item.parent_name == "File"
    assert next(w for w in rig.look().windows if w.window_id == item.window_id).is_popup
    rig.key(ESCAPE)
    wait_for(lambda: "Save As..." not in [e.name for e in reader.tree(rig.look())])


def test_gtk_editor_has_the_focus_and_tells_its_text(rig, reader, editor):
    rig.raise_window("Mousepad")
    focused = wait_for(lambda: reader.focused(rig.look()))
    assert focused.role == "field"
    assert {"editable", "multi_line"} <= focused.states
    assert reader.refreshed(focused).value == ""


def test_names_of_the_tree_stand_on_the_picture(rig, reader, editor):
    """Boxes are proved against pixels, which no toolkit can get wrong."""
    rig.raise_window("Mousepad")
    ocr = Ocr()

    def read_menus():
        seen = rig.look()
        menus = [e for e in reader.tree(seen) if e.role == "menu"]
        read = {m.name: [x.name for x in ocr.lines(seen.frame.crop(m.box))] for m in menus}
        return read if any(read.values()) else None

    read = wait_for(read_menus)  # a window is in front before it is drawn
    ocr.close()
    assert read == {name: [name] for name in ("File", "Edit", "Search", "View", "Document", "Help")}


def test_window_in_front_hides_what_is_behind(rig, reader, calculator, form):
    rig.raise_window("galculator")
    place = rig.window("galculator").rect
    covered = Rect(place.x, place.y, place.w, place.h)
    rig.windows.maximise(rig.window(FORM).window_id)
    wait_for(lambda: rig.window(FORM).rect.intersection(covered).area == covered.area)
    rig.raise_window(FORM)
    every = reader.tree(rig.look(), whole_screen=True)
    assert "sqrt" not in [e.name for e in every]
    assert "Send" in [e.name for e in every]


def test_qt_controls_have_names_roles_and_values(rig, reader, form):
    rig.raise_window(FORM)
    found = reader.tree(rig.look())
    assert reader.refreshed(element(found, "Name", "field")).value == "Ada"
    assert element(found, "City", "field").description == "named by the label on its left"
    assert (colour := element(found, "Colour", "combo")).value == "Red"
    assert reader.refreshed(colour).value == "Red"
    assert reader.refreshed(element(found, "Level", "slider")).value == "30"
    assert "checked" not in element(found, "Remember me", "checkbox").states
    assert "selected" in element(found, "One", "tab").states
    assert "enabled" not in element(found, "Locked", "button").states
    assert "Bob" in element(found, "14C", "cell").parent_name


def test_qt_drop_down_offers_its_choices_only_while_open(rig, reader, form):
    rig.raise_window(FORM)
    combo = rig.find(reader, "Colour", "combo")
    assert "Green" not in [e.name for e in reader.tree(rig.look())]
    rig.click(combo.box.center)
    choice = rig.find(reader, "Green", "list_item")
    rig.click(choice.box.center)
    wait_for(lambda: reader.refreshed(combo).value == "Green")
    wait_for(lambda: "Blue" not in [e.name for e in reader.tree(rig.look())])


def test_check_box_state_is_read_again(rig, reader, form):
    rig.raise_window(FORM)
    box = rig.find(reader, "Remember me", "checkbox")
    rig.click(box.box.center)
    wait_for(lambda: "checked" in reader.refreshed(box).states)


def test_password_never_appears_anywhere(rig, form):
    rig.raise_window(FORM)
    reader = DesktopReader(ocr=Ocr())
    seen = rig.look()
    every = [*reader.tree(seen, whole_screen=True), *reader.text(seen, seen.frame.rect)]
    again = [reader.refreshed(e) for e in every]
    secret = element(every, "Password", "password")
    painted = reader.text(seen, secret.box)
    reader.close()
    assert "secret" in secret.states
    assert CANARY not in repr((every, again))
    assert painted == []


def test_password_field_with_the_keyboard_is_known_behind_another_window(rig, desktop, form):
    rig.raise_window(FORM)
    with closing(DesktopReader()) as reader:
        rig.click(rig.find(reader, "Password", "password").box.center)
        wait_for(lambda: "secret" in reader.focused(rig.look()).states)
        place = rig.window(FORM).rect
        with drawn_windows(desktop) as drawn:
            drawn.create(place, unmanaged=True)
            wait_for(lambda: not any(e.role == "password" for e in reader.tree(rig.look())))
            assert "secret" in reader.focused(rig.look()).states


def test_keys_are_refused_once_another_field_of_the_window_has_the_keyboard(rig, form):
    rig.raise_window(FORM)
    with closing(DesktopReader()) as reader:

        def focus(name):
            rig.click(rig.find(reader, name, "field").box.center)
            return wait_for(lambda: _focused_as(reader, rig, name))

        met = focus("Name")
        pending = SimpleNamespace(met=met)
        same = SameFocus(reader, SystemClock(), rig.look)
        same.check(pending, Hotkey(("enter",)), StopToken())
        focus("City")
        with pytest.raises(Refused, match="has it no more"):
            same.check(pending, Hotkey(("enter",)), StopToken())
        same.check(pending, Click(Aim(met.box.center)), StopToken())
        focus("Name")
        same.check(pending, Hotkey(("enter",)), StopToken())


def _focused_as(reader, rig, name):
    found = reader.focused(rig.look())
    return found if found is not None and found.name == name else None


def test_web_page_has_fields_rows_and_values(rig, reader, page):
    seen = rig.look()
    found = reader.tree(seen)
    assert reader.refreshed(element(found, "Name", "field")).value == "Ada"
    assert element(found, "City", "field").description == "named by the label on its left"
    assert reader.refreshed(element(found, "Country", "combo")).value == "France"
    assert "checked" in element(found, "Newsletter", "checkbox").states
    assert [e.role for e in found if e.name == "Help center"] == ["link"]
    removes = [e for e in found if e.name == "Remove"]
    assert [(e.role, e.parent_name) for e in removes] == [
        ("button", "Alice, Remove"),
        ("button", "Bob, Remove"),
    ]
    secret = element(found, "Password", "password")
    assert CANARY not in repr([*found, *(reader.refreshed(e) for e in found)])
    assert reader.at(seen, secret.box.center).role == "password"


def test_web_drop_down_offers_its_choices_in_its_popup(rig, reader, page):
    rig.click(rig.find(reader, "Country", "combo").box.center)
    choice = rig.find(reader, "Germany", "menu_item")
    rig.click(choice.box.center)
    combo = rig.find(reader, "Country", "combo")
    wait_for(lambda: reader.refreshed(combo).value == "Germany")
    wait_for(lambda: "Germany" not in [e.name for e in reader.tree(rig.look())])


@pytest.mark.parametrize("scale", ["1.25", "1.5", "2"])
def test_qt_boxes_are_device_pixels_on_a_scaled_desktop(rig, reader, scale):
    env = {"QT_QPA_PLATFORM": "xcb", "QT_SCALE_FACTOR": scale}
    with rig.running([sys.executable, FORM_SCRIPT, CANARY], FORM, **env):
        rig.raise_window(FORM)
        assert reads_at(rig, reader, "Remember me", "checkbox")
        box = rig.find(reader, "Remember me", "checkbox")
        rig.click(box.box.center)
        wait_for(lambda: "checked" in reader.refreshed(box).states)
        assert reader.refreshed(box).box == box.box


def test_gtk_boxes_are_device_pixels_on_a_scaled_desktop(rig, reader):
    with rig.running(["mousepad", "--disable-server"], "Mousepad", GDK_SCALE="2"):
        rig.raise_window("Mousepad")
        assert reads_at(rig, reader, "Document", "menu")


def test_chromium_boxes_are_device_pixels_on_a_scaled_desktop(rig, reader, tmp_path):
    """Its buttons count in logical pixels, its pages in device pixels."""
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    argv = chromium(tmp_path, "--force-device-scale-factor=2")
    with rig.running([*argv, file.as_uri()], "deskhand-form"):
        rig.raise_window("deskhand-form")
        assert reads_at(rig, reader, "Help center", "link")
        assert reads_at(rig, reader, "File", "button")


def test_nothing_lies_over_a_button_of_a_page_on_a_scaled_desktop(rig, reader, tmp_path):
    """Pages want to be asked in device pixels; at half of the button's place stands the heading."""
    file = tmp_path / "high.html"
    head = "<h1 style='margin:0;height:240px'>Top of all</h1>"
    file.write_text(
        f"<title>deskhand-high</title>{head}<button style='margin-left:150px'>Low</button>"
    )
    argv = chromium(tmp_path, "--force-device-scale-factor=2")
    with rig.running([*argv, file.as_uri()], "deskhand-high"):
        rig.raise_window("deskhand-high")
        assert reads_at(rig, reader, "Low", "button")
        low = rig.find(reader, "Low", "button")
        assert reader.covering(rig.look(), low, low.box.center) is None
        bar = rig.find(reader, "Reload", "button")
        assert reader.covering(rig.look(), bar, bar.box.center) is None


def test_chromium_tells_no_focus_in_a_field_that_was_scrolled_off_the_page(rig, reader, tmp_path):
    """It lies above the page, as the browser's own bar does: Enter there is judged by the page below."""
    file = tmp_path / "long.html"
    file.write_text(
        "<title>deskhand-long</title><div style='height:400px'></div><input aria-label=Note>"
        "<div style='height:3000px'></div><script>const note = document.querySelector('input');"
        "note.onfocus = () => document.title = 'deskhand-long at Note';"
        "document.onclick = () => {note.focus(); scrollTo(0, note.offsetTop + 40)}</script>"
    )
    argv = chromium(tmp_path, file.as_uri())
    with rig.running(argv, "deskhand-long"):
        rig.raise_window("deskhand-long")
        page = wait_for(lambda: document_in(reader.tree(rig.look())))
        rig.click(page.box.center)
        wait_for(lambda: rig.window("at Note"))
        wait_for(lambda: reader.focused(rig.look()) is None)
        rig.click(rig.find(reader, "Address and search bar", "field").box.center)
        bar = wait_for(lambda: reader.focused(rig.look()))
        assert bar.name == "Address and search bar"
        assert bar.box.bottom <= page.box.y


def document_in(elements):
    return next((e for e in elements if e.role == "document"), None)


def reads_at(rig, reader, name, role):
    """Return whether the picture shows the name where the tree says that the element is.

    The tree is there before the first paint, so this looks until both agree.
    """
    ocr = Ocr()

    def is_read():
        box = rig.find(reader, name, role).box
        return name in " ".join(line.name for line in ocr.lines(rig.look().frame.crop(box)))

    try:
        return wait_for(is_read)
    finally:
        ocr.close()


def test_own_processes_are_left_out(rig, form):
    reader = DesktopReader(own_pids={form.pid})
    rig.raise_window(FORM)
    assert reader.tree(rig.look()) == []
    reader.close()


def test_closed_program_is_gone(rig, reader):
    with rig.running(["galculator"], "galculator"):
        rig.raise_window("galculator")
        key = rig.find(reader, "7", "toggle")
    wait_for(lambda: reader.refreshed(key) is None)


def test_program_that_hangs_is_skipped_and_the_others_are_read(rig, calculator, form, monkeypatch):
    be_patient(monkeypatch, call_s=5.0)  # so long the hanging one is waited for
    reader = DesktopReader()
    rig.raise_window(FORM)
    os.kill(calculator.pid, signal.SIGSTOP)
    try:
        names = [e.name for e in reader.tree(rig.look(), whole_screen=True)]
    finally:
        os.kill(calculator.pid, signal.SIGCONT)
    reader.close()
    assert "Send" in names
    assert "sqrt" not in names


def test_without_a_session_bus_nothing_is_found_and_status_says_so(rig, form, monkeypatch):
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/nonexistent")
    reader = DesktopReader()
    assert reader.tree(rig.look()) == ()
    assert "no session bus" in reader.status().tree_problem
    reader.close()


def test_without_an_accessibility_bus_status_says_what_to_install(tmp_path, monkeypatch):
    config = tmp_path / "bus.conf"
    config.write_text(
        f"<busconfig><type>session</type><listen>unix:dir={tmp_path}</listen>"
        '<policy context="default"><allow send_destination="*" eavesdrop="true"/>'
        '<allow eavesdrop="true"/><allow own="*"/></policy></busconfig>'
    )
    argv = ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address=1"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as bus:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.stdout.readline().strip())
        reader = DesktopReader()
        problem = reader.status().tree_problem
        reader.close()
        bus.terminate()
    assert "at-spi2-core" in problem


def test_bus_that_appears_later_is_used(desktop, monkeypatch):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
    bus = AccessibilityBus(retry_after_s=0.0)
    reader = DesktopReader(bus=bus)
    assert reader.status().tree_problem
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", desktop.env["DBUS_SESSION_BUS_ADDRESS"])
    assert reader.status().tree_problem == ""
    reader.close()


def test_closed_reader_opens_the_bus_again(rig, reader, form):
    rig.raise_window(FORM)
    again = DesktopReader()
    assert again.tree(rig.look())
    again.close()
    assert again.tree(rig.look())
    again.close()


def test_bus_that_died_is_opened_again(monkeypatch, caplog):
    with VirtualDesktop.start((800, 600), wm=None) as other:
        for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"):
            monkeypatch.setenv(name, other.env[name])
        reader = DesktopReader()
        assert reader.status().tree_problem == ""
        services = accessibility_services(other)
        assert services
        for pid in services:
            os.kill(pid, signal.SIGKILL)
        wait_for(lambda: not set(services) & set(accessibility_services(other)))
        wait_for(lambda: reader.status().tree_problem == "")
        reader.close()
    assert [record.message for record in caplog.records if record.name == "asyncio"] == []


def accessibility_services(desktop):
    """Return the processes of the accessibility bus of a desktop."""
    commands = ((pid, Path(f"/proc/{pid}/cmdline")) for pid in desktop.processes())
    return [
        pid
        for pid, file in commands
        if file.exists()
        and (b"at-spi-bus-launcher" in (c := file.read_bytes()) or b"/accessibility.conf" in c)
    ]
