"""A checkpoint comes whole, once, from a hub that misbehaves; or not at all, with a sentence."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from huggingface_hub import hf_hub_download
from tqdm import tqdm

from automation.core.errors import DiskFull, DownloadError, LoadError, Stopped
from automation.core.timing import StopToken
from model.download import Places, download, listing_of, plan_download, present
from tests.fakes.fake_hub import COMMIT, REPO, FakeHub, served


def planned(hub, folder, **more):
    return plan_download(REPO, folder, endpoint=hub.address, **more)


def fetched(plan, **more):
    settings = {
        "accepted_licence": True,
        "progress": lambda _: None,
        "stop": StopToken(),
        "retries_s": (0.0, 0.0),
    }
    return download(plan, **{**settings, **more})


def files_of(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}


def wanted(hub):
    return {n: c for n, c in hub.files.items() if n.endswith((".json", ".safetensors", ".jinja"))}


def test_a_checkpoint_comes_whole_and_can_be_read(hub, tmp_path):
    folder = tmp_path / "new" / "model"
    spec = fetched(planned(hub, folder))
    assert spec.folder == folder
    assert files_of(folder) == wanted(hub)
    assert present(folder) == spec


def test_code_in_the_repository_is_listed_and_never_fetched(hub, tmp_path):
    plan = planned(hub, tmp_path)
    code = {name for name in hub.files if name.endswith(".py")}
    assert code
    assert not code & {file.name for file in plan.files}
    fetched(plan)
    assert not [r.path for r in hub.requests if r.path.endswith(".py")]


def test_a_plan_costs_one_question_and_tells_size_licence_and_room(hub, tmp_path):
    hub.card = {"license": "other", "license_name": "Some Open Licence", "license_link": "LICENSE"}
    plan = planned(hub, tmp_path / "not" / "there")
    assert len(hub.requests) == 1
    assert plan.bytes == plan.missing_bytes == sum(map(len, wanted(hub).values()))
    assert plan.licence == "Some Open Licence (LICENSE)"
    assert plan.free_bytes > 0
    assert plan.listing.commit == COMMIT
    assert not (tmp_path / "not").exists()


def test_a_licence_that_is_not_stated_is_said_so(hub, tmp_path):
    hub.card = {}
    assert "not stated" in planned(hub, tmp_path).licence


def test_nothing_is_fetched_before_the_licence_is_accepted(hub, tmp_path):
    plan = planned(hub, tmp_path / "model")
    with pytest.raises(
        DownloadError, match="licence of someone/tiny-holotron was not accepted: mit"
    ):
        fetched(plan, accepted_licence=False)
    assert len(hub.requests) == 1
    assert not (tmp_path / "model").exists()


def test_small_files_come_first(hub, tmp_path):
    names = [file.name for file in planned(hub, tmp_path).files]
    weights = [name.endswith(".safetensors") for name in names]
    assert weights == sorted(weights)
    assert weights[0] != weights[-1]


def test_no_token_is_sent_unless_one_is_given(hub, tmp_path):
    fetched(planned(hub, tmp_path))
    assert {r.token for r in hub.requests} == {""}
    hub.requests.clear()
    (tmp_path / "config.json").unlink()
    fetched(planned(hub, tmp_path, token="given"), token="given")
    assert len(hub.requests) == 2
    assert {r.token for r in hub.requests} == {"Bearer given"}


def test_a_token_stays_with_the_hub_when_files_lie_elsewhere(hub, tmp_path, shard):
    with served(FakeHub(hub.files, break_after={shard: [5000]})) as store:
        hub.store = store.address
        fetched(planned(hub, tmp_path, token="given"), token="given")
    assert {r.token for r in hub.requests} == {"Bearer given"}
    assert {r.token for r in store.requests} == {""}
    assert store.asked_for(shard) == [0, 5000]
    assert files_of(tmp_path) == wanted(hub)


def test_a_request_tells_nothing_of_this_machine(hub, tmp_path):
    fetched(planned(hub, tmp_path))
    assert {(r.agent, r.encoding) for r in hub.requests} == {("deskhand", "identity")}


def test_progress_ends_at_all_bytes_and_never_falls(hub, tmp_path):
    told = []
    plan = planned(hub, tmp_path)
    fetched(plan, progress=told.append)
    done = [progress.done_bytes for progress in told]
    assert done == sorted(done)
    assert done[-1] == plan.bytes
    assert {progress.total_bytes for progress in told} == {plan.bytes}


def test_a_broken_connection_is_taken_up_where_it_broke(hub, tmp_path, shard):
    size = len(hub.files[shard])
    hub.break_after[shard] = [1000, 2000, 3000]
    spec = fetched(planned(hub, tmp_path), retries_s=(0.0,))
    assert hub.asked_for(shard) == [0, 1000, 3000, 6000]
    assert size > 6000
    assert files_of(spec.folder)[shard] == hub.files[shard]


def test_a_connection_that_stays_broken_is_given_up_and_what_came_is_kept(hub, tmp_path, shard):
    hub.break_after[shard] = [1000, 0, 0, 0]
    plan = planned(hub, tmp_path)
    with pytest.raises(DownloadError, match=f"{shard}: the connection breaks again and again"):
        fetched(plan, retries_s=(0.0, 0.0))
    hub.requests.clear()
    hub.break_after.clear()
    again = planned(hub, tmp_path)
    assert again.missing_bytes < plan.missing_bytes
    fetched(again)
    assert hub.asked_for(shard) == [1000]
    assert "config.json" not in {r.path.rsplit("/", 1)[-1] for r in hub.requests}


def test_a_busy_server_is_asked_again(hub, tmp_path):
    plan = planned(hub, tmp_path)
    hub.statuses = [503, 429]
    fetched(plan)
    assert files_of(tmp_path) == wanted(hub)


def test_a_server_without_ranges_makes_it_start_the_file_afresh(hub, tmp_path, shard):
    hub.break_after[shard] = [5000]
    hub.ignores_ranges = True
    fetched(planned(hub, tmp_path))
    assert hub.asked_for(shard) == [0, 5000]
    assert files_of(tmp_path)[shard] == hub.files[shard]


@pytest.mark.parametrize("total", [17, "9" * 5000], ids=["smaller", "endless"])
def test_a_range_of_a_file_of_another_size_is_not_glued_on(hub, tmp_path, shard, total):
    hub.break_after[shard] = [5000]
    hub.total_told = total
    fetched(planned(hub, tmp_path))
    assert hub.asked_for(shard) == [0, 5000, 0]
    assert files_of(tmp_path)[shard] == hub.files[shard]


def test_a_range_that_begins_elsewhere_is_not_glued_on(hub, tmp_path, shard):
    hub.break_after[shard] = [5000]
    hub.start_off_by = 7
    fetched(planned(hub, tmp_path))
    assert hub.asked_for(shard) == [0, 5000, 0]
    assert files_of(tmp_path)[shard] == hub.files[shard]


@pytest.mark.parametrize("name", ["config.json", "weights"])
def test_wrong_bytes_are_thrown_away_and_named(hub, tmp_path, shard, name):
    name = shard if name == "weights" else name
    right = hub.files[name]
    hub.sent[name] = right[:-1] + bytes([right[-1] ^ 1])
    with pytest.raises(DownloadError, match=rf"{name}: the (sha256|git) hash is .* expected"):
        fetched(planned(hub, tmp_path))
    assert name not in files_of(tmp_path)
    assert not list((tmp_path / ".deskhand").glob("*.part"))
    hub.sent.clear()
    fetched(planned(hub, tmp_path))
    assert files_of(tmp_path) == wanted(hub)


def test_more_bytes_than_told_are_refused(hub, tmp_path):
    hub.sent["config.json"] = hub.files["config.json"] + b" "
    with pytest.raises(DownloadError, match=r"config\.json: more bytes came"):
        fetched(planned(hub, tmp_path))


def test_fewer_bytes_than_told_are_no_file(hub, tmp_path):
    hub.sent["config.json"] = hub.files["config.json"][:-1]
    with pytest.raises(DownloadError, match=r"config\.json: the connection breaks"):
        fetched(planned(hub, tmp_path))
    assert "config.json" not in files_of(tmp_path)


def test_a_part_that_is_too_long_is_started_afresh(hub, tmp_path, shard):
    plan = planned(hub, tmp_path)
    places = Places(tmp_path)
    places.create()
    file = next(file for file in plan.files if file.name == shard)
    places.part(file).write_bytes(bytes(file.size_bytes + 5))
    fetched(plan)
    assert files_of(tmp_path)[shard] == hub.files[shard]


def test_a_damaged_part_is_noticed(hub, tmp_path, shard):
    plan = planned(hub, tmp_path)
    places = Places(tmp_path)
    places.create()
    file = next(file for file in plan.files if file.name == shard)
    places.part(file).write_bytes(bytes(100))
    with pytest.raises(DownloadError, match="hash is"):
        fetched(plan)
    fetched(plan)
    assert files_of(tmp_path)[shard] == hub.files[shard]


def test_files_that_are_there_are_checked_and_not_fetched(hub, tmp_path):
    for name, content in wanted(hub).items():
        (tmp_path / name).write_bytes(content)
    plan = planned(hub, tmp_path)
    assert plan.missing_bytes == 0
    told = []
    fetched(plan, progress=told.append)
    assert len(hub.requests) == 1
    assert {progress.doing for progress in told} == {"Checking files"}


def test_a_file_of_the_right_size_with_other_bytes_is_fetched_again(hub, tmp_path, shard):
    fetched(planned(hub, tmp_path))
    (tmp_path / ".deskhand" / "download.json").unlink()
    (tmp_path / shard).write_bytes(bytes(len(hub.files[shard])))
    fetched(planned(hub, tmp_path))
    assert files_of(tmp_path)[shard] == hub.files[shard]


def test_a_second_start_checks_nothing_twice(hub, tmp_path):
    fetched(planned(hub, tmp_path))
    hub.requests.clear()
    told = []
    fetched(planned(hub, tmp_path), progress=told.append)
    assert (len(hub.requests), told) == (1, [])


def test_a_new_revision_replaces_only_what_changed(hub, tmp_path):
    fetched(planned(hub, tmp_path))
    older = hub.files["generation_config.json"]
    hub.files["generation_config.json"] = older.replace(b" ", b"\t", 1)  # of the same size
    hub.described["sha"] = "d" * 40
    hub.requests.clear()
    fetched(planned(hub, tmp_path))
    assert [r.path.rsplit("/", 1)[-1] for r in hub.requests[1:]] == ["generation_config.json"]
    assert files_of(tmp_path) == wanted(hub)


def test_two_repositories_never_share_a_folder(hub, tmp_path):
    fetched(planned(hub, tmp_path))
    with pytest.raises(DownloadError, match="holds files of someone/tiny-holotron, not of other/"):
        plan_download("other/one", tmp_path, endpoint=hub.address)


def test_a_record_that_cannot_be_read_is_as_none(hub, tmp_path):
    fetched(planned(hub, tmp_path))
    (tmp_path / ".deskhand" / "download.json").write_text('{"repo": 3, "verified": []}')
    fetched(planned(hub, tmp_path))
    assert files_of(tmp_path) == wanted(hub)


def test_a_folder_that_is_whole_needs_no_network(hub, tmp_path):
    fetched(planned(hub, tmp_path))
    hub.requests.clear()
    assert present(tmp_path).folder == tmp_path
    assert present(tmp_path / "nothing") is None
    (tmp_path / "config.json").unlink()
    assert present(tmp_path) is None
    assert hub.requests == []


def test_too_little_room_is_said_before_anything_is_fetched(hub, tmp_path, monkeypatch):
    plan = planned(hub, tmp_path / "model")
    usage = shutil.disk_usage("/")
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage._replace(free=536_000_000))
    with pytest.raises(DiskFull, match=r"model: 0\.0 GB are still to come and 0\.5 GB should stay"):
        fetched(plan)
    assert len(hub.requests) == 1
    assert not (tmp_path / "model").exists()


CHILD = """
import resource, sys
from pathlib import Path
from automation.core.timing import StopToken
from automation.core.errors import DiskFull
from model.download import download, plan_download
plan = plan_download(sys.argv[1], Path(sys.argv[2]))
if sys.argv[3] != "0":
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    download(plan, accepted_licence=True, progress=lambda _: None, stop=StopToken())
except DiskFull as error:
    sys.exit(f"full: {error}")
"""


def in_child(hub, folder, limit=0):
    """Download in a process of its own, whose hub is set by the environment."""
    command = [sys.executable, "-c", CHILD, REPO, str(folder), str(limit)]
    environment = {**os.environ, "HF_ENDPOINT": hub.address, "HF_HOME": str(folder / "home")}
    return subprocess.run(
        command, check=False, capture_output=True, text=True, env=environment, timeout=120
    )


def test_a_disk_that_fills_up_keeps_what_came_and_the_hub_is_the_environments(hub, tmp_path, shard):
    folder = tmp_path / "model"
    limit = len(hub.files[shard]) - 1000
    full = in_child(hub, folder, limit)
    assert "full: " in full.stderr
    assert "the disk is full; free some room" in full.stderr
    hub.requests.clear()
    assert in_child(hub, folder).returncode == 0
    assert hub.asked_for(shard) == [limit]
    assert [r.path for r in hub.requests if "/api/" in r.path] == [
        f"/api/models/{REPO}/revision/main"
    ]
    assert files_of(folder) == wanted(hub)


@pytest.fixture
def large(hub):
    """Name of a file of several pieces, which is the last one."""
    hub.files["z.safetensors"] = bytes(range(256)) * 20_000
    return "z.safetensors"


def test_a_stop_ends_it_in_the_middle_of_a_file(hub, tmp_path, large):
    stop = StopToken()
    plan = planned(hub, tmp_path)
    part = Places(tmp_path).part(plan.files[-1])
    with pytest.raises(Stopped):
        fetched(plan, stop=stop, progress=lambda _: stop.stop() if part.exists() else None)
    assert large not in files_of(tmp_path)
    assert 0 < part.stat().st_size < len(hub.files[large]) / 2
    assert 0 < planned(hub, tmp_path).missing_bytes < plan.missing_bytes


def test_a_stop_ends_the_hashing_of_what_came_before(hub, tmp_path, large):
    plan, stop, told = planned(hub, tmp_path), StopToken(), []
    places = Places(tmp_path)
    places.create()
    places.part(plan.files[-1]).write_bytes(hub.files[large][:-1])

    def stop_there(progress):
        if hub.asked_for(plan.files[-2].name):
            told.append(progress.done_bytes)
            if told[-1] > plan.bytes - len(hub.files[large]):
                stop.stop()

    with pytest.raises(Stopped):
        fetched(plan, progress=stop_there, stop=stop)
    assert told[-1] < plan.bytes - len(hub.files[large]) / 2


def test_a_stop_ends_the_check_of_files_that_are_there(hub, tmp_path):
    for name, content in wanted(hub).items():
        (tmp_path / name).write_bytes(content)
    stop, told = StopToken(), []

    def stop_there(progress):
        told.append(progress)
        stop.stop()

    with pytest.raises(Stopped):
        fetched(planned(hub, tmp_path), progress=stop_there, stop=stop)
    assert len(told) == 1


def test_a_stop_is_heard_where_nothing_is_left_to_do(hub, tmp_path):
    fetched(planned(hub, tmp_path))
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        fetched(planned(hub, tmp_path), stop=stop)


def test_parts_of_another_revision_are_cleared_away(hub, tmp_path):
    places = Places(tmp_path)
    places.create()
    stray = places.record.with_name("0" * 64 + ".part")
    stray.write_bytes(b"older")
    fetched(planned(hub, tmp_path))
    assert not stray.exists()


def test_a_stop_ends_a_wait_for_a_broken_connection(hub, tmp_path, shard):
    stop = StopToken()
    hub.break_after[shard] = [0]
    timer = threading.Timer(0.3, stop.stop)
    timer.start()
    with pytest.raises(Stopped):
        fetched(planned(hub, tmp_path), stop=stop, retries_s=(60.0,))
    timer.join()


def test_a_stop_gives_the_connection_back_and_the_next_start_goes_on_where_it_was(
    hub, tmp_path, shard
):
    stop = StopToken()
    hub.held = shard

    def stop_there(_progress):
        if hub.half_sent.is_set() and not hub.go_on.is_set():
            stop.stop()
            hub.go_on.set()

    with pytest.raises(Stopped):
        fetched(planned(hub, tmp_path), progress=stop_there, stop=stop)
    came = Places(tmp_path).missing_bytes(planned(hub, tmp_path).files)
    fetched(planned(hub, tmp_path), retries_s=())
    first, second = hub.asked_for(shard)
    assert (first, second > 0) == (0, True)
    assert came < sum(map(len, wanted(hub).values())) - second + 1
    assert files_of(tmp_path) == wanted(hub)


def test_a_stop_ends_a_wait_that_the_server_asks_for(hub, tmp_path, shard):
    """A busy server may ask for minutes; the library's own way sleeps as long."""
    plan = planned(hub, tmp_path)
    hub.statuses, hub.retry_after = [429] * 9, "600"
    stop = StopToken()
    timer = threading.Timer(0.3, stop.stop)
    timer.start()
    with pytest.raises(Stopped):
        fetched(plan, stop=stop, retries_s=(60.0,))
    timer.join()


def test_what_came_whole_but_is_no_checkpoint_is_said_so(hub, tmp_path):
    hub.files["config.json"] = b'{"model_type": "another"}'
    with pytest.raises(LoadError, match=r"config\.json"):
        fetched(planned(hub, tmp_path))


def test_a_hub_that_cannot_be_reached_is_a_sentence(tmp_path, hub):
    with pytest.raises(
        DownloadError, match=r"cannot reach the hub to ask for someone/.*no network"
    ):
        plan_download(REPO, tmp_path, endpoint="http://127.0.0.1:9")


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [
        (404, "RepoNotFound", "does not exist or is not public"),
        (401, "", "does not exist or is not public"),
        (403, "GatedRepo", "terms accepted on its page first"),
        (404, "RevisionNotFound", "has no revision 'main'"),
        (400, "", "refused .* with status 400"),
        (503, "", "cannot reach the hub"),
    ],
)
def test_a_refusal_says_what_to_do(hub, tmp_path, status, code, words):
    hub.statuses, hub.error_code = [status], code
    with pytest.raises(DownloadError, match=words):
        planned(hub, tmp_path)


@pytest.mark.parametrize("repo", ["holotron", "a/b/c", "../x", "a/..", "", "a/b?x=1", "a b/c"])
def test_a_name_that_is_no_repository_is_refused_unasked(hub, tmp_path, repo):
    with pytest.raises(DownloadError, match="names no repository"):
        plan_download(repo, tmp_path, endpoint=hub.address)
    assert hub.requests == []


def test_a_token_with_odd_characters_is_refused_unasked(hub, tmp_path):
    with pytest.raises(DownloadError, match="characters that no token has"):
        planned(hub, tmp_path, token="a\r\nX: y")


def test_offline_is_respected(hub, tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(DownloadError, match="HF_HUB_OFFLINE is set"):
        planned(hub, tmp_path)
    assert hub.requests == []


def test_a_plan_of_another_moment_still_checks_the_folder(hub, tmp_path):
    plan = planned(hub, tmp_path)
    fetched(plan)
    other = replace(plan, listing=replace(plan.listing, repo="other/one"))
    with pytest.raises(DownloadError, match="choose another folder"):
        fetched(other)


# What a hub says is data: only harmless files are taken, every bad field is named.


SHA = "a" * 40


def small_file(name, size=10):
    return {"rfilename": name, "size": size, "blobId": "b" * 40}


def large_file(name, size=10_000):
    return {**small_file(name), "lfs": {"sha256": "c" * 64, "size": size, "pointerSize": 130}}


def described(*siblings, **more):
    siblings = [large_file("model.safetensors"), *siblings]
    return json.dumps({"sha": SHA, "siblings": siblings, **more}).encode()


def names(*siblings):
    return [file.name for file in listing_of("a/b", described(*map(small_file, siblings))).files]


@pytest.mark.parametrize(
    "name",
    [
        "config.json",
        "model.safetensors.index.json",
        "tokenizer.model",
        "chat_template.jinja",
        "merges.txt",
        "LICENSE",
        "LICENSE.md",
        "README.md",
        "NOTICE",
    ],
)
def test_data_and_words_are_fetched(name):
    assert name in names(name)


@pytest.mark.parametrize(
    "name",
    [
        "modeling.py",
        "README.py",
        "LICENSE.sh",
        "pytorch_model.bin",
        "weights.pt",
        ".gitattributes",
        ".hidden.json",
        "../config.json",
        "..json",
        "/etc/x.json",
        "sub/config.json",
        "a\\b.json",
        "con\nfig.json",
        "picture.png",
        "x" * 200 + ".json",
        "\uff43onfig.json",
        "",
    ],
)
def test_anything_else_is_left_out(name):
    found = listing_of("a/b", described(small_file(name)))
    assert [file.name for file in found.files] == ["model.safetensors"]


def test_sizes_and_hashes_are_those_of_the_content_not_of_its_pointer():
    (file,) = listing_of("a/b", described()).files
    assert (file.size_bytes, file.digest, file.digest_kind) == (10_000, "c" * 64, "sha256")
    assert file.new_hash().hexdigest() == hashlib.sha256().hexdigest()


def test_a_small_file_has_the_name_that_git_gives_its_content():
    file = next(
        f
        for f in listing_of("a/b", described(small_file("config.json", 6))).files
        if f.size_bytes == 6
    )
    hasher = file.new_hash()
    hasher.update(b"hello\n")
    assert hasher.hexdigest() == "ce013625030ba8dba906f756967f9e9ca394464a"


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({"sha": None}, r"\$\.sha"),
        ({"sha": "main"}, r"\$\.sha"),
        ({"sha": f"{SHA}\n"}, r"\$\.sha"),
        ({"siblings": None}, r"\$\.siblings"),
        ({"siblings": "x"}, r"\$\.siblings"),
        ({"siblings": ["x"]}, "Expected `object`"),
        ({"siblings": [{}]}, "rfilename"),
        ({"siblings": [small_file("a.json")] * 1001}, r"\$\.siblings"),
        ({"siblings": [small_file(3)]}, r"\$\.rfilename"),
        ({"siblings": [small_file("\ud800.json")]}, "answer is bad|no .safetensors"),
        ({"siblings": [small_file("config.json", None)]}, r"\$\.size"),
        ({"siblings": [small_file("config.json", -1)]}, r"\$\.size"),
        ({"siblings": [small_file("config.json", 10**400)]}, "answer is bad"),
        ({"siblings": [small_file("config.json", True)]}, r"\$\.size"),
        ({"siblings": [{"rfilename": "config.json", "size": 3}]}, "blobId"),
        ({"siblings": [{**small_file("config.json"), "blobId": "zz"}]}, r"\$\.blobId"),
        ({"siblings": [{**large_file("x.safetensors"), "lfs": {"size": 5}}]}, "sha256"),
        ({"siblings": [small_file("A.json"), small_file("a.json")]}, "the same name twice"),
        ({"cardData": {"license": "a" * 10**6}, "siblings": []}, "no .safetensors"),
    ],
)
def test_a_bad_field_is_named(hub, tmp_path, answer, field):
    hub.described = answer
    with pytest.raises(DownloadError, match=field):
        plan_download(REPO, tmp_path, endpoint=hub.address)


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b"3", b"[" * 200_000, b"{}", b"\xff"])
def test_an_answer_that_is_no_description_is_refused(hub, tmp_path, body):
    hub.body = body
    with pytest.raises(DownloadError, match="answer is bad"):
        plan_download(REPO, tmp_path, endpoint=hub.address)


def test_what_is_not_downloaded_may_say_of_itself_what_it_likes():
    odd = {"rfilename": "logo.psd", "size": -1, "blobId": "none"}
    assert [f.name for f in listing_of("a/b", described(odd)).files] == ["model.safetensors"]


def test_a_listing_without_end_is_refused(hub, tmp_path):
    hub.body = b" " * (17 << 20)
    with pytest.raises(DownloadError, match="larger than any listing"):
        planned(hub, tmp_path)


def test_a_repository_without_safetensors_is_refused():
    with pytest.raises(DownloadError, match=r"holds no \.safetensors file"):
        listing_of("a/b", described(siblings=[small_file("config.json")]))


@pytest.mark.parametrize(
    ("card", "licence"),
    [
        ({"license": "apache-2.0"}, "apache-2.0"),
        ({"license": "other", "license_name": "mine", "license_link": "here"}, "mine (here)"),
        ({"license": ["mit", "bsd"]}, "mit bsd"),
        ({"license": 3}, "not stated by the repository: read its README"),
        ({"license": "a\x1b[2Jb\n"}, "a[2Jb"),
        (None, "not stated by the repository: read its README"),
    ],
)
def test_the_licence_is_read_as_words(card, licence):
    assert listing_of("a/b", described(cardData=card)).licence == licence


# Why a file is read by our own code: what the library's own download does not keep. Where one of these
# fails, the library has learned it: see whether `model.download._Fetch` can go.


PIECE = 1000


@pytest.fixture
def library_download(hub, tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.DOWNLOAD_CHUNK_SIZE", PIECE)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_TELEMETRY", True)  # no network
    where = {"local_dir": tmp_path, "endpoint": hub.address, "token": False}
    return lambda name, **more: hf_hub_download(REPO, name, **where, **more)


def test_its_api_asks_one_question_more_and_names_what_is_installed(hub, tmp_path):
    code = f"from huggingface_hub import HfApi; HfApi(token=False).model_info({REPO!r})"
    environment = {**os.environ, "HF_ENDPOINT": hub.address, "HF_HOME": str(tmp_path)}
    command = [sys.executable, "-c", code]
    subprocess.run(command, check=True, capture_output=True, timeout=120, env=environment)
    assert len(hub.requests) == 2
    assert any("python/" in request.agent for request in hub.requests)


def test_it_throws_away_what_came_of_a_file_that_is_stopped(library_download, hub, shard, tmp_path):
    class StoppedLater(tqdm):
        def update(self, n=1):
            super().update(n)
            if self.n > 3 * PIECE:
                raise Stopped("user")

    for _ in range(2):
        with pytest.raises(Stopped):
            library_download(shard, tqdm_class=StoppedLater, force_download=True)
    assert hub.asked_for(shard) == [0, 0]
    assert not list(tmp_path.rglob("*.incomplete"))


def test_it_checks_no_hash(library_download, hub, shard):
    wrong = bytes(len(hub.files[shard]))
    hub.sent[shard] = wrong
    assert Path(library_download(shard)).read_bytes() == wrong


def test_it_sleeps_as_long_as_a_server_says(library_download, hub, monkeypatch):
    slept = []
    monkeypatch.setattr(
        "huggingface_hub.utils._http.time", SimpleNamespace(sleep=slept.append), raising=True
    )
    hub.statuses, hub.retry_after = [429], "600"
    library_download("config.json")
    assert slept == [601.0]
