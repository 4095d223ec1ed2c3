"""Sound values of every kind, from which hostile ones are made."""

import msgspec

from automation.core import actions as act
from automation.core.actions import Aim, Element
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import (
    Confirmation,
    Execution,
    Pictures,
    Prepared,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
    Timings,
)
from automation.desktop.input import protocol as wire

POINT = ScreenPoint(640, 360)
NAMED = Aim(POINT, Element("Save", "button", Rect(600, 340, 80, 40), "tree", "Editor"))

ACTIONS = (
    act.Click(NAMED, "right", 2, ("ctrl", "shift")),
    act.Click(Aim(POINT)),
    act.Move(NAMED),
    act.ButtonDown(Aim(POINT)),
    act.ButtonUp(Aim(POINT), "middle"),
    act.Drag((POINT, ScreenPoint(3, 4), ScreenPoint(9, 9)), modifiers=("alt",), duration_s=1.5),
    act.Scroll("down", 3, NAMED),
    act.Scroll("left"),
    act.Write("Grüße, 日本 \U0001f642", NAMED, overwrite=True, press_enter=True),
    act.Hotkey(("ctrl", "s"), 2),
    act.KeyDown("shift"),
    act.KeyUp("shift"),
    act.HoldAndTap(("alt",), ("tab", "tab")),
    act.Wait(0.25),
    act.Window("activate", 0x1400003, "Editor"),
    act.Launch("org.gnome.Calculator.desktop", "Calculator"),
    act.Clipboard("set", "text"),
    act.Plan((act.Goal("Open the file", "current"), act.Goal("Save it"))),
    act.Ask("Which of the two?"),
    act.Answer("Done.", "partial"),
)
CHECKS = (
    act.Shown("Saved", absent=True, within_s=2.0),
    act.Equals("Name", "Ada"),
    act.Checked("Large print", is_checked=False),
    act.WindowTitle("Editor", 5.0),
)
ELEMENT = ScreenElement(
    name="Save", role="button", box=Rect(600, 340, 80, 40), source="tree", window_id=7
)


def proposal_of(intent):
    """Return a proposal with something in every field."""
    return Proposal(
        intent,
        ELEMENT,
        sentence="Click “Save”",
        claim="the button",
        upcoming=("Click “Close”",),
        leads_to=("Save As",),
        raised_risk=RiskLevel.R1,
        evidence="button, found by its name",
    )


def record_of(n, intent):
    """Return a step with something in every field."""
    return StepRecord(
        n,
        proposal_of(intent),
        Risk(RiskLevel.R2, ("Enter can submit",), "type it yourself"),
        Confirmation("accepted", "user", reason="fine"),
        intent,
        POINT,
        Execution(4, 12.5, note="one letter was pasted", text_sent_chars=3),
        Receipt("effect_seen", "read back, exact", Rect(1, 2, 30, 40)),
        Timings(1.0, 2.0, 3.0, 4.0, 5.0),
        Pictures("ab" * 32, "", "cd" * 32),
    )


RECORDS = tuple(record_of(n, intent) for n, intent in enumerate((*ACTIONS, *CHECKS), 1))

REQUESTS = (
    wire.Hello(wire.PROTOCOL_VERSION, (12, 4000), kill_keys=("pause",), backend="x11"),
    wire.BeginRun(1, wire.Budgets(10, 60.0), (4, 5), 86_400.0),
    *(wire.Prepare(n, action) for n, action in enumerate(ACTIONS)),
    wire.Execute(3, "a" * 32, wire.Approval("accepted", "user", 12.25)),
    wire.Execute(4, "b" * 32, wire.Approval("edited", "user", 12.25, ACTIONS[0])),
    wire.Execute(5, "c" * 32, wire.Approval("accepted", "user", 12.25), is_held=True),
    wire.Word("c" * 32, may_type=False),
    wire.Stop(),
    wire.ReleaseAll(5),
    wire.Grab(6, (("accept", "Ctrl+Shift+Return"), ("bar", "Ctrl+Alt+Space"))),
    wire.Ungrab(7, ("accept",)),
    wire.Heartbeat(8),
)
REPORTS = (
    wire.Ready(wire.PROTOCOL_VERSION, 100, 101, is_armed=True),
    wire.PreparedReply(1, Prepared("c" * 32, "d" * 64, 7, "Editor", "editor", (1920, 1080), 99.5)),
    wire.Progress(1, 3, 10),
    wire.Pressed(1),
    wire.Done(2, Execution(4, 12.5)),
    wire.RefusedReply(3, "changed", "something else is there"),
    wire.Failed(4, "an error"),
    wire.Ok(5),
    wire.Grabbed(6, (wire.Conflict("bar", "Ctrl+Alt+Space", "taken"),)),
    wire.ChordPressed("accept"),
    wire.Takeover("pointer"),
    wire.Killed("pause"),
    wire.Disarmed("the keyboard is gone"),
    wire.Heartbeat(9),
)


def json_of(values):
    """Return values as JSON texts."""
    return tuple(msgspec.json.encode(value) for value in values)


def msgpack_of(values):
    """Return values as msgpack messages."""
    return tuple(msgspec.msgpack.encode(value) for value in values)
