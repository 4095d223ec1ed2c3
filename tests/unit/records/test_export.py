"""The ways out: JSON lines and the page."""

import base64
import re
from dataclasses import replace
from html.parser import HTMLParser

import msgspec
import pytest

from app.gui.chat.rows import figures_row
from automation.core.actions import Write
from automation.core.events import Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import (
    NOT_SENT,
    Confirmation,
    Execution,
    Outcome,
    Pictures,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
)
from automation.records.report import duration, html_report, jsonl
from automation.records.rows import RunInfo
from automation.records.store import Store
from tests.unit.records.test_store import frame, step

EVIL = "</title><script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;\u202e"


def info(**more):
    known = {
        "run": "abc123", "task": "click Save", "policy": "commands", "approve": "ask",
        "started_utc": "2026-11-21T03:25:01.660Z", "ended_utc": "", "outcome": Outcome.DONE,
        "message": "Done.", "app_version": "0.1.0", "lost_pictures": 0, "steps": 1,
    }  # fmt: skip
    return RunInfo(**{**known, **more})


class Tags(HTMLParser):
    """Collects tags and attributes, and whether every opened tag was closed."""

    VOID = frozenset({"meta", "input", "br", "image", "use", "circle", "rect"})

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.links = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [v for k, v in attrs if k in ("href", "src")]
        assert not [k for k, _ in attrs if k.startswith("on")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_the_page_loads_nothing_and_runs_nothing(tmp_path):
    store = Store(tmp_path)
    log = store.new_run(Task("x"))
    log.append(step(pictures=Pictures(log.picture(frame(1)), log.picture(frame(2)), "")))
    log.end(Outcome.DONE, "Done.")
    text = html_report([(store.run(log.run), store.steps(log.run))], store.picture)
    store.close()
    tags = Tags(text)
    assert tags.open == []
    assert "script" not in tags.tags
    assert all(link.startswith(("data:image/png;base64,", "#")) for link in tags.links)
    assert "http" not in re.sub(r"data:[^\"]*|http-equiv", "", text)


def test_whatever_a_page_or_a_user_wrote_stays_text():
    record = StepRecord(
        1, Proposal(Write(EVIL), sentence=EVIL, claim=EVIL), Risk(RiskLevel.R2, (EVIL,)),
        Confirmation("rejected", EVIL, reason=EVIL), Write(EVIL), None,
        receipt=Receipt("not_seen", EVIL),
    )  # fmt: skip
    run = info(task=EVIL, message=EVIL, policy=EVIL, approve=EVIL, run=EVIL, app_version=EVIL)
    text = html_report([(run, [record])], lambda address: None)
    tags = Tags(text)
    assert tags.open == []
    assert not {"script", "img"} & set(tags.tags)
    assert "\u202e" not in text


def test_a_picture_that_two_steps_share_is_embedded_once():
    png = base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    )
    records = [step(1, pictures=Pictures("a", "", "b")), step(2, pictures=Pictures("b", "", "c"))]
    text = html_report([(info(), records)], {"a": png, "b": png}.get)
    assert text.count("data:image/png") == 2
    assert text.count('href="#picture-') == 3


@pytest.mark.parametrize("data", [None, b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 30])
def test_a_picture_that_cannot_be_had_is_left_out(data):
    text = html_report([(info(), [step(pictures=Pictures("a" * 64))])], lambda address: data)
    assert "<figure" not in text


def test_the_page_says_what_was_seen_and_how_long_it_took():
    record = step(receipt=Receipt("not_seen", "nothing moved", Rect(1, 2, 3, 4), "unchanged"))
    text = html_report([(info(outcome=Outcome.UNVERIFIED), [record])], lambda address: None)
    assert "Not seen: nothing moved" in text
    assert "0 of 1" in text
    assert "Not seen" in text


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("user", "Accepted by you"),
        ("rule:only_looks", "Not asked: it only looks"),
        ("rule:task:mousepad", "Not asked: you accepted the rest in mousepad"),
        ("rule:app:{evil}", "Not asked: you allow it in {evil}"),
        ("rule:never heard of", "Ran by your rules"),
    ],
)
def test_the_page_says_who_decided(by, said):
    record = step(confirmation=Confirmation("accepted", by))
    assert said in html_report([(info(), [record])], lambda address: None)


@pytest.mark.parametrize("outcome", [*Outcome, None])
def test_every_outcome_has_a_page(outcome):
    assert "<h1>" in html_report([(info(outcome=outcome), [])], lambda address: None)


def test_the_lines_read_back_as_the_steps():
    records = [step(1), step(2, Write("ü\n"))]
    lines = list(jsonl(info(), records))
    head = msgspec.json.decode(lines[0])
    assert (head["event"], head["task"], head["outcome"], head["v"]) == (
        "run", "click Save", "done", 1,
    )  # fmt: skip
    kept = [msgspec.json.decode(line)["record"] for line in lines[1:]]
    assert [msgspec.convert(k, StepRecord, strict=False) for k in kept] == records


@pytest.mark.parametrize(
    ("ms", "said"), [(0, "0 ms"), (249.6, "250 ms"), (1900, "1.9 s"), (125_000, "2:05")]
)
def test_times_are_said_as_people_read_them(ms, said):
    assert duration(ms) == said


def test_the_pixel_is_ringed_only_where_no_overlay_shows_it(tmp_path):
    store = Store(tmp_path)
    log = store.new_run(Task("x"))
    log.append(step(1, pictures=Pictures(log.picture(frame(1)))))
    log.append(step(2, pictures=Pictures(log.picture(frame(1)), log.picture(frame(2)))))
    log.end(Outcome.DONE, "Done.")
    text = html_report([(store.run(log.run), store.steps(log.run))], store.picture)
    store.close()
    assert ScreenPoint(10, 20) == step().point
    assert text.count('<g class="ring') == 1
    assert 'cx="10.5" cy="20.5"' in text


def test_several_runs_share_one_page_and_every_id_is_its_own():
    runs = [(info(run=name), [step()]) for name in ("one", "two")]
    text = html_report(runs, lambda address: None, note="a stand-in pressed the keys <b>")
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert text.count("<h1>") == 2
    assert "a stand-in pressed the keys &lt;b&gt;" in text


def test_the_figures_count_as_the_window_does():
    sent = Execution(3, 1.0)
    seen = replace(step(), execution=sent, receipt=Receipt("effect_seen", "read back"))
    turned_down = replace(step(2), confirmation=Confirmation("rejected", "user"), receipt=NOT_SENT)
    figures = figures_of(html_report([(info(), (seen, turned_down))], lambda address: None))
    assert figures["Steps done"] == "1"
    assert figures["Effects seen"] == "1 of 1"
    row = figures_row((seen, turned_down), 1.0, 1)
    assert (row.steps, row.seen) == (1, 1)


def test_the_figures_of_a_dry_run_say_that_nothing_was_sent():
    shown = replace(step(), confirmation=Confirmation("dry_run", "rule:dry-run"))
    figures = figures_of(html_report([(info(), (shown, shown))], lambda address: None))
    assert (figures["Steps shown"], figures["Sent"]) == ("2", "0")


def figures_of(page):
    return dict(re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", page))
