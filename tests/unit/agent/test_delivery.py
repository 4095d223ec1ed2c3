"""A text that did not come to its field is followed by no key and no further text, whoever decides."""

from dataclasses import dataclass, field, replace

import pytest

from automation.agent.parts import View
from automation.agent.pending import Pending
from automation.agent.text_delivery import PRESS_IT, Delivery
from automation.core.actions import (
    Aim,
    Check,
    Click,
    Clipboard,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Move,
    Scroll,
    Shown,
    Wait,
    Write,
)
from automation.core.events import Stepped
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import (
    NOT_SENT,
    Outcome,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    Timings,
)
from automation.safety.receipts import EffectVerifier
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.unit.agent.rig import EDITOR, Hands, Rig, SmallReader, SmallScreen, click, observation

FIELD = ScreenElement(
    "Name", "field", Rect(40, 40, 80, 20), "tree", frozenset({"enabled", "editable", "focused"}),
    window_id=EDITOR.window_id, handle=(":1.5", "/name"),
)  # fmt: skip
AT = Aim(ScreenPoint(50, 50))
TEXT, ENTER = Write("Acme", AT, overwrite=True), Hotkey(("Return",))
SAID = "The text did not arrive: “Name” is as it was, so nothing more was pressed."
GONE = "It is not known whether the text arrived: “Name” can no longer be read, so nothing more was pressed."
ENDING, MODELS = ("commands", "macro"), ("holotron", "remote")


@dataclass
class OneField(SmallReader):
    """Has one field; only who reads it again learns what it holds."""

    is_of: ScreenElement = FIELD
    holds: str | None = "old"

    def __post_init__(self):
        self.element = self.focus = self.is_of

    def refreshed(self, element):
        return replace(self.is_of, value=self.holds) if element.handle == FIELD.handle else None


class Watched(SmallScreen):
    """Shows one more part in another shade once something was sent."""

    def __init__(self, changes=None, *, settled=True, size=None):
        super().__init__()
        self.changes, self.settled, self.size = changes, settled, size
        self.is_typed = False

    def observe_now(self):
        seen = super().observe_now()
        pixels = seen.frame.pixels.copy()
        if self.is_typed and self.changes is not None:
            at = self.changes
            pixels[at.y : at.bottom, at.x : at.right] = 200
        if self.is_typed and self.size is not None:
            pixels = pixels[: self.size]
        return replace(seen, frame=replace(seen.frame, pixels=pixels), settled=self.settled)


@dataclass
class Fingers(Hands):
    """Types into the field, or into nothing."""

    reader: OneField = field(default_factory=OneField)
    arrives: bool = False
    screen: Watched = field(default_factory=Watched)

    def execute(self, nonce, confirmation, stop, progress):
        action = self.prepared[nonce]
        self.screen.is_typed = True
        if isinstance(action, Write) and self.arrives:
            self.reader.holds = action.text
        return super().execute(nonce, confirmation, stop, progress)


class Heard(list):
    """Events of a run, each of which something happens at."""

    def __init__(self, at):
        super().__init__()
        self._at = at

    def append(self, event):
        super().append(event)
        self._at(event)


def rig(*intents, name="commands", reader=None, arrives=False, elements=None, screen=None):
    reader, screen = reader or OneField(), screen or Watched()
    steps = [
        Proposal(intent, element=(elements or {}).get(n), sentence=type(intent).__name__)
        for n, intent in enumerate(intents)
    ]
    return Rig(
        ScriptedPolicy(steps, name),
        reader=reader,
        screen=screen,
        hands=Fingers(reader=reader, arrives=arrives, screen=screen),
        verifier=EffectVerifier(reader, None),
    )


def sent(r):
    return [type(action) for action in r.hands.sent]


@pytest.mark.parametrize("name", ENDING)
@pytest.mark.parametrize("text", [TEXT, Write("Acme")], ids=["aimed", "where the keyboard is"])
@pytest.mark.parametrize(
    "then",
    [
        ENTER,
        Write("more"),
        Write("more", Aim(ScreenPoint(60, 90))),
        KeyDown("shift"),
        HoldAndTap(("alt",), ("tab",)),
        Clipboard("paste"),
    ],
    ids=lambda intent: type(intent).__name__,
)
def test_nothing_is_pressed_after_a_text_that_did_not_arrive(name, text, then):
    r = rig(text, then, name=name)
    ended = r.run()
    assert sent(r) == [Write]
    assert (ended.outcome, ended.message, ended.steps) == (Outcome.UNVERIFIED, SAID, 1)
    [record] = r.log.records
    assert record.receipt.kind == "denied"


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("then", [ENTER, Write("more"), KeyDown("shift"), Clipboard("paste")])
def test_a_model_is_told_that_it_did_not_arrive_and_may_press_the_field(name, then):
    r = rig(TEXT, then, Click(AT), TEXT, name=name, elements={2: FIELD})
    r.run()
    assert sent(r) == [Write, Click, Write]
    told = r.log.records[1]
    assert (told.confirmation.verdict, told.confirmation.reason) == (
        "blocked",
        f"{SAID} {PRESS_IT}",
    )
    assert told.execution is None
    assert told.receipt == NOT_SENT


def test_a_model_that_goes_on_pressing_keys_is_ended():
    r = rig(TEXT, *[ENTER] * 10, name="holotron")
    ended = r.run()
    assert sent(r) == [Write]
    assert ended.outcome is Outcome.BLOCKED
    assert ended.message.startswith("The text did not arrive")


@pytest.mark.parametrize("name", [*ENDING, *MODELS])
def test_escape_sends_nothing_off_and_changes_nothing(name):
    r = rig(TEXT, Hotkey(("Escape",)), ENTER, name=name)
    ended = r.run()
    assert sent(r) == [Write, Hotkey]
    assert ended.outcome is Outcome.UNVERIFIED
    assert r.hands.sent[-1] == Hotkey(("Escape",))


@pytest.mark.parametrize("between", [Wait(1.0), Move(AT), Scroll("down"), Shown("x", absent=True)])
def test_what_presses_nothing_in_between_changes_nothing(between):
    r = rig(TEXT, between, ENTER)
    if isinstance(between, Check):
        r.verifier.check = lambda *_: Receipt("effect_seen", "it is not shown")
    assert r.run().message == SAID
    assert Hotkey not in sent(r)


def test_a_text_that_arrived_is_followed():
    r = rig(TEXT, ENTER, arrives=True)
    r.run()
    assert sent(r) == [Write, Hotkey]


@pytest.mark.parametrize(
    "reader",
    [
        OneField(holds=None),
        OneField(is_of=replace(FIELD, role="cell")),
        OneField(is_of=replace(FIELD, role="terminal")),
        OneField(is_of=replace(FIELD, handle=None)),
        OneField(holds="x" * 100_000),
    ],
    ids=["unread", "cell", "terminal", "no handle", "cut off"],
)
def test_where_nobody_can_tell_keys_follow(reader):
    r = rig(TEXT, ENTER, reader=reader)
    r.run()
    assert sent(r) == [Write, Hotkey]


def test_where_only_the_picture_tells_keys_follow():
    r = rig(TEXT, ENTER)
    r.verifier = FakeVerifier([Receipt("not_seen", "nothing changed", code="unchanged")])
    r.run()
    assert sent(r) == [Write, Hotkey]


class SlowField(FakeClock):
    """The field tells what it got only after the third wait."""

    def __init__(self, reader):
        super().__init__()
        self._reader = reader

    def wait(self, seconds, stop):
        super().wait(seconds, stop)
        if len(self.waited) == 3:
            self._reader.holds = "Acme"


def test_a_field_that_tells_late_is_waited_for():
    reader = OneField()
    r = rig(TEXT, ENTER, reader=reader)
    r.clock = SlowField(reader)
    r.run()
    assert sent(r) == [Write, Hotkey]
    assert r.log.records[0].receipt.code == "exact"


@pytest.mark.parametrize(
    "instead", [None, replace(FIELD, role="list_item", value="Acme")], ids=["gone", "another thing"]
)
def test_a_field_that_is_gone_is_no_proof_that_it_got_the_text(instead):
    reader = OneField()
    r = rig(TEXT, ENTER, reader=reader)

    def leaves(event):
        if isinstance(event, Stepped):
            reader.refreshed = lambda element: instead

    r.events = Heard(leaves)
    assert r.run().message == GONE
    assert sent(r) == [Write]


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Acme", "Acme"),
        ("ABC", "abc"),
        ("Acme ", "Acme"),
        ("100.00", "100"),
        ("100", "100.00"),
        ("1,000", "1000"),
        ("007", "7"),
        ("ex.org", "https://ex.org/"),
        ("Acme Incorporated", "Acme Inc"),
        ("hello\n", ""),
        ("a\tb", "old"),
        ("…", "old"),
    ],
)
@pytest.mark.parametrize("overwrite", [True, False])
def test_a_field_that_puts_a_text_its_own_way_is_followed(text, held, overwrite):
    r = rig(Write(text, overwrite=overwrite), ENTER, reader=OneField(holds=held))
    r.run()
    assert sent(r) == [Write, Hotkey]


def test_what_is_added_is_put_the_fields_own_way_with_what_it_held():
    r = rig(Write("0"), ENTER, reader=OneField(holds="1.5"))
    r.run()
    assert sent(r) == [Write, Hotkey]


@pytest.mark.parametrize(
    ("held", "screen", "follows"),
    [
        ("", Watched(), False),
        ("old", Watched(), False),
        ("", Watched(Rect(200, 200, 40, 12)), True),
        ("old", Watched(Rect(200, 200, 40, 12)), False),
        ("", Watched(Rect(310, 200, 40, 12)), False),
        ("", Watched(Rect(200, 200, 2, 12)), False),
        ("old", Watched(Rect(60, 44, 30, 12)), True),
        ("old", Watched(settled=False), True),
        ("old", Watched(size=200), True),
    ],
    ids=[
        "nothing new", "nothing new over old", "window of an area that tells nothing",
        "elsewhere in its window", "outside its window", "a caret", "in the field", "restless",
        "another size",
    ],
)  # fmt: skip
def test_a_field_is_believed_only_where_the_picture_shows_nothing_new(held, screen, follows):
    r = rig(TEXT, ENTER, reader=OneField(holds=held), screen=screen)
    r.run()
    assert sent(r) == ([Write, Hotkey] if follows else [Write])


@pytest.mark.parametrize(
    "hidden",
    [replace(FIELD, states=FIELD.states | {"secret"}), replace(FIELD, role="password")],
    ids=["secret", "password"],
)
@pytest.mark.parametrize("is_named", [True, False])
def test_a_password_field_is_not_read_though_it_shows_its_text_by_now(hidden, is_named):
    reader, read = OneField(is_of=hidden), []
    reader.refreshed = lambda element: read.append(element) or replace(FIELD, value="once")
    delivery = Delivery(reader)
    proposal = Proposal(TEXT, element=hidden if is_named else None)
    step = Pending(1, proposal, Risk(RiskLevel.R1), View(observation(), 0.0), Timings(), met=hidden)
    assert delivery.field_before(step, TEXT) is None
    assert read == []


def test_a_key_that_is_held_is_let_go_all_the_same():
    r = rig(KeyDown("shift"), TEXT, KeyUp("shift"), ENTER)
    r.run()
    assert sent(r) == [KeyDown, Write, KeyUp]


def test_a_press_elsewhere_is_a_new_beginning():
    r = rig(TEXT, click(200, 200), ENTER, elements={1: replace(FIELD, role="button")})
    r.run()
    assert sent(r) == [Write, Click, Hotkey]


def test_a_field_that_is_pressed_may_be_typed_into_and_gets_no_keys():
    r = rig(TEXT, Click(AT), ENTER, elements={1: FIELD})
    assert r.run().message == SAID
    assert sent(r) == [Write, Click]
    again = rig(TEXT, Click(AT), TEXT, elements={1: FIELD}, name="holotron")
    again.run()
    assert sent(again) == [Write, Click, Write]


@pytest.mark.parametrize("action", [click(), Hotkey(("right",))])
def test_a_slider_is_read_anew_right_before_it_is_pressed_or_turned(action):
    slider = replace(FIELD, role="slider", value="12")
    reader = OneField(is_of=slider)
    reader.refreshed = lambda element: replace(slider, value="40")
    step = Pending(
        1, Proposal(action, element=slider), Risk(RiskLevel.R1), View(observation(), 0.0), Timings()
    )
    held = Delivery(reader).field_before(step, action)
    assert replace(step, held=held).compared.element.value == "40"


@pytest.mark.parametrize(("letters", "value"), [(4, "••••"), (0, ""), (None, None), (2**31, None)])
def test_of_a_password_field_only_the_number_of_its_characters_is_asked(letters, value):
    secret = replace(FIELD, role="password", states=FIELD.states | {"secret"})
    reader = OneField(is_of=secret)
    reader.letters = lambda element: letters
    for element, met in ((secret, None), (None, secret)):
        step = Pending(
            1, Proposal(TEXT, element), Risk(RiskLevel.R1), View(observation(), 0.0), Timings()
        )
        step = replace(step, met=met)
        held = Delivery(reader).field_before(step, TEXT)
        assert (held.value if held else None) == value
        compared = replace(step, held=held).compared
        assert step.proposal.element is element
        assert compared.element is (held or element)
