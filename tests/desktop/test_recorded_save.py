"""“Name, Enter” in GTK's Save As, recorded and played: the play is done only where the file is there."""

from contextlib import closing, suppress

import pytest

from app.macros.library import library_of, trust_of
from app.macros.record import kept
from automation.macros.macro import Keys, Type
from tests.desktop.command_rig import command
from tests.desktop.elements_rig import Rig
from tests.desktop.recording_rig import LOOKED_S, recording_rig
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]
NAME, OLD = "letter", "an older one"


@pytest.fixture
def rig(desktop):
    with closing(Rig(desktop)) as rig:
        yield rig


def mousepad(rig, folder):
    folder.mkdir(exist_ok=True)
    argv = ["sh", "-c", f"cd {folder}; exec mousepad --disable-server"]
    return rig.running(argv, "Mousepad", HOME=str(folder))


def in_front(rig, start):
    active = next((w for w in rig.windows.windows() if w.is_active), None)
    return active is not None and active.title.startswith(start)


def recorded(desktop, rig, folder):
    """Write a word and save it by Ctrl+S, a name and Enter; return the recording."""
    with mousepad(rig, folder), recording_rig(desktop, folder / "home") as hands:
        rig.raise_window("Untitled")
        hands.ready(rig.window("Untitled").title)
        hands.type("hello")
        hands.kept("hello")
        control = hands.user.modifier_code(0xFFE3)
        hands.user.press(control)
        hands.user.tap("s")
        hands.user.release(control)
        wait_for(lambda: in_front(rig, "Save As"), LOOKED_S)
        hands.ready("Save As")
        hands.rest(1)
        hands.type(NAME)
        hands.rest(0.5)  # as GTK needs it
        hands.user.tap("enter")
        wait_for(lambda: (folder / NAME).exists() and not in_front(rig, "Save As"), LOOKED_S)
        hands.rest(2)
        return hands.finish("Save")


@pytest.mark.parametrize("is_there", [False, True], ids=["a new file", "one that is there already"])
def test_a_recorded_save_saves_or_is_not_done(desktop, rig, tmp_path, fresh_home, is_there):
    recording = recorded(desktop, rig, tmp_path / "first")
    assert [type(step) for step in recording.macro.steps][:2] == [Type, Keys]
    kept(recording, library_of(fresh_home / "data"), trust_of(fresh_home / "data"))
    again = tmp_path / "again"
    with mousepad(rig, again) as process:
        rig.raise_window("Untitled")
        file = again / NAME
        if is_there:
            file.write_text(OLD)
        status, lines, _ = command("macro", "play", "Save", "--approve", "auto", "--json")
        steps = [line for line in lines if line["event"] == "step"]
        with suppress(AssertionError):  # Save As is gone before the file is written
            wait_for(lambda: is_there or status or file.exists(), 10)
        process.kill()  # one that still asks whether to replace the file would not end by itself
    told = (status, steps[-1]["receipt"], lines[-1]["message"])
    if status == 0:
        assert not is_there, told
        assert file.read_text().strip() == "hello"
    else:
        # GTK may still show its list of names that begin so, to which Enter would go: then it is not pressed.
        why = {10: "waited until the window “Save As” is gone", 7: "is open and would get this"}
        assert why.get(status, "a status of these") in told[-1], told
        assert (file.read_text() if file.exists() else OLD) == OLD
