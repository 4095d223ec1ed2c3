"""Recording real programs while somebody else works them."""

import time
from contextlib import contextmanager

from app.macros.record import LiveRecording, Told
from app.settings import Folders, Settings
from automation.desktop.recording.listen import BEFORE_S
from automation.macros.macro import Type
from automation.macros.record.session import Recorded, Removed
from tests.desktop.other_user import OtherUser
from tests.kit.waiting import wait_for

SHIFT = 0xFFE1
LOOKED_S = 60


class RecordingRig:
    """A recording under way and the user who is recorded."""

    def __init__(self, live, user, happenings, notes, stops, folders):
        self.live, self.user, self.folders = live, user, folders
        self.happenings, self.notes, self.stops = happenings, notes, stops

    def point(self, box):
        self.user.move(box.center.x, box.center.y)

    def click(self, box):
        """Press where a thing is, as slowly as a hand does: the focus moves, somebody looks."""
        self.point(box)
        self.pictured()
        self.user.click()
        time.sleep(0.5)

    def pictured(self):
        """Rest as a hand does before it presses, and until a picture was taken meanwhile."""
        began_s, frames = time.monotonic(), self.live._recorder._frames
        time.sleep(0.3)

        def is_taken():
            glance = frames.latest()
            return glance is not None and glance.frame.t_mono_s > began_s

        wait_for(lambda: self.live.is_paused or is_taken(), LOOKED_S)
        time.sleep(2 * BEFORE_S)

    def enters(self, box):
        """Press a field and wait, as people do, until it has the keyboard and that was looked at since."""
        self.click(box)
        self.live.decide()
        wait_for(lambda: self._is_in(box), LOOKED_S)

    def _has_looked(self):
        """Tell whether a look counts for what is typed next: an earlier one may tell the same field."""
        return self.live._recorder._decider.waiting_us is None

    def _is_in(self, box):
        if not self._has_looked():
            return False
        look = self.live._recorder._scout.latest
        focused = look.focused if look is not None else None
        if focused is None or not focused.box.contains(box.center):
            return False
        return look.is_secret or (
            look.is_told and look.held is not None and look.held.handle == focused.handle
        )

    def type(self, text, pause_s=0.06):
        for char in text:
            name = {" ": "space"}.get(char, char)
            if char.isupper():
                shift = self.user.modifier_code(SHIFT)
                self.user.press(shift)
                self.user.tap(char.lower())
                self.user.release(shift)
            else:
                self.user.tap(name)
            time.sleep(pause_s)

    def held(self, value):
        """Wait until the field with the keyboard was read to hold this."""
        scout = self.live._recorder._scout

        def is_held():
            held = scout.latest.held if self._has_looked() and scout.latest else None
            return held is not None and held.value == value

        wait_for(is_held, LOOKED_S)

    def rest(self, seconds=0.4):
        """Do nothing for a moment, as a user does who looks at the screen."""
        time.sleep(seconds)

    def kept(self, text):
        """Rest until a text stands in the list, as a user does who looks at what was recorded."""
        deadline_s = time.monotonic() + LOOKED_S
        while text not in (there := [getattr(step, "text", "") for step in self.shown()]):
            assert time.monotonic() < deadline_s, f"{text!r} is not among the texts {there}"
            time.sleep(0.05)

    def is_kept(self, text, before):
        """Rest until a text came to a list of so many steps, and tell whether it did as it was typed.

        It comes letter by letter: a part of it is waited on until nothing more is added.
        """
        wait_for(lambda: any(isinstance(s, Type) for s in self.shown()[before:]), LOOKED_S)
        latest = None
        while (now := self.shown()[before:]) != latest:
            latest = now
            time.sleep(0.5)
        return text in [getattr(step, "text", "") for step in latest]

    def lists(self, *kinds):
        """Rest until the list holds steps of these kinds."""
        wait_for(lambda: tuple(type(step) for step in self.shown()) == kinds, LOOKED_S)

    def looked(self):
        """Wait until the tree was read once more."""
        scout = self.live._recorder._scout
        before = scout.latest
        wait_for(lambda: scout.latest is not before, LOOKED_S)

    def ready(self, title):
        """Wait until the window was looked at."""
        scout = self.live._recorder._scout
        wait_for(
            lambda: (
                scout.latest is not None
                and any(e.window_title == title for e in scout.latest.elements)
            ),
            LOOKED_S,
        )

    def shown(self):
        """Return the live list as somebody sees it who was told of every change."""
        found = {}
        for happening in self.happenings:
            if isinstance(happening, Removed):
                found.pop(happening.n, None)
            else:
                assert (happening.n in found) != isinstance(happening, Recorded)
                found[happening.n] = happening.step
        return [found[n] for n in sorted(found)]

    def finish(self, name="recorded"):
        return self.live.finish(name)


@contextmanager
def recording_rig(desktop, folder, settings=None, **how):
    happenings, notes, stops = [], [], []
    folders = Folders(folder / "config", folder / "data", folder / "runtime")
    folders.create()
    user = OtherUser(desktop)
    live = LiveRecording(
        folders, settings or Settings(), Told(happenings.append, notes.append, stops.append), **how
    )
    rig = RecordingRig(live, user, happenings, notes, stops, folders)
    try:
        yield rig
    finally:
        user.close()
        live.drop()
