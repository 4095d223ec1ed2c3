"""The policy of a server's model with pictures: what it sends, how it reads, and where it stops."""

import datetime
import io
import json
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from automation.core.actions import Answer, Ask, Click, Drag, Write, aims_of
from automation.core.errors import ActionParseError, Stopped
from automation.core.events import Task
from automation.core.generation import TextDelta
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation
from automation.core.ports import History
from automation.core.proposal import (
    Confirmation,
    Execution,
    Finish,
    Outcome,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
)
from automation.core.timing import StopToken
from automation.desktop.screen import FIELD_EDGE_PX, DesktopScreen
from model.families.known import all_families, family
from model.proposing import HELD_BACK, ONLY_FIRST
from model.remote import MOST_PIXELS, UNTESTED, RemoteManner, RemotePolicy
from model.server.asking import Reply, ServerError, ServerFault, ToolUse
from model.server.client import ServerClient
from model.server.wire import Quirks
from tests.fakes.fake_engine import FakeVoice
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.fake_server import FakeServer
from tests.kit.model_server import KINDS, ModelServer, Said
from tests.unit.agent.rig import EDITOR, observation
from tests.unit.model.families.conversations import POINT, replies_of, tool_replies_of
from tests.unit.model.families.wires import MORE

TASK = Task("save the document", policy="remote")
SAVE = element("Save", "button", Rect(180, 140, 60, 24), window_id=7)


def read_key(name):
    return tuple(name.lower().split("+")) if name != "bogus" else None


def reply(tool, **arguments):
    return json.dumps(
        {"note": None, "thought": "it is there", "tool_call": {"tool_name": tool, **arguments}}
    )


def click(x=500, y=500):
    return reply("click_desktop", element="the button", x=x, y=y, button="left")


class Rig:
    def __init__(self, *answers, name="holo3", elements=(SAVE,), manner=None):
        self.server = FakeServer(answers[0] if callable(answers[0]) else list(answers))
        self.voice = FakeVoice()
        self.policy = RemotePolicy(
            self.server,
            manner or RemoteManner(family(name), is_calibrated=True),
            FakeReader(elements),
            read_key=read_key,
            voice=self.voice,
            today=lambda: datetime.date(2026, 11, 21),
        )
        self.records = []

    def step(self, seen=None, task=TASK):
        return self.policy.propose(
            task, History(tuple(self.records)), seen or observation(), StopToken()
        )

    def done(self, proposal, verdict="accepted", reason=""):
        ran = verdict == "accepted"
        self.records.append(
            StepRecord(
                len(self.records) + 1,
                proposal,
                Risk(RiskLevel.R1),
                Confirmation(verdict, "user", reason=reason),
                proposal.intent,
                None,
                Execution(2, 1.0) if ran else None,
                Receipt("effect_seen"),
            )
        )

    def asked(self, n=-1):
        return "\n".join(turn.text for turn in self.server.asked[n].turns)

    def pictures(self, n=-1):
        return [p for turn in self.server.asked[n].turns for p in turn.pictures]


def test_the_models_point_becomes_a_pixel_named_by_the_screen():
    proposal = Rig(click(525, 500)).step()
    assert isinstance(proposal.intent, Click)
    assert proposal.intent.at.point == ScreenPoint(210, 150)
    assert proposal.element is SAVE
    assert proposal.sentence == "Click “Save”"
    assert proposal.claim == "it is there [the button]"
    assert proposal.evidence == "button, by its accessible name; chosen by 127.0.0.1:8080"


def test_a_point_that_was_never_calibrated_says_so_on_the_card():
    rig = Rig(click(), manner=RemoteManner(family("holo3")))
    assert UNTESTED in rig.step().evidence


def test_the_picture_has_the_size_that_the_family_leaves_as_it_is():
    for one in all_families():
        rig = Rig(ServerError(ServerFault.BUSY, "busy"), manner=RemoteManner(one))
        with pytest.raises(ServerError):
            rig.step(screen(1366, 768))
        (picture,) = rig.pictures()
        size = picture.width, picture.height
        assert one.rule.resized(*size) == size
        assert Image.open(io.BytesIO(picture.png)).size == size


def test_a_large_screen_is_sent_smaller_and_its_points_come_back():
    rig = Rig(click(500, 500))
    proposal = rig.step(screen(3840, 2160))
    (picture,) = rig.pictures()
    assert picture.width * picture.height <= MOST_PIXELS
    assert proposal.intent.at.point == ScreenPoint(1920, 1080)


def test_of_several_monitors_the_one_with_the_active_window_is_sent():
    wide = replace(
        screen(800, 300),
        monitors=(Monitor(1, Rect(0, 0, 400, 300), 1.0), Monitor(2, Rect(400, 0, 400, 300), 1.0)),
        windows=(replace(EDITOR, rect=Rect(450, 10, 200, 200)),),
    )
    proposal = Rig(click(500, 500), elements=()).step(wide)
    assert 400 + 195 < proposal.intent.at.point.x < 400 + 225


def test_a_reply_that_cannot_be_used_is_asked_for_once_more_with_the_reason():
    rig = Rig("I would click Save.", click())
    assert isinstance(rig.step().intent, Click)
    assert len(rig.server.asked) == 2
    assert "could not be used: the reply is not one JSON value" in rig.asked()
    assert rig.voice.asked_again == 1


def test_useless_replies_are_told_of_in_the_language_of_the_task():
    rig = Rig("no", "no")
    with pytest.raises(ActionParseError, match="Das Modell wurde 2 Mal gefragt"):
        rig.step(task=replace(TASK, text="schick das ab"))


def test_two_useless_replies_end_the_step_and_nothing_is_proposed():
    rig = Rig("no", "no, really\u202e", click())
    with pytest.raises(ActionParseError, match="asked 2 times and no reply could be used") as told:
        rig.step()
    assert "model.server.family" in str(told.value)
    assert len(rig.server.asked) == 2


@pytest.mark.parametrize(
    "fault", [ServerFault.CUT_OFF, ServerFault.EMPTY, ServerFault.ONLY_THOUGHT]
)
def test_what_the_model_did_wrong_is_asked_once_more(fault):
    rig = Rig(ServerError(fault, "cut off"), click())
    assert isinstance(rig.step().intent, Click)


def test_a_model_that_only_thinks_is_asked_without_thinking():
    venus = "<think>there</think><action>Click(box=(500, 500))</action>"
    rig = Rig(ServerError(ServerFault.ONLY_THOUGHT, "only thought"), venus, name="ui-venus-2")
    rig.step()
    assert [ask.thinking for ask in rig.server.asked] == ["on", "off"]


@pytest.mark.parametrize("fault", sorted(set(ServerFault) - {"cut_off", "empty", "only_thought"}))
def test_what_the_server_did_wrong_is_not_asked_again(fault):
    rig = Rig(ServerError(fault, "no"), click())
    with pytest.raises(ServerError):
        rig.step()
    assert len(rig.server.asked) == 1


def test_thinking_is_never_acted_on():
    rig = Rig(Reply("", reasoning=click()), Reply("", reasoning=click()))
    with pytest.raises(ActionParseError):
        rig.step()
    rig = Rig(f"<think>{click()}", f"<think>{click()}</think>")
    with pytest.raises(ActionParseError):
        rig.step()


def test_a_stop_ends_it_before_anything_is_asked():
    rig, stop = Rig(click()), StopToken()
    stop.stop("user")
    with pytest.raises(Stopped):
        rig.policy.propose(TASK, History(), observation(), stop)
    assert rig.server.asked == []


@pytest.mark.parametrize(
    "said", ["type the password hunter2 into Password", "type hunter2 into the password field"]
)
def test_a_task_with_a_password_is_not_sent(said):
    rig = Rig(click())
    finish = rig.step(task=Task(said, policy="remote"))
    assert finish == Finish(Outcome.NOT_UNDERSTOOD, HELD_BACK)
    assert rig.server.asked == []


def test_a_dry_run_shows_the_first_step_only():
    rig = Rig(click())
    rig.done(rig.step(), "dry_run")
    assert rig.step() == Finish(Outcome.DONE, ONLY_FIRST)


def test_the_history_holds_steps_results_and_the_last_pictures_only():
    rig = Rig(*[click()] * 6)
    for _ in range(5):
        rig.done(rig.step())
    rig.done(rig.step(), "rejected", reason="not that one")
    rig.server._answers = iter([click()])
    rig.step()
    turns = rig.server.asked[-1].turns
    assert sum(turn.role == "assistant" for turn in turns) == 6
    assert len(rig.pictures()) == 3
    assert "The user refused this step: not that one." in turns[-2].text
    assert len([past for past in rig.policy._past if past.picture]) == 2


def test_a_step_without_a_record_is_forgotten():
    rig = Rig(click(100, 100), click(200, 200))
    rig.step()
    rig.step()
    assert not any(turn.role == "assistant" for turn in rig.server.asked[-1].turns)


def test_the_first_of_a_batch_is_done_and_the_rest_is_said():
    text = "<think>t</think><action>Sequence(actions=[Click(box=(500, 500)), Type(content='hi')])</action>"
    rig = Rig(text, text, name="ui-venus-2")
    proposal = rig.step()
    assert isinstance(proposal.intent, Click)
    assert "1 more of the same reply dropped" in proposal.evidence
    rig.done(proposal)
    rig.step()
    assert "Only the first of your actions was done." in rig.asked()


def test_a_model_of_no_family_may_aim_by_a_short_name():
    rig = Rig(reply("press_thing", thing="e1"), name="plain", manner=RemoteManner(family("plain")))
    proposal = rig.step()
    assert 'e1 button "Save"' in rig.asked()
    assert proposal.intent.at.point == SAVE.box.center
    assert proposal.element == SAVE
    assert proposal.sentence == "Click “Save”"
    assert UNTESTED not in proposal.evidence
    assert "by its name e1 in the list" in proposal.evidence


def test_a_short_name_that_is_not_in_the_list_is_refused():
    rig = Rig(reply("press_thing", thing="e9"), reply("press_thing", thing="e9"), name="plain")
    with pytest.raises(ActionParseError, match="no thing 'e9'"):
        rig.step()


def test_text_goes_to_a_named_field():
    name = element("Name", "field", Rect(20, 40, 100, 20), window_id=7)
    rig = Rig(
        reply("write_thing", thing="e1", content="Ada", press_enter=True, overwrite=False),
        name="plain",
        elements=(name,),
    )
    proposal = rig.step()
    assert isinstance(proposal.intent, Write)
    assert (proposal.intent.text, proposal.intent.press_enter) == ("Ada", True)
    assert proposal.element == name


def test_points_of_a_model_that_calibration_found_unfit_are_not_used_but_names_are():
    unfit = RemoteManner(family("plain"), no_points="No coordinate space fits.")
    rig = Rig(click(), reply("press_thing", thing="e1"), manner=unfit)
    assert rig.step().element == SAVE
    assert "points are not used: No coordinate space fits." in rig.asked()
    with pytest.raises(ActionParseError, match="points are not used"):
        Rig(click(), click(), manner=unfit).step()


def test_plans_are_shown_and_a_model_that_only_plans_ends():
    plan = reply("update_plan", goals=[{"title": "open it", "status": "running"}])
    rig = Rig(plan, click())
    assert isinstance(rig.step().intent, Click)
    assert rig.voice.plans
    with pytest.raises(ActionParseError, match="planned 3 times"):
        Rig(*[plan] * 3).step()


def test_questions_and_answers_are_the_users():
    assert Rig(reply("ask_user", question="Which?"), name="plain").step().intent == Ask("Which?")
    assert Rig(reply("answer", content="Saved.")).step().intent == Answer("Saved.")


def test_the_thought_is_shown_while_it_comes():
    class Streaming(FakeServer):
        def reply(self, ask, stop, heard=None):
            text = click()
            for start in range(0, len(text), 5):
                heard(TextDelta(text[start : start + 5], "answer"))
            return Reply(text)

    rig = Rig(click())
    rig.policy._model = Streaming([])
    rig.step()
    assert rig.voice.text == "it is there"


# Drafts


def drafted(rig):
    return [draft.point for draft in rig.voice.drafts]


def test_the_place_is_drafted_while_the_reply_comes_and_taken_back_when_it_is_decided():
    rig = Rig(click(500, 250))
    proposal = rig.step()
    (draft,) = rig.voice.drafts
    assert draft.point == proposal.intent.at.point == ScreenPoint(200, 75)
    assert draft.words == "Click 200, 75"
    assert draft.observation.frame.rect.w == 400
    assert rig.voice.decisions == 1


@pytest.mark.parametrize("one", all_families(), ids=lambda one: one.name)
def test_a_draft_of_each_family_is_where_its_step_aims(one):
    for text in replies_of(one):
        rig = Rig(text, name=one.name, elements=())
        proposal = rig.step(full_screen())
        aims = aims_of(proposal.intent)
        assert drafted(rig) == [aim.point for aim in aims]


@pytest.mark.parametrize("one", all_families(), ids=lambda one: one.name)
def test_whatever_else_a_family_writes_its_last_draft_is_where_the_step_acts(one):
    for text in MORE[type(one.contract)]:
        rig = Rig(text, text, name=one.name, elements=())
        with suppress(ActionParseError):  # an action that this family does not have
            action = rig.step(full_screen()).intent
            end = action.path[-1:] if isinstance(action, Drag) else ()
            acts_at = [*(aim.point for aim in aims_of(action)), *end][-1:]
            assert drafted(rig)[-1:] == acts_at


@pytest.mark.parametrize("name", ["plain", "holo3", "qwen2.5-vl"])
def test_a_place_is_drafted_before_the_reply_is_whole(name):
    text = replies_of(family(name))[0]
    cut = text.rindex("}")
    rig = Rig(ServerError(ServerFault.BUSY, "busy"), name=name)
    server = Breaking(text[:cut])
    rig.policy._model = server
    with pytest.raises(Stopped):
        rig.step(full_screen())
    (point,) = drafted(rig)
    assert point.distance(POINT) <= 2
    assert rig.voice.decisions == 0


class Breaking(FakeServer):
    """Is stopped after a part of its reply."""

    def __init__(self, text):
        super().__init__([])
        self.text = text

    def reply(self, ask, stop, heard=None):
        for char in self.text:
            heard(TextDelta(char, "answer"))
        raise Stopped("user")


def test_each_reply_has_a_draft_of_its_own_and_thinking_has_none():
    rig = Rig(click(100, 100)[:-1] + ', "more": 1}', click(500, 250))
    rig.step()
    assert drafted(rig) == [ScreenPoint(40, 30), ScreenPoint(200, 75)]
    assert rig.voice.asked_again == 1
    with ModelServer([Said(click(500, 250), click(100, 100))], "LM Studio") as server:
        policy = over(server, family("holo3"))
        policy.propose(TASK, History(), observation(), StopToken())
    assert [draft.point for draft in policy._voice.drafts] == [ScreenPoint(200, 75)]


def test_points_that_are_not_used_are_not_drafted_but_things_are():
    unfit = RemoteManner(family("plain"), no_points="No coordinate space fits.")
    rig = Rig(click(), reply("press_thing", thing="e1"), manner=unfit)
    rig.step()
    assert drafted(rig) == [SAVE.box.center]


def test_a_call_is_drafted_while_its_arguments_come():
    one = family("holo3.1").for_server(parses_tools=True)
    click = tool_replies_of(one)[0]
    (use,) = click.tool_uses
    cut = use.arguments.index('"button"')
    cut_off = replace(click, tool_uses=(ToolUse(use.name, use.arguments[:cut]),))
    with ModelServer([by_tool(cut_off, piece=1, finish="length")]) as server:
        policy = over(server, one)
        with pytest.raises(ServerError):
            policy.propose(TASK, History(), full_screen(), StopToken())
    assert len(policy._voice.drafts) == 2, "it was asked twice"
    assert all(draft.point.distance(POINT) <= 2 for draft in policy._voice.drafts)


def test_an_answer_that_comes_as_a_forced_tool_call_is_shown_and_drafted_as_well():
    text = replies_of(family("holo3"))[0]
    with ModelServer([Said(text, piece=5)], "vLLM") as server:
        policy = over(server, family("holo3"))
        policy._model = ServerClient(server.url, "tiny", quirks=Quirks(schema="tool"))
        proposal = policy.propose(TASK, History(), full_screen(), StopToken())
        (asked,) = server.questions
    assert asked.body["tool_choice"] == "required"
    assert policy._voice.text == "The field is empty."
    assert [draft.point for draft in policy._voice.drafts] == [proposal.intent.at.point]


def test_of_two_calls_the_first_is_drafted_and_none_is_done():
    one = family("holo3.1").for_server(parses_tools=True)
    (use,) = tool_replies_of(one)[0].tool_uses
    other = use.arguments.replace('"x": 250', '"x": 900')
    said = Said("two", tools=((use.name, use.arguments), (use.name, other)))
    with ModelServer([said]) as server:
        policy = over(server, one)
        with pytest.raises(ActionParseError, match="2 calls came"):
            policy.propose(TASK, History(), full_screen(), StopToken())
    assert {draft.words for draft in policy._voice.drafts} == {"Click 480, 270"}


def screen(width, height, pixels=None):
    if pixels is None:
        pixels = np.full((height, width, 4), 200, np.uint8)
    frame = Frame(pixels, ScreenPoint(0, 0), 0.0)
    monitor = Monitor(1, Rect(0, 0, width, height), 1.0)
    return Observation(frame, (monitor,), (EDITOR,), ScreenPoint(5, 5))


PRIVATE, FORM = Rect(500, 60, 300, 220), Rect(20, 30, 440, 520)
FIELD = Rect(60, 300, 200, 30)


class Grabbed:
    """A desktop whose private window and password field hold what a seed says; all else is the same."""

    def __init__(self, seed, elsewhere=90):
        self.seed, self.elsewhere = seed, elsewhere

    def grab(self, region=None):
        pixels = np.full((600, 900, 4), self.elsewhere, np.uint8)
        pixels[FORM.y : FORM.bottom, FORM.x : FORM.right] = 240
        noise = np.random.default_rng(self.seed)
        for box in (PRIVATE, FIELD.grown(-FIELD_EDGE_PX)):
            pixels[box.y : box.bottom, box.x : box.right] = noise.integers(
                0, 256, (box.h, box.w, 4)
            )
        return Frame(pixels, ScreenPoint(0, 0), 0.0)

    def reopen(self):
        pass

    def seen(self):
        return (
            replace(EDITOR, window_id=9, title=f"diary {self.seed}", rect=PRIVATE, is_active=False,
                    executable="/usr/bin/diary"),
            replace(EDITOR, rect=FORM),
        )  # fmt: skip

    def listed(self):
        return self.seen(), self.seen()

    def opaque_parts(self, windows):
        return {}

    def monitors(self):
        return (Monitor(1, Rect(0, 0, 900, 600), 1.0),)

    def pointer(self):
        return ScreenPoint(5, 5)


def sent_of(one, seed, elsewhere=90):
    """Return everything that leaves for one look at such a desktop, through the real screen."""
    password = element(
        "Password", "password", FIELD, window_id=7, value=f"secret {seed}",
        states=frozenset({"enabled", "showing", "editable", "secret"}),
    )  # fmt: skip
    desk = Grabbed(seed, elsewhere)
    eyes = DesktopScreen(
        desk, desk,
        is_private=lambda window: window.executable.endswith("diary"),
        find_secrets=lambda seen: (FIELD,),
    )  # fmt: skip
    rig = Rig(
        ServerError(ServerFault.BUSY, "busy"), manner=RemoteManner(one), elements=(SAVE, password)
    )
    with pytest.raises(ServerError):
        rig.step(eyes.observe_now())
    (ask,) = rig.server.asked
    return ask


@pytest.mark.parametrize("one", all_families(), ids=lambda one: one.name)
def test_no_byte_of_a_window_that_is_never_looked_at_or_of_a_password_leaves(one):
    first = sent_of(one, 1)
    assert first == sent_of(one, 2)
    assert first != sent_of(one, 1, elsewhere=91)
    assert "secret" not in repr([turn.text for turn in first.turns])
    assert "diary" not in repr([turn.text for turn in first.turns])


def over(server, one):
    """Return a policy that asks a server behind a wire, by the real client."""
    return RemotePolicy(
        ServerClient(server.url, "tiny"),
        RemoteManner(one, is_calibrated=True),
        FakeReader((SAVE,)),
        read_key=read_key,
        voice=FakeVoice(),
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("one", all_families(), ids=lambda one: one.name)
def test_over_the_wire_of_every_server_each_family_clicks_and_says_what_it_thinks(one, kind):
    text = replies_of(one)[0]
    with ModelServer([Said(text, "it thinks first")], kind) as server:
        proposal = over(server, one).propose(TASK, History(), full_screen(), StopToken())
        (asked,) = server.questions
    assert isinstance(proposal.intent, Click)
    assert proposal.intent.at.point.distance(POINT) <= 2
    assert proposal.claim.startswith(("The field is empty.", "fill in the name", "it thinks first"))
    size = Image.open(io.BytesIO(asked.pictures[0])).size
    assert one.rule.resized(*size) == size


@pytest.mark.parametrize("kind", [kind for kind, has in KINDS.items() if has.has_tools])
@pytest.mark.parametrize("name", ["holo3.1", "holo4"])
def test_over_the_wire_of_every_server_with_tools_a_call_is_a_step_and_is_told_again(name, kind):
    one = family(name).for_server(parses_tools=True)
    said = [by_tool(reply, piece=3) for reply in tool_replies_of(one)]
    with ModelServer(said, kind) as server:
        policy = over(server, one)
        proposal = policy.propose(TASK, History(), full_screen(), StopToken())
        record = StepRecord(
            1, proposal, Risk(RiskLevel.R1), Confirmation("rejected", "user", reason="not yet"),
            proposal.intent, None, None, Receipt("not_seen"),
        )  # fmt: skip
        typed = policy.propose(TASK, History((record,)), full_screen(), StopToken())
        first, second = (asked.body for asked in server.questions)
    assert proposal.intent.at.point.distance(POINT) <= 2
    assert proposal.claim == "The field is empty. [Name]"
    assert isinstance(typed.intent, Write)
    assert "response_format" not in first
    assert "tool_choice" not in first
    assert [tool["function"]["name"] for tool in first["tools"]][-1] == "answer"
    assert "output_format" not in str(first["messages"])
    call, result = (
        message for message in second["messages"] if message["role"] in ("assistant", "tool")
    )
    (told,) = call["tool_calls"]
    assert told["function"]["name"] == "click_desktop"
    assert json.loads(told["function"]["arguments"])["element"] == "Name"
    assert result["tool_call_id"] == told["id"]
    assert "not yet" in result["content"]


@pytest.mark.parametrize("finish", ["length", "content_filter", None])
def test_over_the_wire_nothing_is_done_from_a_call_that_is_cut_off(finish):
    one = family("holo4").for_server(parses_tools=True)
    said = by_tool(tool_replies_of(one)[0], finish=finish)
    with ModelServer([said]) as server, pytest.raises(ServerError):
        over(server, one).propose(TASK, History(), full_screen(), StopToken())


def by_tool(reply, **more):
    (use,) = reply.tool_uses
    return Said(reply.text, tools=((use.name, use.arguments),), **more)


@pytest.mark.parametrize("finish", ["length", "content_filter", None])
@pytest.mark.parametrize("one", all_families(), ids=lambda one: one.name)
def test_over_the_wire_nothing_is_done_from_a_reply_that_is_cut_off(one, finish):
    whole = replies_of(one)[0]
    with ModelServer([Said(whole, finish=finish)]) as server:
        with pytest.raises(ServerError):
            over(server, one).propose(TASK, History(), full_screen(), StopToken())
        assert len(server.questions) <= 2


@pytest.mark.parametrize("one", all_families(), ids=lambda one: one.name)
def test_over_the_wire_nothing_is_done_from_a_thought(one):
    said = Said("", reasoning=replies_of(one)[0])
    with ModelServer([said], "vLLM") as server, pytest.raises(ServerError):
        over(server, one).propose(TASK, History(), full_screen(), StopToken())


def full_screen():
    return replace(screen(1920, 1080), windows=(replace(EDITOR, rect=Rect(0, 0, 1920, 1080)),))
