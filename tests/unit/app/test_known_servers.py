"""What is kept of model servers: one record for each address and model, and nothing that cannot be read."""

import os
import signal
import subprocess
import sys
import threading

import msgspec
import pytest

from app import known_servers
from app.known_servers import (
    RETRY_S,
    Known,
    is_silent,
    keep,
    kept,
    note_answer,
    note_silent,
    take,
)
from automation.core import files
from automation.core.errors import RecordError, Stopped
from automation.core.timing import StopToken
from model.calibrate.endpoint import EndpointCalibration
from model.server.asking import message
from model.server.probe import Probed

FOUND = Probed(
    host="a:80",
    model="tiny",
    version="vLLM 1",
    digest="d",
    names=("tiny",),
    schema="response_format",
    thinks=False,
    is_quiet=True,
    thinking="template",
    has_logprobs=True,
    seen="whole",
    picture_tokens=(220, 2040),
    seen_px=(1920, 1088),
    tools="parsed",
    cut_off="told",
)
WRITES = message("writes", what=message("norm_1000"), hits=12, asked=12, error=1.5)
POINTS = EndpointCalibration("R", "none", "off", "qwen3-vl", 12, 12, 1.5, WRITES)
KNOWN = Known("http://a:80/v1", FOUND, POINTS)


def test_a_record_is_kept_for_its_address_and_model_alone(tmp_path):
    assert kept(KNOWN.base, "tiny", tmp_path) is None
    keep(KNOWN, tmp_path)
    assert kept(KNOWN.base, "tiny", tmp_path) == KNOWN
    assert kept("http://a:80/v2", "tiny", tmp_path) is None
    assert kept(KNOWN.base, "other", tmp_path) is None
    assert [path.stat().st_mode & 0o77 for path in (tmp_path / "servers").iterdir()] == [0]


def test_a_new_version_takes_the_place_of_the_old_one_with_all_that_was_found_of_it(tmp_path):
    keep(KNOWN, tmp_path)
    newer = Known(KNOWN.base, msgspec.structs.replace(FOUND, digest="e"))
    keep(newer, tmp_path)
    assert kept(KNOWN.base, "tiny", tmp_path) == newer
    assert len(list((tmp_path / "servers").iterdir())) == 1


@pytest.mark.parametrize("content", [b"", b"{}", b"[" * 100_000, b'{"version": 99}'])
def test_a_file_that_cannot_be_read_is_as_none(tmp_path, content):
    keep(KNOWN, tmp_path)
    [file] = (tmp_path / "servers").iterdir()
    file.write_bytes(content)
    assert kept(KNOWN.base, "tiny", tmp_path) is None


@pytest.mark.parametrize("said", [message("gone_since"), message("writes", what="pixels")])
def test_a_sentence_that_is_not_known_any_more_is_found_out_anew(tmp_path, said):
    keep(
        msgspec.structs.replace(KNOWN, points=msgspec.structs.replace(POINTS, sentence=said)),
        tmp_path,
    )
    assert kept(KNOWN.base, "tiny", tmp_path) is None


def test_what_cannot_be_kept_is_an_error_and_leaves_nothing(tmp_path):
    (tmp_path / "servers").write_text("in the way")
    with pytest.raises(RecordError, match="was not kept"):
        keep(KNOWN, tmp_path)


def test_a_file_from_before_calibrations_stood_there_is_read_and_theirs_are_taken_away(tmp_path):
    keep(KNOWN, tmp_path)
    [file] = (tmp_path / "servers").iterdir()
    old = {"version": 1, "base": KNOWN.base, "found": msgspec.to_builtins(FOUND)}
    file.write_bytes(msgspec.json.encode(old))
    (tmp_path / "calibrations").mkdir()
    for name in ("ab.server.json", "cd.json"):
        (tmp_path / "calibrations" / name).write_text("{}")
    assert kept(KNOWN.base, "tiny", tmp_path) == msgspec.structs.replace(KNOWN, points=None)
    keep(KNOWN, tmp_path)
    assert [path.name for path in (tmp_path / "calibrations").iterdir()] == ["cd.json"]


BASES = ["http://a:80/v1", "http://b:80/v1", "http://c:80/v1"]


def test_runs_are_spread_evenly_and_a_run_that_ends_makes_room(tmp_path):
    uses = [take(BASES, tmp_path, StopToken()) for _ in range(6)]
    assert [use.base for use in uses] == BASES * 2
    uses[4].release()
    uses[4].release()
    assert [take(BASES, tmp_path, StopToken()).base for _ in range(2)] == [BASES[1], BASES[0]]


def test_a_server_that_did_not_answer_comes_last_until_it_does_or_time_has_passed(tmp_path):
    note_silent(BASES[0], tmp_path)
    first, second, third = (take(BASES, tmp_path, StopToken()).base for _ in range(3))
    assert (first, second, third) == (BASES[1], BASES[2], BASES[1])
    assert take(BASES[:1], tmp_path, StopToken()).base == BASES[0], "there is no other"
    note_answer(BASES[0], tmp_path)
    assert not is_silent(BASES[0], tmp_path)
    note_silent(BASES[0], tmp_path)
    assert is_silent(BASES[0], tmp_path)
    [file] = (tmp_path / "servers").glob("*.silent")
    before_s = file.stat().st_mtime - RETRY_S - 1
    os.utime(file, (before_s, before_s))
    assert not is_silent(BASES[0], tmp_path)


HOLDS = """
import sys
from pathlib import Path
from app.known_servers import take
from automation.core.timing import StopToken
use = take(sys.argv[2:], Path(sys.argv[1]), StopToken())
print(use.base, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a kill there is no SIGKILL")
def test_a_run_of_another_process_counts_until_that_is_killed(tmp_path):
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(tmp_path), *BASES[:2]],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert other.stdout.readline().strip() == BASES[0]
        take(BASES[:2], tmp_path, StopToken()).release()
        mine = take(BASES[:2], tmp_path, StopToken())
        assert mine.base == BASES[1]
        mine.release()
        os.kill(other.pid, signal.SIGKILL)
        other.wait()
        assert take(BASES[:2], tmp_path, StopToken()).base == BASES[0]
        assert len(list((tmp_path / "servers" / "runs").iterdir())) == 1
    finally:
        other.kill()
        other.communicate()


def test_a_folder_that_cannot_be_written_spreads_nothing_and_fails_nothing(tmp_path):
    (tmp_path / "servers").write_text("in the way")
    assert take(BASES, tmp_path, StopToken()).base == BASES[0]
    use = take(BASES, tmp_path, StopToken())
    assert (use.base, use.lock) == (BASES[0], None)
    use.release()
    note_silent(BASES[0], tmp_path)
    assert not is_silent(BASES[0], tmp_path)


def test_a_run_that_waits_for_another_to_choose_hears_a_stop_and_does_not_wait_long(
    tmp_path, monkeypatch
):
    take(BASES, tmp_path, StopToken())
    held = files.open_locked(tmp_path / "servers" / "choosing")
    stop = StopToken()
    threading.Timer(0.05, stop.stop).start()
    try:
        with pytest.raises(Stopped):
            take(BASES, tmp_path, stop)
        monkeypatch.setattr(known_servers, "CHOOSING_S", 0.05)
        use = take(BASES, tmp_path, StopToken())
        assert (use.base, use.lock) == (BASES[0], None)
    finally:
        os.close(held)
