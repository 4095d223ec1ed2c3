"""What mutated inputs once broke, one test each: the smallest input that did it."""

import asyncio
import io
import os
import sqlite3
import tracemalloc
from contextlib import ExitStack

import msgspec
import pytest

from app.ask import JsonConfirmer, LineSource, TerminalConfirmer
from automation.core import files
from automation.core.actions import action_from_json
from automation.core.errors import Damaged, RecordError
from automation.core.events import Task
from automation.core.geometry import Rect
from automation.core.proposal import Outcome, Risk, RiskLevel
from automation.core.timing import StopToken
from automation.desktop.elements.atspi import AtspiTree
from automation.desktop.elements.bounded_walk import Met, Sheets, Walk
from automation.desktop.elements.nodes import Application
from automation.desktop.input.protocol import Approval, Execute, app_channel, executor_channel
from automation.desktop.launcher import read_entry
from automation.records.rows import record_of
from automation.records.store import DATABASE, Store
from model.calibrate.scoring import point_in
from model.checkpoint.manifest import FileHash, Manifest
from model.checkpoint.safetensors import FileId
from tests.fuzz import samples
from tests.fuzz.models import _answers
from tests.fuzz.watch import attack
from tests.fuzz.wire import _QUESTION, _control_answers, _framed, _Lines, _Nowhere, _Pipe
from tests.fuzz.words import _entries

DEEP = "[" * 200_000
NESTED = b"\x81\xa1a" * 200_000


def test_an_action_that_is_no_utf8_is_refused_as_no_json():
    with pytest.raises(msgspec.DecodeError):
        action_from_json(b'{"kind": "ask", "\xff": 1}')


@pytest.mark.parametrize("place", ['"point":{"x":1,"y":2,"zz":', '"element":{"name":"n","box":'])
def test_an_action_that_is_nested_without_end_is_refused(place):
    with pytest.raises(msgspec.DecodeError):
        action_from_json('{"kind":"move","at":{' + place + DEEP)


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 10**30])
def test_a_pixel_that_no_window_system_can_count_is_refused(number):
    with pytest.raises(msgspec.ValidationError):
        action_from_json(f'{{"kind":"move","at":{{"point":{{"x":1,"y":{number}}}}}}}')


def test_a_window_number_that_no_frame_can_carry_is_refused():
    with pytest.raises(msgspec.ValidationError):
        action_from_json(f'{{"kind":"window","op":"close","window_id":{10**30}}}')


@pytest.mark.parametrize("channel_of", [executor_channel, app_channel])
def test_a_frame_that_is_nested_without_end_is_refused(channel_of):
    message = b"\x84\xa4type\xa4done\xa3seq\x01\xa9execution\x81\xa2zz" + NESTED
    request = (
        b"\x83\xa4type\xa7prepare\xa3seq\x01\xa6action\x82\xa4kind\xa4move\xa2at\x81\xa5point\x81\xa2zz"
        + NESTED
    )
    for payload in (message, request):
        with pytest.raises((ValueError, msgspec.DecodeError)):
            channel_of(_Pipe(_framed(payload))).receive()


@pytest.mark.parametrize("when", [float("nan"), float("inf"), -1.0])
def test_an_approval_without_a_real_moment_is_refused(when):
    request = Execute(1, "a" * 32, Approval("accepted", "user", when))
    with pytest.raises(msgspec.ValidationError):
        executor_channel(_Pipe(_framed(msgspec.msgpack.encode(request)))).receive()


def test_a_step_that_is_nested_without_end_is_damaged():
    with pytest.raises(Damaged):
        record_of('{"zz":' + DEEP)


@pytest.mark.parametrize("given", [b"\xff", 7, None])
def test_a_step_that_is_no_text_is_damaged(given):
    with pytest.raises(Damaged):
        record_of(given)


@pytest.mark.parametrize("line", [DEEP, '{"n": 1, "decision": ' + DEEP])
def test_a_decision_that_is_nested_without_end_decides(line):
    said = []
    confirmer = JsonConfirmer(_Lines(line), said.append)
    found = confirmer.confirm(
        samples.proposal_of(samples.ACTIONS[0]), Risk(RiskLevel.R1), None, StopToken()
    )
    assert (found.verdict, len(said)) == ("blocked", 1)


@pytest.mark.parametrize("number", ["1e309", "-1e309", "9" * 5000, DEEP])
def test_a_pick_that_is_no_number_chooses(number):
    said = []
    assert (
        JsonConfirmer(_Lines('{"pick": ' + number + "}"), said.append).choose(
            _QUESTION, None, StopToken()
        )
        is None
    )
    assert len(said) == 1


@pytest.mark.parametrize("line", ["e --5 7", "e " + "9" * 5000 + " 1", "e ² 3", "e - 1"])
def test_an_edit_on_the_terminal_without_numbers_is_asked_again(line):
    proposal = samples.proposal_of(samples.ACTIONS[0])
    found = TerminalConfirmer(_Lines(line), _Nowhere()).confirm(
        proposal, Risk(RiskLevel.R1), None, StopToken()
    )
    assert found.verdict == "blocked"


@pytest.mark.parametrize("line", ["9" * 5000, "²", "--1", " 2 \x1f "])
def test_a_choice_on_the_terminal_that_is_no_number_is_asked_again(line):
    assert TerminalConfirmer(_Lines(line), _Nowhere()).choose(_QUESTION, None, StopToken()) is None


def test_standard_input_that_is_no_utf8_ends_and_is_not_waited_for():
    lines = LineSource(io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8"))
    assert lines.next(StopToken()) is None


def test_an_answer_to_stop_that_is_nested_without_end_is_said(tmp_path):
    with ExitStack() as closing, pytest.raises(ValueError, match="nested"):
        _control_answers(tmp_path, closing).feed(b"[" * 4000 + b"\n")


def test_an_entry_with_a_long_command_is_read_at_once(tmp_path):
    assert attack(_entries(tmp_path), 0, 0, cuts=False).findings == []


def test_an_entry_with_a_nul_is_no_application(tmp_path):
    path = tmp_path / "x.desktop"
    path.write_bytes(b"[Desktop Entry]\nType=Application\nName=x\nExec=a\0b\n")
    assert read_entry(path, "x.desktop", {}) is None


def test_a_pipe_in_the_folder_of_applications_is_not_waited_for(tmp_path):
    path = tmp_path / "x.desktop"
    os.mkfifo(path)
    assert read_entry(path, "x.desktop", {}) is None


def test_a_long_blank_in_an_answer_is_read_at_once():
    assert attack(_answers(), 0, 0, cuts=False).findings == []
    assert point_in("(512," + " " * 15_000 + "300)") == (512.0, 300.0)


def test_a_small_file_takes_no_room_for_a_large_one(tmp_path):
    path = tmp_path / "small"
    files.write_new(path, b"x")
    tracemalloc.start()
    try:
        assert files.read(path, 1 << 28) == b"x"
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("run", "outcome = 'no word of ours'"),
        ("meta", "value = 'never'"),
        ("run", "task = CAST(x'ff' AS TEXT)"),
    ],
)
def test_a_poisoned_row_keeps_nobody_from_the_history(tmp_path, table, change):
    store = Store(tmp_path)
    store.new_run(Task("x")).end(Outcome.DONE, "Done.")
    store.close()
    database = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
    database.execute(f"UPDATE {table} SET {change}")
    database.close()
    store = Store(tmp_path)
    try:
        found = [run.outcome for run in store.runs()]
    except RecordError:
        found = ["said"]
    finally:
        store.close()
    assert found in ([Outcome.DONE], [Outcome.ERROR], ["said"])


class _Bus:
    """Gives one program's answers by member; None for the others."""

    def __init__(self, **answers):
        self._answers = answers
        self.asked = 0

    async def replies(self, calls):
        self.asked += len(calls)
        return [
            self._answers.get(call.body[1] if call.member == "Get" else call.member)
            for call in calls
        ]

    async def reply(self, call):
        return (await self.replies([call]))[0]


_SOUND = {
    "Name": ("Save",),
    "GetRole": (43,),
    "GetState": ([1 << 25, 0],),
    "GetExtents": ([1, 2, 3, 4],),
}


@pytest.mark.parametrize(
    "lie",
    [
        {"GetState": (["1", 2.5],)},
        {"GetState": ([{}, None],)},
        {"GetExtents": ([float("nan"), 0, 5, 5],)},
        {"GetExtents": (["1", "2", "3", "4"],)},
        {"GetExtents": ([10**30, 0, 5, 5],)},
        {"GetRole": (10**30,)},
        {"Parent": ([["a"], {"b": 1}],)},
        {"Name": (7,)},
    ],
)
def test_a_node_that_answers_with_another_type_is_read_without_that(lie):
    found = asyncio.run(AtspiTree(_Bus(**{**_SOUND, **lie})).nodes([(":1.1", "/a")]))
    node = found[0]
    assert isinstance(node.name, str)
    assert 0 <= node.role < 1 << 32
    assert node.box in (Rect(1, 2, 3, 4), Rect(0, 0, 0, 0))


@pytest.mark.parametrize("relations", [[7], [None], "ab", [[2, 7]], [[2]]])
def test_a_relation_of_another_type_labels_nothing(relations):
    bus = _Bus(GetRelationSet=(relations,))
    assert asyncio.run(AtspiTree(bus).labels([(":1.1", "/a")])) == [""]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**30])
def test_a_slider_without_a_finite_number_holds_none(value):
    node = asyncio.run(AtspiTree(_Bus(**_SOUND)).nodes([(":1.1", "/a")]))[0]
    assert asyncio.run(AtspiTree(_Bus(CurrentValue=(value,))).number(node)) is None


@pytest.mark.parametrize(
    ("told", "held"),
    [("", ""), ("Ada", "Ada"), ("A\ufffcda", "Ada"), ("\ufffc", None), ("\ufffc\ufffc", None)],
)
def test_what_holds_nothing_but_marks_of_things_inside_does_not_count_as_empty(told, held):
    bus = _Bus(**_SOUND, CharacterCount=(len(told),), GetText=(told,))
    tree = AtspiTree(bus)
    node = asyncio.run(tree.nodes([(":1.1", "/a")]))[0]
    assert asyncio.run(tree.text(node)) == held


@pytest.mark.parametrize("has_collection", [True, False])
def test_a_million_children_are_not_all_asked(has_collection):
    children = ([[":1.1", "/a"]] * 1_000_000,)
    answers = {
        **_SOUND,
        "ChildCount": (3,),  # a lie
        "GetChildren": children,
        "GetMatches": children if has_collection else None,
    }
    bus = _Bus(**answers)
    tree = AtspiTree(bus)
    asyncio.run(tree.top_levels(Application((":1.1", "/root"), 1)))
    assert bus.asked < 1100
    walk = Walk(tree, Sheets(tree), Met())
    assert len(asyncio.run(walk.showing((":1.1", "/root")))) <= 2000
    assert bus.asked < 30_000


def test_a_file_of_a_checkpoint_may_be_called_anything():
    name = os.fsdecode(b"\xff.json")
    assert len(Manifest((FileHash(name, "a" * 64, FileId(1, 2)),)).digest) == 64
