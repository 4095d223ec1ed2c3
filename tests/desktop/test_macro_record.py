"""Recording real programs: what is clicked and typed has its names, what is secret is nowhere."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from app.macros.library import library_of, trust_of
from app.macros.record import kept
from app.settings import Settings
from automation.core import hand_events
from automation.core.geometry import Rect
from automation.desktop.capture import MASK_COLOUR
from automation.desktop.elements.reader import DesktopReader
from automation.macros.images import decode
from automation.macros.library import Library
from automation.macros.macro import Click, Drag, Keys, Titled, Type
from automation.macros.play.report import read_report
from automation.macros.record.raw_file import unpacked
from tests.desktop.command_rig import Command
from tests.desktop.event_window import event_window
from tests.desktop.other_user import OtherUser
from tests.desktop.recording_rig import recording_rig
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

FORM = "deskhand-qt-form"
LATE_KEYS = "deskhand-late-keys"
CTRL, ALT = 0xFFE3, 0xFFE9
SECRET = "hunter2"


@pytest.fixture
def form(rig):
    argv = [sys.executable, str(Path(__file__).with_name("qt_form.py")), ""]
    reader = DesktopReader()
    try:
        with rig.running(argv, FORM):
            rig.raise_window(FORM)
            found = rig.find(reader, "Send")
            assert found
            yield {e.name: e.box for e in reader.tree(rig.look()) if e.name}
    finally:
        reader.close()


def test_a_form_that_is_filled_in_becomes_steps_with_names(desktop, form, tmp_path):
    with recording_rig(desktop, tmp_path) as hands:
        hands.ready(FORM)
        hands.enters(form["City"])
        hands.type("New York")
        hands.kept("New York")
        hands.enters(form["Name"])
        hands.type("xy")
        hands.kept("xy")
        hands.click(form["Send"])
        hands.lists(Click, Type, Click, Type, Click)
        hands.rest(2)
        recording = hands.finish()
        steps = recording.macro.steps
        assert [type(step) for step in steps] == [Click, Type, Click, Type, Click]
        field, typed, _, added, button = steps
        assert (field.target.role, field.target.label or field.target.name) == ("field", "City")
        assert (typed.text, typed.replace) == ("New York", True)
        assert typed.expect.condition.value == "New York"
        assert (field.expect, added.expect) == (None, None)
        assert (added.text, added.replace) == ("xy", False)
        assert (button.target.role, button.target.name) == ("button", "Send")
        assert button.target.app == "qt_form.py"
        assert button.target.image in recording.images
        assert hands.shown() == list(steps)


def test_a_press_of_a_swapped_button_is_recorded_as_what_the_program_heard(desktop, form, tmp_path):
    with recording_rig(desktop, tmp_path) as hands:
        hands.ready(FORM)
        core = hands.user.connection.core
        plain = list(core.GetPointerMapping().reply().map)
        assert core.SetPointerMapping(len(plain), [3, 2, 1, *plain[3:]]).reply().status == 0
        try:
            hands.point(form["Send"])
            hands.pictured()
            hands.user.click(3)
            hands.lists(Click)
        finally:
            core.SetPointerMapping(len(plain), plain).reply()
        (step,) = hands.finish().macro.steps
        assert (step.target.name, step.button) == ("Send", "left")


def test_a_step_shows_what_was_pressed_as_it_was_before_the_press(desktop, rig, tmp_path):
    argv = [sys.executable, str(Path(__file__).with_name("qt_turning.py"))]
    title, reader = "deskhand-turning", DesktopReader()
    try:
        with rig.running(argv, title):
            rig.raise_window(title)
            box = rig.find(reader, "Before", "button").box
            with recording_rig(desktop, tmp_path) as hands:
                hands.ready(title)
                hands.point(box)
                hands.pictured()
                hands.user._send(4, 1)
                assert rig.find(reader, "After", "button")
                hands.pictured()
                hands.user._send(5, 1)
                hands.lists(Click)
                recording = hands.finish()
    finally:
        reader.close()
    (step,) = recording.macro.steps
    assert step.target.name == "Before"
    picture = decode(recording.images[step.target.image]).pixels
    assert _share(picture, (192, 0, 0)) > 0.5  # blue, green, red
    assert _share(picture, (0, 0, 192)) == 0


def _share(pixels, colour):
    return (pixels[..., :3] == colour).all(axis=-1).mean()


def test_text_typed_at_once_after_a_chord_or_a_click_is_one_step_into_its_field(
    desktop, rig, tmp_path
):
    """Nobody has looked since then, a password field is shown, and the program is busy."""
    argv, reader = (
        [sys.executable, str(Path(__file__).with_name("qt_late_keys.py"))],
        DesktopReader(),
    )
    try:
        with rig.running(argv, LATE_KEYS):
            rig.raise_window(LATE_KEYS)
            assert rig.find(reader, "Name")
            at = {e.name: e.box for e in reader.tree(rig.look()) if e.name}
            with recording_rig(desktop, tmp_path) as hands:
                hands.ready(LATE_KEYS)
                hands.enters(at["Name"])
                press_with_ctrl(hands.user, "a")
                hands.type("Bob Marley", pause_s=0.09)
                hands.lists(Click, Keys, Type)
                hands.kept("Bob Marley")
                # Where nobody gets to look in time, a letter is a secret: on a busy machine often.
                for text in ("xy", "uv", "st", "qr", "op", "mn", "kl", "ij", "gh", "ef"):
                    hands.point(at["Name"])
                    hands.pictured()
                    before = len(hands.shown())
                    hands.user.click()
                    hands.type(text, pause_s=0.09)
                    if hands.is_kept(text, before):
                        break
                _, chord, typed, *_, added = hands.finish().macro.steps
    finally:
        reader.close()
    assert chord.keys == ("ctrl", "a")
    assert [typed.text, added.text] == ["Bob Marley", text]
    for into in (typed.target, added.target):
        assert (into.role, into.label or into.name) == ("field", "Name")


def test_a_password_is_in_no_file_and_in_no_picture(desktop, form, tmp_path):
    with recording_rig(desktop, tmp_path) as hands:
        hands.ready(FORM)
        hands.enters(form["City"])
        hands.type("ab")
        hands.kept("ab")
        hands.enters(form["Password"])
        hands.type(SECRET)
        hands.user.tap("tab")
        hands.held("ab")
        hands.type("cd")
        hands.kept("cd")
        hands.click(form["Send"])
        recording = hands.finish()
        steps = recording.macro.steps
        typed = [step for step in steps if isinstance(step, Type)]
        assert [step.text for step in typed] == ["ab", "{{secret}}", "cd"]
        assert recording.macro.params["secret"].type == "secret"
        assert [step.keys for step in steps if isinstance(step, Keys)] == [("tab",)]
        heard = set(_keysyms(recording.events))
        assert {ord(char) for char in "abcd"} <= heard  # what is read is what was kept
        assert not {ord(char) for char in SECRET} & heard
        written = b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())
        assert b'"text":"ab"' in written
        assert SECRET.encode() not in written
        fields = [s.target for s in steps if isinstance(s, Click) and s.target.role == "password"]
        assert [(t.name or t.label, t.image, t.text) for t in fields] == [("Password", None, "")]


def test_a_password_that_is_shown_is_in_no_picture_and_no_step(desktop, rig, tmp_path):
    argv = [sys.executable, str(Path(__file__).with_name("qt_shown_password.py"))]
    title, reader = "deskhand-shown-password", DesktopReader()
    try:
        with rig.running(argv, title):
            rig.raise_window(title)
            assert rig.find(reader, "Enter")
            at = {e.name: e.box for e in reader.tree(rig.look()) if e.name}
            with recording_rig(desktop, tmp_path) as hands:
                hands.ready(title)
                scout = hands.live._recorder._scout
                hands.enters(at["Magic word"])
                hands.type(SECRET)
                hands.click(at["Show"])
                wait_for(lambda: any(_is_shown(e) for e in scout.latest.elements), 60)
                hands.click(at["Enter"])
                hands.enters(at["Magic word"])
                hands.type("xyz")
                hands.kept("{{secret_2}}")
                recording = hands.finish()
    finally:
        reader.close()
    steps = recording.macro.steps
    assert texts(steps) == ["{{secret}}", "{{secret_2}}"]
    assert not set(_keysyms(recording.events)) & {ord(char) for char in SECRET + "xyz"}
    enter = next(s for s in steps if isinstance(s, Click) and s.target.name == "Enter")
    crop = decode(recording.images[enter.target.image]).pixels
    place, field = enter.target.place, at["Magic word"]
    left = place.window.x + place.box.x + place.press[0] - enter.target.press[0]
    top = place.window.y + place.box.y + place.press[1] - enter.target.press[1]
    row = crop[field.center.y - top, max(0, field.x - left) : field.right - left, :3]
    assert len(row) > 20
    assert (row == MASK_COLOUR[:3]).all()
    shown = [s.target for s in steps if isinstance(s, Click) and s.target.name == "Magic word"]
    assert [(target.image, target.text) for target in shown] == [(None, "")] * 2


def _is_shown(element):
    return (element.name, element.role) == ("Magic word", "field")


def pause(user):
    codes = [user.modifier_code(keysym) for keysym in (CTRL, ALT)]
    for code in codes:
        user.press(code)
    user.tap("p")
    for code in codes:
        user.release(code)


def texts(steps):
    return [step.text for step in steps if isinstance(step, Type)]


def test_what_is_done_while_it_is_paused_is_left_out(desktop, form, tmp_path):
    with recording_rig(desktop, tmp_path) as hands:
        hands.ready(FORM)
        hands.enters(form["City"])
        hands.type("ab")
        hands.kept("ab")
        pause(hands.user)
        wait_for(lambda: hands.live.is_paused)
        hands.type("xy")
        hands.click(form["Send"])
        pause(hands.user)
        wait_for(lambda: not hands.live.is_paused)
        hands.enters(form["City"])
        hands.type("cd")
        hands.kept("cd")
        recording = hands.finish()
        assert texts(recording.macro.steps) == ["ab", "cd"]
        heard = set(_keysyms(recording.events))
        assert {ord(char) for char in "abcd"} <= heard
        assert not {ord(char) for char in "xyp"} & heard
        assert [type(s) for s in recording.macro.steps] == [Click, Type, Click, Type]


def test_the_end_of_a_run_is_no_change_of_what_is_pressed_after_it(desktop, form, tmp_path):
    with recording_rig(desktop, tmp_path) as hands:
        hands.ready(FORM)
        runs, ears = [True], hands.live._recorder.hands
        hands.live.hold_off(lambda: bool(runs))
        hands.type("x")
        wait_for(lambda: ears._was_held_off)
        runs.clear()
        hands.point(form["City"])
        wait_for(lambda: not ears._was_held_off)
        hands.click(form["City"])
        events = unpacked(hands.finish().events)
        resumed = events["t_us"][events["kind"] == hand_events.RESUMED][0]
        (pressed,) = events["t_us"][events["kind"] == hand_events.PRESS]
        assert pressed - resumed > 200_000  # the pointer rests on it for 0.3 s


def test_the_stop_key_ends_it_and_is_no_step(desktop, form, tmp_path):
    with recording_rig(desktop, tmp_path) as hands:
        hands.ready(FORM)
        hands.enters(form["City"])
        hands.type("ab")
        hands.kept("ab")
        hands.user.tap("esc", "esc")
        wait_for(lambda: hands.stops)
        steps = hands.finish().macro.steps
        assert hands.stops == [""]
        assert [type(step) for step in steps] == [Click, Type]


def test_windows_that_are_ours_or_private_are_left_out(desktop, form, tmp_path):
    python = str(Path(sys.executable).resolve())
    settings = msgspec.structs.replace(Settings(), apps={python: "never_look"})
    with recording_rig(desktop, tmp_path, settings) as hands:
        wait_for(lambda: hands.live._recorder._scout.latest)
        hands.click(form["City"])
        hands.type("ab")
        wait_for(lambda: any("keep private" in note for note in hands.notes))
        hands.rest(1)
        recording = hands.finish()
        assert recording.macro.steps == ()
        assert not _keysyms(recording.events)


def in_terminal(hands, box, *texts):
    wait_for(lambda: hands.live._recorder._scout.latest)
    hands.click(box)
    hands.type("ls")
    hands.user.tap("enter")
    hands.kept(texts[0])
    hands.type("pwd")
    hands.kept(texts[1])
    recording = hands.finish()
    blind = [note for note in hands.notes if "password" in note]
    assert len(blind) == 1
    return recording, blind[0]


def test_text_in_a_terminal_is_asked_for_and_not_recorded(desktop, rig, tmp_path):
    with rig.running(["xterm", "-T", "plain-terminal"], "plain-terminal"):
        rig.raise_window("plain-terminal")
        box = rig.window("plain-terminal").rect
        with recording_rig(desktop, tmp_path) as hands:
            recording, note = in_terminal(hands, box, "{{text}}", "{{text_2}}")
        steps, params = recording.macro.steps, recording.macro.params
        assert texts(steps) == ["{{text}}", "{{text_2}}"]
        assert [(p.type, p.ask) for p in params.values()] == [
            ("text", "What to type into “xterm”")
        ] * 2
        assert [s.keys for s in steps if isinstance(s, Keys)] == [("enter",)]
        assert not set(_keysyms(recording.events)) & set(map(ord, "lspwd"))
        assert "the macro will ask for it" in note


def test_text_in_a_terminal_is_recorded_where_the_user_wants_it(desktop, rig, tmp_path):
    with rig.running(["xterm", "-T", "plain-terminal"], "plain-terminal"):
        rig.raise_window("plain-terminal")
        box = rig.window("plain-terminal").rect
        with recording_rig(desktop, tmp_path, text_everywhere=True) as hands:
            recording, note = in_terminal(hands, box, "ls", "pwd")
        steps = recording.macro.steps
        assert texts(steps) == ["ls", "pwd"]
        assert "Ctrl+Alt+P" in note


def test_a_menu_entry_and_a_drag_are_recorded_where_they_belong(desktop, rig, form, tmp_path):
    with recording_rig(desktop, tmp_path) as hands:
        hands.ready(FORM)
        scout = hands.live._recorder._scout
        hands.click(form["File"])
        entry = wait_for(
            lambda: next((e for e in scout.latest.elements if e.name == "Open"), None), 60
        )
        hands.click(entry.box)
        wait_for(lambda: not rig.windows.menus())
        handle = next(e.box for e in scout.latest.elements if e.role == "slider").center
        hands.user.move(handle.x, handle.y)
        hands.pictured()
        hands.user._send(4, 1)
        for dx in range(10, 100, 10):
            hands.user.move(handle.x + dx, handle.y)
            hands.rest(0.02)
        hands.user._send(5, 1)
        hands.lists(Click, Click, Drag)
        menu, opened, drag = hands.finish().macro.steps
        assert (menu.target.name, opened.target.name) == ("File", "Open")
        assert opened.target.role == "menu_item"
        assert opened.target.window == FORM
        assert isinstance(drag, Drag)
        assert drag.target.role == drag.to.role == "slider"
        assert drag.to.place.press[0] - drag.target.place.press[0] == 90


def test_a_gtk_program_is_recorded_with_its_names(desktop, rig, tmp_path):
    reader = DesktopReader()
    try:
        with rig.running(["galculator"], "galculator"):
            rig.raise_window("galculator")
            seven = rig.find(reader, "7").box
            times = rig.find(reader, "*").box
            with recording_rig(desktop, tmp_path) as hands:
                hands.ready("galculator")
                hands.click(seven)
                hands.click(times)
                hands.lists(Click, Click)
                steps = hands.finish().macro.steps
                assert [s.target.name for s in steps] == ["7", "*"]
                assert {s.target.app for s in steps} == {"galculator"}
                assert not any(step.off for step in steps)
    finally:
        reader.close()


def press_with_ctrl(user, name):
    held = user.modifier_code(CTRL)
    user.press(held)
    user.tap(name)
    user.release(held)


def played(name):
    """Play a macro and allow each of its steps."""
    running = Command("macro", "play", name, "--json", stdin=subprocess.PIPE)
    while (line := running.until("proposal", "end"))["event"] == "proposal":
        if line["risk"] != "R0":
            running.tell(n=line["n"], decision="accept")
    status, lines, _ = running.end()
    return status, lines


def test_recorded_keys_go_to_the_window_they_were_pressed_in_and_to_no_other(
    desktop, rig, form, fresh_home, tmp_path
):
    reader, data = DesktopReader(), fresh_home / "data"

    def name():
        return reader.refreshed(field).value

    try:
        field = rig.find(reader, "Name", "field")
        rig.click(field.box.center)
        with recording_rig(desktop, tmp_path) as hands:
            hands.ready(FORM)
            press_with_ctrl(hands.user, "a")
            press_with_ctrl(hands.user, "x")
            hands.lists(Keys, Keys)
            recording = hands.finish("Empty it")
            first, second = recording.macro.steps
            assert (first.wait.condition, second.wait) == (Titled(title=FORM), None)
            hands.user.tap("b")
        wait_for(lambda: name() == "b", 60)
        kept(recording, library_of(data), trust_of(data))
        with event_window(desktop, Rect(0, 0, 1900, 1040), "cover") as cover:
            status, lines = played("Empty it")
            assert status == 0, lines[-1]
            sent = [line for line in lines if line["event"] == "step" and line["events_sent"]]
            assert [line["action"]["kind"] for line in sent] == ["window", "hotkey", "hotkey"]
            assert cover.settled("key down") == 0
            wait_for(lambda: name() == "", 60)
    finally:
        reader.close()


@pytest.fixture
def options(rig):
    title, reader = "deskhand-options", DesktopReader()
    try:
        with rig.running([sys.executable, str(Path(__file__).with_name("qt_options.py"))], title):
            rig.raise_window(title)
            assert rig.find(reader, "Send copies")
            yield {e.name: e.box for e in reader.tree(rig.look()) if e.name}
    finally:
        reader.close()


def test_what_steps_did_is_recorded_and_seen_again_and_what_came_by_chance_is_not(
    desktop, rig, options, fresh_home, tmp_path
):
    data = fresh_home / "data"
    with recording_rig(desktop, tmp_path) as hands:
        hands.ready("deskhand-options")
        hands.click(options["Send copies"])
        hands.rest(1)
        hands.click(options["Options"])
        scout = hands.live._recorder._scout
        taking = wait_for(
            lambda: next((e for e in scout.latest.elements if e.name == "Take them"), None), 60
        )
        hands.click(taking.box)
        hands.rest(1)
        hands.click(options["Nothing"])  # a message comes then, and the clock goes on
        wait_for(lambda: rig.window("A message"))
        hands.click(options["Send copies"])
        hands.lists(*[Click] * 5)
        hands.rest(1)
        recording = hands.finish("Look at options")
        assert hands.shown()[:4] == list(recording.macro.steps[:4])
    seen = [step.expect.condition if step.expect else None for step in recording.macro.steps]
    assert [getattr(seen[at], "value", "") for at in (0, 4)] == ["on", "off"]
    assert seen[1:4] == [Titled(title="Options"), Titled(title="Options", absent=True), None]
    kept(recording, library_of(data), trust_of(data))
    status, lines = played("Look at options")
    assert status == 0, lines[-1]
    report = read_report(Path(lines[-1]["report"]))
    assert [step.effect for step in report.steps] == ["seen", "seen", "seen", "", "seen"]


def end_of(command):
    command.process.kill()
    command.process.communicate()


def test_the_command_records_until_it_is_stopped_and_keeps_the_macro(
    form, fresh_home, schema, desktop
):
    recording = Command("macro", "record", "--name", "Orders", "--json", stdin=subprocess.PIPE)
    user = OtherUser(desktop)
    try:
        said = recording.until("note")["message"]
        assert "To end it: the Pause key or Escape Escape." in said
        point = form["Send"].center
        user.move(point.x, point.y)
        user.click()
        recording.until("recorded")
        recording.process.stdin.write("check Saved\nwait 2\nundo\nstop\n")
        recording.process.stdin.flush()
        end = recording.until("end")
        assert recording.process.wait(60) == 0
        assert (end["outcome"], end["steps"], end["macro"]) == ("done", 2, "Orders")
        kept = Library(fresh_home / "data" / "macros").open("Orders").macro
        assert [step.id for step in kept.steps] == ["send", "check"]
        assert not list((fresh_home / "data" / "recordings").iterdir())
        for line in recording.lines:
            schema.validate(line)
    finally:
        user.close()
        end_of(recording)


def test_a_recording_that_is_killed_can_be_kept_afterwards(form, fresh_home, desktop):
    recording = Command("macro", "record", "--name", "Orders", "--json", stdin=subprocess.PIPE)
    user = OtherUser(desktop)
    try:
        recording.until("note")
        point = form["Send"].center
        user.move(point.x, point.y)
        user.click()
        recording.until("recorded")
        recording.process.stdin.write("check Saved\n")
        recording.process.stdin.flush()
        recording.until("recorded")
    finally:
        user.close()
        end_of(recording)
    again = Command("macro", "record", "--recover", "--name", "Orders", "--json")
    end = again.until("end")
    end_of(again)
    assert (end["outcome"], end["steps"]) == ("done", 2)
    kept = Library(fresh_home / "data" / "macros").open("Orders").macro
    assert [step.id for step in kept.steps] == ["send", "check"]


def _keysyms(data):
    return [int(k) for k in unpacked(data)["keysym"] if k]
