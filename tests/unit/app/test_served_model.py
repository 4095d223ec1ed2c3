"""A model server made ready for a run: probed once, again when it changed, and shown pictures or not."""

import itertools
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from types import SimpleNamespace

import msgspec
import pytest

from app.desk import ModelEvents
from app.known_servers import is_silent, keep, kept, note_silent
from app.model_server import NoSuchModel, check_server, known_findings
from app.served_model import ServedPolicy, open_server, served_policy, shows_pictures
from app.settings import Folders, OtherServer, ServerSettings
from automation.commands.policy import CommandsPolicy
from automation.core.errors import Stopped
from automation.core.timing import StopToken
from model.calibrate.endpoint import EndpointCalibration, sent_screens
from model.families.family import SPACES
from model.families.known import PLAIN, family
from model.families.resize import QWEN3, SentPicture
from model.goals.policy import GoalsPolicy
from model.remote import RemotePolicy
from model.server.asking import ServerError, ServerFault, message
from tests.fakes import screens
from tests.fakes.driver import Driver, FakeApps, is_key
from tests.fakes.fake_reader import FakeReader
from tests.kit.model_server import Connection, ModelServer, Said, fixed_tokens
from tests.kit.probed_model import ProbedModel

SEEING = "Qwen3-VL-8B"
POINTS = EndpointCalibration("R", "none", "off", "qwen3-vl", 12, 12, 1.0, message("same_point"))


class Voice:
    def __init__(self):
        self.heard = []

    def preparing(self, words):
        self.heard.append(words)


@pytest.fixture
def folders(tmp_path):
    made = Folders(tmp_path / "config", tmp_path / "data", tmp_path / "run")
    made.create()
    return made


@pytest.fixture
def serve():
    """Return what starts a server with some manners; it ends with the test."""
    started = []

    def start(*, names=("tiny",), model=None, kind="vLLM", tokens_of=QWEN3.tokens, **changed):
        changed = {"models": names, "thinks": True, "tokens_of": tokens_of} | changed
        started.append(ModelServer(model or ProbedModel(), kind, **changed))
        return started[-1]

    yield start
    for server in started:
        server.close()


def opened(server, folders, model="", **more):
    settings = ServerSettings(server.url, model, **more)
    return open_server(settings, folders, StopToken(), lambda *_: None)


def keep_points(opened, points, folders):
    keep(msgspec.structs.replace(opened.known, points=points), folders.data)


def policy(server, folders, *, voice=None, **more):
    return served_policy(
        ServerSettings(server.url, **more), folders, FakeReader(), lambda *_: None,
        voice or Voice(), StopToken(), images_kept=3,
    )  # fmt: skip


def test_a_server_is_probed_once_and_asked_as_was_found(serve, folders):
    server = serve(holds=("format",), thinking_off=("reasoning_effort",))
    first = opened(server, folders)
    assert (first.client.quirks.schema, first.client.quirks.thinking) == (
        "format",
        "reasoning_effort",
    )
    asked = len(server.questions)
    again = opened(server, folders)
    assert len(server.questions) == asked
    assert (again.known, again.client.quirks) == (first.known, first.client.quirks)


def test_another_version_is_probed_again_and_forgets_where_points_were(serve, folders):
    server = serve()
    first = opened(server, folders)
    keep_points(first, POINTS, folders)
    tells = {"/version": {"version": "0.32.0"}}
    server.kind = replace(server.kind, tells=tells, holds=("structured_outputs",))
    again = opened(server, folders)
    assert (again.known.found.version, again.client.quirks.schema) == (
        "vLLM 0.32.0",
        "structured_outputs",
    )
    assert again.known.points is None
    assert kept(server.url, first.model, folders.data) == again.known


def test_a_new_version_that_cannot_be_probed_is_not_asked_as_the_old_one_was(serve, folders):
    server = serve()
    opened(server, folders, "tiny")
    server.kind = replace(server.kind, tells={"/version": {"version": "0.32.0"}})
    server._answers = ProbedModel(refuses=("messages",))
    assert opened(server, folders, "tiny").known is None


def test_a_server_that_is_gone_for_now_is_asked_as_was_found_before(serve, folders):
    server = serve(holds=("format",))
    before = opened(server, folders, "tiny")
    server.close()
    again = opened(server, folders, "tiny")
    assert (again.known, again.client.quirks.schema) == (before.known, "format")


def test_another_model_is_probed_for_itself(serve, folders):
    server = serve(names=("a", "b"))
    opened(server, folders, "a")
    asked = len(server.questions)
    assert opened(server, folders, "b").known.found.model == "b"
    assert len(server.questions) > asked


def test_a_server_that_is_gone_is_left_to_the_first_step_to_tell(serve, folders):
    settings = ServerSettings("http://127.0.0.1:9/v1", "big")
    found = open_server(settings, folders, StopToken(), lambda *_: None)
    assert (found.model, found.known) == ("big", None)


def test_nothing_is_sent_without_consent(folders):
    settings = ServerSettings("https://box.example/v1", "big")
    with pytest.raises(ServerError) as error:
        open_server(settings, folders, StopToken(), lambda *_: None)
    assert error.value.fault is ServerFault.NOT_ALLOWED


def test_a_run_says_that_it_probes_and_a_stop_ends_that(serve, folders):
    server, voice = serve(), Voice()
    policy(server, folders, voice=voice)
    assert any("what the model sees" in words for words in voice.heard)
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        open_server(ServerSettings(server.url), folders, stop, lambda *_: None)


@pytest.mark.parametrize(
    ("name", "tokens_of", "sees", "is_shown"),
    [
        (SEEING, QWEN3.tokens, "auto", True),
        (SEEING, QWEN3.tokens, "text", False),
        (SEEING, None, "auto", False),
        (SEEING, None, "pictures", True),
        (SEEING, lambda w, h: 0, "auto", False),
        (SEEING, fixed_tokens, "auto", False),
        ("unheard-of-7b", QWEN3.tokens, "auto", False),
    ],
)
def test_pictures_are_shown_to_a_model_that_was_found_to_see_them(
    serve, folders, name, tokens_of, sees, is_shown
):
    server = serve(names=(name,), sees=tokens_of is not None, tokens_of=tokens_of)
    made = policy(server, folders, sees=sees)
    assert type(made) is (RemotePolicy if is_shown else GoalsPolicy)
    if is_shown:
        assert not made._manner.is_calibrated


def test_what_calibration_found_decides_where_it_is_there(serve, folders):
    server = serve(names=(SEEING,))
    found = opened(server, folders)
    settings = ServerSettings(server.url)
    none = msgspec.structs.replace(POINTS, coordinates=None)
    assert shows_pictures(settings, found.known.found, POINTS, PLAIN)
    assert not shows_pictures(settings, found.known.found, none, family("qwen3-vl"))
    keep_points(found, POINTS, folders)
    assert policy(server, folders)._manner.is_calibrated
    keep_points(found, none, folders)
    assert type(policy(server, folders)) is GoalsPolicy


@pytest.mark.parametrize("calls_tools", [True, False])
def test_a_model_that_may_call_tools_does_so_where_the_server_parses_them(
    serve, folders, calls_tools
):
    server = serve(names=("Holo3.1-4B",), model=ProbedModel(calls_tools=calls_tools))
    contract = policy(server, folders)._manner.family.contract
    assert bool(contract.tools("norm_1000")) is calls_tools
    assert (contract.schema("norm_1000") is None) is calls_tools


class Pointing:
    """Answers where the targets of the drawn screens are, in thousandths."""

    def __init__(self):
        self.screens = sent_screens(family("qwen3-vl"))

    def __call__(self, asked):
        for screen in self.screens:
            if screen.picture.png in asked.pictures:
                [target] = [one for one in screen.targets if one.description in asked.text]
                sent = SentPicture(screen.rect, (screen.rect.w, screen.rect.h), screen.rect)
                return "[{}, {}]".format(*sent.in_space(target.box.center, SPACES["R"]))
        return None


def test_trying_a_server_calibrates_a_model_that_sees_and_keeps_both(serve, folders):
    server = serve(names=(SEEING,), model=ProbedModel(points=Pointing()))
    told = []
    found = check_server(
        ServerSettings(server.url), folders, StopToken(), lambda words, share: told.append(share)
    )
    assert found.model == SEEING
    assert found.findings[-1].is_good, found.findings[-1].text
    assert kept(server.url, SEEING, folders.data).points.coordinates == "R"
    assert known_findings(ServerSettings(server.url, SEEING), folders) == found.findings
    shares = [share for share in told if share is not None]
    assert shares == sorted(shares)
    asked = len(server.questions)
    assert policy(server, folders)._manner.is_calibrated
    assert len(server.questions) == asked


def test_a_model_whose_points_mean_nothing_gets_names_and_the_user_is_told(serve, folders):
    server = serve(names=(SEEING,))
    found = check_server(ServerSettings(server.url), folders, StopToken(), lambda *_: None)
    assert not found.findings[-1].is_good
    assert type(policy(server, folders)) is GoalsPolicy


def test_of_a_server_that_was_never_tried_nothing_is_known(folders):
    assert known_findings(ServerSettings("http://127.0.0.1:9/v1", "big"), folders) == ()


def test_a_text_model_is_not_calibrated(serve, folders):
    server = serve(sees=False)
    check_server(ServerSettings(server.url), folders, StopToken(), lambda *_: None)
    assert len(server.questions) < 12
    assert kept(server.url, "tiny", folders.data).points is None


def test_a_name_that_the_server_does_not_have_is_told_with_those_that_it_has(serve, folders):
    server = serve(names=("a", "b"))
    with pytest.raises(NoSuchModel, match="has 2 models"):
        check_server(ServerSettings(server.url), folders, StopToken(), lambda *_: None)
    assert server.questions == []


class Chosen(ProbedModel):
    """A text model that presses Save, and says whose task it was asked about."""

    def __init__(self, gone_after=10**9):
        super().__init__()
        self.left = gone_after
        """Answers until the server dies: it then drops every connection, also for its models."""
        self.lock = threading.Lock()

    def __call__(self, asked):
        task = re.search(r"task-\d+", asked.text)
        if task is None:
            return super().__call__(asked)
        with self.lock:
            self.left -= 1
            if self.left < 0:
                return Connection.drop
        ref = re.search(r'^(e\d+) button "Save"', asked.text, re.MULTILINE)[1]
        return json.dumps({"plan": task[0], "ref": ref, "do": "press"})


def dying(serve, gone_after):
    model = Chosen(gone_after)

    def models(link):
        listed = {"object": "list", "data": [{"id": "tiny", "owned_by": "vllm"}]}
        link.drop() if model.left < 0 else link.json(listed)

    return serve(model=model, at={"/v1/models": models})


class Run(Driver):
    """One run of a goal on the chosen servers."""

    def __init__(self, text, servers, folders, end, **more):
        super().__init__(text, screens.save_dialog())
        self.told = []
        first, *others = (server.url for server in servers)
        settings = ServerSettings(first, more=tuple(OtherServer(url) for url in others), **more)

        def carry_out(forms, book):
            return CommandsPolicy.of_forms(forms, self.reader, book, apps=FakeApps(), is_key=is_key)

        def made(server, language, stop):
            return served_policy(
                server,
                folders,
                self.reader,
                carry_out,
                ModelEvents(lambda _: None),
                stop,
                images_kept=1,
                language=language,
            )

        self.policy = ServedPolicy(
            settings,
            folders,
            made,
            self._tell,
            end,
        )

    def _tell(self, address, gone, left_out):
        self.told.append((address.host, gone))
        self.left_out = left_out


@pytest.fixture
def begin(folders):
    """Return what begins a run; all of them end with the test."""
    with ExitStack() as end:
        yield lambda text, *servers, **more: Run(text, servers, folders, end, **more)


def hosts(*servers):
    return [server.url[7:-3] for server in servers]


def test_a_run_takes_the_server_with_the_fewest_runs_and_stays_there(serve, begin):
    one, two = serve(model=Chosen()), serve(model=Chosen())
    runs = [begin(f"file task-{n}", one, two) for n in range(4)]
    for _ in range(2):
        for n, run in enumerate(runs):
            proposal = run.decide()
            assert proposal.claim == f"task-{n}"
            run.take(proposal)
    assert [[host for host, _ in run.told] for run in runs] == [
        [host] for host in hosts(one, two, one, two)
    ]


def test_a_run_that_is_over_counts_no_more(serve, folders):
    one, two = serve(model=Chosen()), serve(model=Chosen())
    for _ in range(3):
        with ExitStack() as end:
            run = Run("file task-1", (one, two), folders, end)
            run.decide()
            assert run.told == [(hosts(one)[0], ())]


def test_a_server_that_does_not_answer_is_passed_over_said_and_asked_again_later(
    serve, begin, folders
):
    gone, here = serve(model=Chosen()), serve(model=Chosen())
    gone.close()
    first, second = begin("file task-1", gone, here), begin("file task-2", gone, here)
    first.decide(), second.decide()
    assert first.told == second.told == [(hosts(here)[0], (hosts(gone)[0],))]
    assert is_silent(gone.url, folders.data)
    alone = begin("file task-3", gone)
    with pytest.raises(ServerError) as error:
        alone.decide()
    assert error.value.fault is ServerFault.UNREACHABLE


def test_the_only_server_is_not_passed_over_though_it_was_silent_a_moment_ago(
    serve, begin, folders
):
    here = serve(model=Chosen())
    note_silent(here.url, folders.data)
    run = begin("file task-1", here)
    run.decide()
    assert run.told == [(hosts(here)[0], ())]


def test_where_no_server_answers_the_run_ends_with_what_is_wrong_and_nothing_was_told(serve, begin):
    one, two = serve(), serve()
    one.close(), two.close()
    run = begin("file task-1", one, two)
    with pytest.raises(ServerError, match="start the model server there"):
        run.decide()
    assert run.told == []


def test_what_is_wrong_with_a_server_is_said_in_the_language_of_the_task(serve, begin):
    gone = serve()
    gone.close()
    for text, said in (
        ("lege die Rechnung task-1 ab", "antwortet nichts; starte dort den Modellserver"),
        ("file the invoice task-1", "nothing answers at"),
    ):
        with pytest.raises(ServerError, match=said) as error:
            begin(text, gone).decide()
        assert error.value.fault is ServerFault.UNREACHABLE


def test_before_the_first_step_a_run_goes_on_at_another_server_and_says_so(serve, begin):
    bad, good = dying(serve, 0), serve(model=Chosen())
    run = begin("file task-1", bad, good)
    assert run.decide().claim == "task-1"
    assert run.told == [(hosts(bad)[0], ()), (hosts(good)[0], (hosts(bad)[0],))]


def test_a_run_that_has_done_something_ends_and_says_what_to_do(serve, begin):
    bad, good = dying(serve, 1), serve(model=Chosen())
    run = begin("file task-1", bad, good)
    run.take(run.decide())
    with pytest.raises(ServerError, match="start what is left of it as a new task") as error:
        run.decide()
    assert hosts(good)[0] in str(error.value)
    assert good.questions == []
    assert [host for host, _ in run.told] == hosts(bad)


def test_an_answer_that_the_model_did_not_end_is_no_reason_to_ask_another_server(serve, begin):
    def endless(asked):
        return Said("{", finish="length") if "task-" in asked.text else ProbedModel()(asked)

    talks, good = serve(model=endless), serve(model=Chosen())
    run = begin("file task-1", talks, good)
    with pytest.raises(ServerError) as error:
        run.decide()
    assert error.value.fault is ServerFault.CUT_OFF
    assert good.questions == []


def test_a_server_without_consent_or_with_a_bad_address_is_left_out_and_named(serve, begin):
    here = serve(model=Chosen())
    far = SimpleNamespace(url="https://box.example/v1")
    bad = SimpleNamespace(url="https://ann:secret@box.example:port/v1")
    run = begin("file task-1", far, here, bad)
    assert run.decide().claim == "task-1"
    assert run.told == [(hosts(here)[0], ())]
    assert run.left_out == ("box.example:443", "box.example:port/v1")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lege die Rechnung task-1 ab", "Du hast nicht zugestimmt"),
        ("file it", "You have not agreed"),
    ],
)
def test_where_no_server_may_be_asked_that_is_said_in_the_language_of_the_task(begin, text, said):
    run = begin(text, *(SimpleNamespace(url=f"https://box{n}.example/v1") for n in (1, 2)))
    with pytest.raises(ServerError, match=said) as error:
        run.decide()
    assert error.value.fault is ServerFault.NOT_ALLOWED
    assert run.told == []


def loading(serve, asks):
    """Return a server that loads its model: so often its list is asked for in vain."""
    left = itertools.count(asks, -1)

    def models(link):
        listed = {"object": "list", "data": [{"id": "tiny", "owned_by": "vllm"}]}
        link.error(503, "loading") if next(left) > 0 else link.json(listed)

    return serve(model=Chosen(), at={"/v1/models": models})


def test_a_server_that_loads_its_model_is_passed_over_and_is_not_silent_for_other_runs(
    serve, begin, folders
):
    loads, here = loading(serve, 10**9), serve(model=Chosen())
    run = begin("file task-1", loads, here)
    run.decide()
    assert run.told == [(hosts(here)[0], (hosts(loads)[0],))]
    assert not is_silent(loads.url, folders.data)


def test_where_all_servers_load_their_models_the_first_is_waited_for_as_a_single_one_is(
    serve, begin
):
    one, two = loading(serve, 1), loading(serve, 10**9)
    run = begin("file task-1", one, two)
    assert run.decide().claim == "task-1"
    assert run.told == [(hosts(one)[0], (hosts(two)[0],))]


@pytest.mark.timeout(120)
def test_a_hundred_runs_at_once_over_three_servers_of_which_one_dies_none_lost_none_mixed(
    serve, begin
):
    """Each run has two steps; the server dies while some ask for their first one."""
    one, bad, two = serve(model=Chosen()), dying(serve, 20), serve(model=Chosen())
    for server in (one, bad, two):
        begin("file task-0", server).policy.opened(
            StopToken()
        )  # probed once, as after the first use
    runs = [begin(f"file task-{n}", one, bad, two) for n in range(1, 101)]
    all_have_begun = threading.Barrier(100)

    def work(n):
        run = runs[n - 1]
        first = run.decide()
        run.take(first)
        all_have_begun.wait(60)
        try:
            return [first.claim, run.decide().claim], ""
        except ServerError as error:
            return [first.claim], str(error)

    with ThreadPoolExecutor(100) as pool:
        ends = list(pool.map(work, range(1, 101)))
    for n, (claims, problem) in enumerate(ends, 1):
        assert claims == [f"task-{n}"] * (1 if problem else 2)
        if problem:  # its server died after the first step
            assert "as a new task" in problem
            assert runs[n - 1].told[-1][0] == hosts(bad)[0]
    assert sum(not problem for _, problem in ends) == 80, "the server answered 20 times"
    moved = [run for run in runs if len(run.told) == 2]
    assert moved
    assert all(run.told[1][1] == (hosts(bad)[0],) for run in moved)
    asked = {
        server: [re.search(r"task-\d+", q.text) for q in server.questions] for server in (one, two)
    }
    counts = [sum(found is not None for found in found_all) for found_all in asked.values()]
    assert sum(counts) == 160
    assert abs(counts[0] - counts[1]) <= 20
