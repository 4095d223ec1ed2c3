"""What is known of a target: by the tree, by OCR, by what the run has done so far."""

from dataclasses import replace

from automation.agent.evidence import EvidenceCollector
from automation.core.actions import (
    Aim,
    Click,
    Element,
    Hotkey,
    KeyDown,
    KeyUp,
    Launch,
    Move,
    Scroll,
    Wait,
    Window,
    Write,
)
from automation.core.events import Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import WindowInfo
from automation.core.proposal import Proposal, RiskLevel
from automation.safety.app_kinds import AppKind
from automation.safety.risk import assess
from tests.fakes.fake_clock import FakeClock
from tests.fakes.fake_reader import FakeReader, element, line
from tests.fakes.scripted_policy import ScriptedPolicy
from tests.unit.agent.rig import EDITOR, observation

SEEN = observation()
MAIL = WindowInfo(
    9, "Inbox", "thunderbird", 50, Rect(300, 0, 100, 300), executable="/usr/bin/thunderbird"
)
BOTH = observation(windows=(EDITOR, MAIL))
HERE, THERE = ScreenPoint(50, 15), ScreenPoint(350, 15)
SAVE = element("Save", "button", Rect(40, 10, 60, 20))


def collector(elements=(), lines=(), task="do it", policy="commands", clock=None):
    reader = FakeReader(elements, lines)
    chooser = ScriptedPolicy([], policy)
    return EvidenceCollector(reader, Task(task), chooser, clock or FakeClock()), reader


def click(point=HERE, called=""):
    named = Element(called, source="model") if called else None
    return Proposal(Click(Aim(point, named)))


def test_the_tree_names_the_target():
    known, _ = collector([SAVE])
    found = known.of(click(), SEEN)
    assert (found.name, found.role, found.app) == ("Save", "button", "mousepad")


def test_an_element_that_was_resolved_a_moment_ago_is_not_looked_up_again():
    known, reader = collector()
    reader.at = None
    found = known.of(replace(click(), element=SAVE), SEEN)
    assert found.name == "Save"


def test_a_point_outside_the_resolved_element_is_looked_up():
    known, _ = collector([element("Delete", "button", Rect(40, 10, 60, 20))])
    elsewhere = replace(SAVE, box=Rect(200, 200, 10, 10))
    found = known.of(replace(click(), element=elsewhere), SEEN)
    assert (found.name, found.seen_labels) == ("Delete", ("Save",))


def test_what_the_policy_calls_the_target_counts_beside_its_name():
    known, _ = collector([SAVE])
    found = known.of(click(called="Delete"), SEEN)
    assert (found.called, found.seen_labels) == (("Delete",), ())


def test_a_name_from_the_policy_does_not_give_a_nameless_main_button_one():
    main = element("", "button", Rect(40, 10, 60, 20), states=frozenset({"default"}))
    known, _ = collector([main], policy="holotron")
    proposals = click(), click(called="the OK button, harmless")
    levels = [assess(one.intent, known.of(one, SEEN)).level for one in proposals]
    assert levels == [RiskLevel.R3, RiskLevel.R3]


def test_ocr_reads_the_label_where_the_tree_is_silent():
    known, reader = collector(lines=[line("Send", Rect(40, 10, 40, 16))])
    assert known.of(click(), SEEN).seen_labels == ("Send",)
    assert reader.readings == 1


def test_ocr_is_not_asked_where_the_tree_speaks():
    known, reader = collector([SAVE], [line("Send", Rect(40, 10, 40, 16))])
    assert known.of(click(), SEEN).seen_labels == ()
    assert reader.readings == 0


def test_the_name_of_a_whole_page_is_no_label():
    page = element("Delete your account - Shop", "document", Rect(0, 0, 300, 300))
    assert collector([page])[0].of(click(), SEEN).name == ""


def test_a_field_that_the_policy_calls_a_button_is_judged_as_a_button():
    known, _ = collector([element("Send", "field", Rect(40, 10, 60, 20))])
    resolved = element("Send", "button", Rect(200, 200, 10, 10))
    assert known.of(replace(click(), element=resolved), SEEN).role == "button"


def test_keys_and_text_are_judged_by_what_has_the_focus():
    secret = element("PIN", "password", Rect(9, 90, 9, 9), states=frozenset({"focused", "secret"}))
    known, _ = collector([secret])
    assert known.of(Proposal(Write("x")), SEEN).is_secret
    assert known.of(Proposal(Hotkey(("a",))), SEEN).is_secret
    assert not known.of(click(), SEEN).is_secret


def test_a_password_field_is_known_by_its_role_too():
    known, _ = collector([element("PIN", "password", Rect(40, 10, 60, 20))])
    assert known.of(Proposal(Write("x", Aim(HERE))), SEEN).is_secret


def test_the_window_under_the_pixel_tells_the_program():
    found = collector()[0].of(click(THERE), BOTH)
    assert (found.app, found.kinds) == ("thunderbird", frozenset({AppKind.MAIL}))


def test_our_own_window_is_known_as_ours_for_pixels_and_for_keys():
    own = replace(EDITOR, is_own=True)
    seen = observation(windows=(own,))
    known, _ = collector()
    assert known.of(click(), seen).is_own_window
    assert known.of(Proposal(Write("x")), seen).is_own_window


def test_keys_that_are_held_are_remembered_until_they_are_let_go():
    known, _ = collector()
    known.acted(KeyDown("Control_L".replace("_", "")), SEEN, SEEN)
    known.acted(KeyDown("Shift"), SEEN, SEEN)
    assert "shift" in known.of(click(), SEEN).held_keys
    known.acted(KeyUp("shift"), SEEN, SEEN)
    assert "shift" not in known.of(click(), SEEN).held_keys


def test_the_first_program_of_a_run_is_where_it_begins_and_the_second_is_new():
    known, _ = collector()
    assert not known.of(click(), BOTH).is_first_in_app
    known.acted(click().intent, BOTH, BOTH)
    assert not known.of(click(), BOTH).is_first_in_app
    assert known.of(click(THERE), BOTH).is_first_in_app


def test_a_program_that_the_user_named_is_not_new():
    known, _ = collector(task="copy the total from mousepad to Thunderbird")
    known.acted(click().intent, BOTH, BOTH)
    assert not known.of(click(THERE), BOTH).is_first_in_app


def test_a_program_that_the_run_started_is_not_new():
    known, _ = collector()
    known.acted(click().intent, SEEN, SEEN)
    known.acted(Launch("thunderbird"), SEEN, BOTH)
    assert not known.of(click(THERE), BOTH).is_first_in_app


def test_a_window_has_an_age_only_if_it_came_during_the_run():
    clock = FakeClock()
    known, _ = collector(clock=clock)
    known.saw(SEEN)
    clock.advance(5)
    known.saw(BOTH)
    clock.advance(0.4)
    assert known.of(click(), BOTH).window_age_s is None
    assert 0.3 < known.of(click(THERE), BOTH).window_age_s < 0.5


def test_a_menu_has_no_age():
    known, _ = collector()
    known.saw(SEEN)
    popup = replace(MAIL, is_popup=True)
    known.saw(observation(windows=(EDITOR, popup)))
    assert known.of(click(THERE), observation(windows=(EDITOR, popup))).window_age_s is None


def test_an_action_that_sends_nothing_has_no_target():
    known, reader = collector([SAVE])
    reader.focused = reader.at = None
    found = known.of(replace(Proposal(Wait(1)), raised_risk=RiskLevel.R3), SEEN)
    assert (found.name, found.raised) == ("", RiskLevel.R3)


def test_nothing_is_looked_up_for_what_meets_no_element():
    known, reader = collector([SAVE])
    reader.focused = reader.at = reader.text = None
    for action in (Move(Aim(HERE)), Scroll("down", at=Aim(HERE)), Launch("x"), Window("next")):
        assert known.of(Proposal(action), SEEN).name == ""


def test_who_chose_the_target_follows_from_the_policy():
    names = {name: collector(policy=name)[0].origin for name in ("commands", "macro", "remote")}
    assert names == {"commands": "user", "macro": "macro", "remote": "model"}


def test_the_origin_follows_a_policy_that_hands_over():
    chooser = ScriptedPolicy([], "commands")
    evidence = EvidenceCollector(FakeReader([], []), Task("find it"), chooser, FakeClock())
    before = evidence.origin
    chooser._name = "holotron"
    assert (before, evidence.origin) == ("user", "model")
