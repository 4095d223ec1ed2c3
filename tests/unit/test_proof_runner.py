"""The runner of the proofs: shards resume, stale ones are run again, the table tells the truth."""

import json
import re
import signal
from itertools import zip_longest
from xml.etree import ElementTree

import pytest

from tests.proof import more_programs, shard
from tests.proof import run as runner
from tests.proof import table as tables
from tests.proof.proof import ROOT, Proof, Verdict, percentile
from tests.proof.registry import NAMES, load

OF_EVERY_PROOF = {"proof", "registry", "run", "shard", "table"}


def proof(**changes):
    fields = {
        "name": "proof",
        "title": "t",
        "must": "m",
        "shards": 1,
        "covers": ("tests/proof/table.py",),
        "run": lambda number, scratch: {},
        "judge": lambda shards: Verdict(True, "fine"),
    }
    return Proof(**fields | changes)


def row(digest, *, is_kept=True):
    told = {"title": "a", "must": "b", "result": "3 of 5", "date": "2026-01-01"}
    return told | {"is_kept": is_kept, "digest": digest}


@pytest.mark.parametrize(
    ("share", "expected"), [(0.0, 1), (0.5, 50), (0.95, 95), (0.99, 99), (1.0, 100)]
)
def test_percentile_is_a_value_that_so_many_do_not_exceed(share, expected):
    assert percentile(list(range(1, 101)), share) == expected


def test_a_digest_follows_the_code_that_the_figure_is_about():
    assert proof().digest() == proof().digest()
    assert proof().digest() != proof(covers=("tests/proof/run.py",)).digest()


def test_what_is_about_commands_is_about_their_words(monkeypatch):
    about = proof(covers=("automation/commands",))
    before = about.digest()
    monkeypatch.setattr("tests.proof.proof.LANGUAGE", "resources/language/en.yaml")
    assert about.digest() != before
    assert proof().digest() == proof().digest()


def test_a_proof_about_code_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="does not exist"):
        proof(covers=("automation/nowhere",)).digest()


@pytest.mark.parametrize("name", NAMES)
def test_a_proof_covers_all_that_it_is_counted_with(name):
    found, left = set(), {own := f"tests/proof/{name}.py"}
    while left:
        text = (ROOT / left.pop()).read_text(encoding="utf-8")
        named = set(re.findall(r"\btests\.proof\.(\w+)", text)) - OF_EVERY_PROOF
        left |= {f"tests/proof/{one}.py" for one in named} - found
        found |= left
    assert found - {own} <= set(load(name).covers)


def test_a_shard_of_the_same_code_is_not_run_again(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "SHARDS", tmp_path)
    told = {"digest": proof().digest(), "figures": {"n": 7}}
    (tmp_path / "proof-0.json").write_text(json.dumps(told))
    assert runner._shard(proof(), 0, again=False) == told


def test_a_stale_shard_is_run_again_and_a_failed_one_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(runner, "SHARDS", tmp_path)
    (tmp_path / "proof-0.json").write_text(json.dumps({"digest": "old", "figures": {}}))
    # The child knows no proof of this name, so that running it is seen to fail.
    assert runner._shard(proof(), 0, again=False) is None
    assert "FAILED" in capsys.readouterr().out


def test_a_broken_promise_is_told_in_the_table():
    assert "**not kept**: 3 of 5" in tables.table({"red_set": row("any", is_kept=False)})


def test_a_figure_whose_code_has_changed_says_so_in_the_table():
    of_this_code = tables.table({"red_set": row(load("red_set").digest())})
    assert "| 3 of 5 | 2026-01-01 |" in of_this_code
    of_other_code = tables.table({"red_set": row("0123456789abcdef")})
    assert "| 3 of 5 | 2026-01-01, before the latest changes |" in of_other_code


def test_a_promise_that_nobody_has_counted_stands_in_the_table():
    rows = tables.table({}).splitlines()[2:]
    assert len(rows) == len(NAMES)
    assert all("not counted yet" in row for row in rows)


def test_the_table_shows_the_results_that_are_kept():
    """A row gets older with a change of its code, which makes no test red; none is called older wrongly."""
    if not tables.RESULTS.exists():
        pytest.fail("tests/proof/results.json is missing: run ./test --proof")
    results = json.loads(tables.RESULTS.read_text(encoding="utf-8"))
    assert set(results) <= set(NAMES)
    told, expected = tables.TABLE.read_text(encoding="utf-8"), tables.page(results)
    assert unlike(told, expected) == [], "run python -m tests.proof.table"


def unlike(told, expected):
    """Return the lines that differ by more than that a row has become older since it was written."""
    pairs = zip_longest(told.splitlines(), expected.splitlines(), fillvalue="")
    return [one for one, now in pairs if one not in (now, now.replace(tables.OLDER_CODE, ""))]


def test_a_row_that_is_called_older_than_it_is_is_found_and_one_that_became_older_is_let_be():
    now = tables.table({"red_set": row(load("red_set").digest())})
    older = tables.table({"red_set": row("0123456789abcdef")})
    assert unlike(older, now) == [line for line in older.splitlines() if tables.OLDER_CODE in line]
    assert unlike(now, older) == unlike(older, older) == []
    assert unlike(now, now.replace("3 of 5", "4 of 5")) != []
    assert unlike(now, f"{now}\n| more |") != []


def test_a_shard_heeds_what_a_shell_in_the_background_ignores():
    kinds = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
    before = [signal.signal(kind, signal.SIG_IGN) for kind in kinds]
    try:
        shard._heed_signals()
        assert not any(signal.getsignal(kind) is signal.SIG_IGN for kind in kinds)
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)


def test_a_case_that_failed_or_was_left_out_is_not_counted_as_passed():
    report = """<testsuites><testsuite><testcase classname="a" name="b[qt]"/><testcase classname="a"
    name="c"><failure/></testcase><testcase classname="a" name="d"><skipped/></testcase></testsuite>
    </testsuites>"""
    found = more_programs.counted(ElementTree.fromstring(report))
    assert found == {"cases": 3, "failed": ["a.c", "a.d"]}
    verdict = more_programs.judge([found])
    assert (verdict.is_kept, verdict.result) == (False, "1 of 3 passed")
    assert not more_programs.judge([{"cases": 0, "failed": []}]).is_kept


def test_every_case_for_more_programs_is_in_a_shard():
    parts = [more_programs.files()[n :: more_programs.SHARDS] for n in range(more_programs.SHARDS)]
    assert all(parts)
    assert "tests/desktop/test_pressed_forms.py" in set().union(*parts)
