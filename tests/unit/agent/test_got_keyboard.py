"""A text is typed only where no other field has the keyboard after the press on its field."""

import threading
from dataclasses import dataclass, field, replace

import pytest

from automation.core.actions import Aim, Hotkey, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import Execution, Outcome, Proposal
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.unit.agent.rig import EDITOR, Hands, Rig, SmallReader

PATIENCE_S = 60.0
CITY = ScreenElement(
    "City", "field", Rect(40, 40, 80, 20), "tree",
    frozenset({"enabled", "showing", "editable", "focusable"}),
    window_id=EDITOR.window_id, handle=(":1.5", "/city"),
)  # fmt: skip
OTHER = replace(CITY, name="Template", box=Rect(40, 90, 80, 20), handle=(":1.5", "/template"))
TEXT, ENTER = Write("Graz", Aim(ScreenPoint(50, 50)), overwrite=True), Hotkey(("Return",))


def focused(element):
    return replace(element, states=element.states | {"focused"})


@dataclass
class Fields(SmallReader):
    """Tells, by its handle, how each field is after the press."""

    listed: tuple = (CITY, focused(OTHER))
    now: dict = field(default_factory=dict)
    is_pressed: bool = False
    fails: bool = False

    def tree(self, observation, *, whole_screen=False):
        return self.listed

    def at(self, observation, point):
        return next((e for e in self.listed if e.box.contains(point)), None)

    def focused(self, observation):
        return next((e for e in self.listed if "focused" in e.states), None)

    def refreshed(self, element):
        if not self.is_pressed:
            return element
        if self.fails:
            raise OSError
        return self.now.get(element.handle, element)


@dataclass
class HoldingHands(Hands):
    """Presses, and types when it may."""

    reader: Fields = field(default_factory=Fields)
    answers: list = field(default_factory=list)
    typed: list = field(default_factory=list)

    def execute_held(self, nonce, confirmation, stop, progress, pressed):
        self.nonce, self.is_answered = nonce, threading.Event()
        self.reader.is_pressed = True
        pressed()
        assert self.is_answered.wait(PATIENCE_S)
        if not self.answers[-1]:
            self.prepared.pop(nonce)
            return Execution(4, 1.0, completed=False, cause="elsewhere", note="not typed")
        self.typed.append(self.prepared[nonce])
        return super().execute(nonce, confirmation, stop, progress)

    def answer(self, nonce, *, may_type):
        assert nonce == self.nonce
        self.answers.append(may_type)
        self.is_answered.set()


def rig(reader, *then):
    steps = [Proposal(TEXT, element=reader.listed[0]), *(Proposal(each) for each in then)]
    return Rig(ScriptedPolicy(steps), reader=reader, hands=HoldingHands(reader=reader))


def test_nothing_is_typed_while_another_field_has_the_keyboard():
    r = rig(Fields(), ENTER)
    ended = r.run()
    assert (ended.outcome, r.hands.typed, r.hands.sent) == (Outcome.FAILED, [], [])
    said = "“Template” had the keyboard after the press on “City”; nothing was typed"
    assert said in ended.message
    (record,) = r.log.records
    assert (record.receipt.kind, record.receipt.detail) == ("denied", said)


@pytest.mark.parametrize(
    "reader",
    [
        Fields(now={CITY.handle: focused(CITY)}),
        Fields(now={CITY.handle: None}),
        Fields(now={OTHER.handle: OTHER}),
        Fields(fails=True),
        Fields(listed=(CITY, focused(replace(OTHER, window_id=99)))),
        Fields(listed=(CITY, focused(replace(OTHER, box=CITY.box.grown(-4))))),
        Fields(listed=(CITY, focused(replace(OTHER, role="button")))),
    ],
    ids=["got it", "gone", "nobody has it", "silent", "other window", "a part of it", "no field"],
)
def test_what_is_not_told_to_be_elsewhere_is_typed(reader):
    r = rig(reader)
    r.run()
    assert (r.hands.answers, r.hands.typed) == ([True], [TEXT])


@pytest.mark.parametrize(
    "element",
    [focused(CITY), replace(CITY, states=CITY.states - {"focusable"}), replace(CITY, role="cell")],
    ids=["has it", "takes none", "a cell"],
)
def test_of_others_nobody_is_asked(element):
    reader = Fields(listed=(element, OTHER))
    r = rig(reader)
    r.run()
    assert (r.hands.answers, r.hands.sent) == ([], [TEXT])
