"""Attacks on what lies on our disk, and on the report that is made of it."""

import sqlite3
from contextlib import ExitStack
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import numpy as np

from automation.core.errors import Damaged, RecordError
from automation.core.events import Task
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import Outcome
from automation.core.text import as_english
from automation.desktop.input.ledger import SLOT_BYTES, SLOTS, Ledger
from automation.records.blobs import png_bytes
from automation.records.report import html_report, jsonl, png_size
from automation.records.rows import RunInfo, intent_of, record_of, text_of
from automation.records.store import DATABASE, Store
from tests.fuzz import samples
from tests.fuzz.mutation import Bytes, Json, hostile_value, pick
from tests.fuzz.watch import Target, wrong
from tests.fuzz.wire import check_sane

_EVIL = (
    "</title><script>alert(1)</script>", "\"><img src=x onerror=alert(2)>", "' onmouseover='x", "&lt;b&gt;", "<!--", "-->",
    "]]>", "</style><style>*{}", "javascript:x", "{app}", "{0.__class__}", "%s", "\u202e", "\x00", "<svg/onload=x>", "&#60;i&#62;",
)  # fmt: skip


def targets(scratch: Path, closing: ExitStack) -> list[Target]:
    """Return the attacks; what they open is closed with `closing`."""
    return [
        _steps(),
        _intents(),
        _reports(),
        _rows(scratch, closing),
        _ledgers(scratch),
        _pictures(),
    ]


def _steps() -> Target:
    def _feed(data):
        record = record_of(data.decode("utf-8", "replace"))
        check_sane(msgspec.to_builtins(record, enc_hook=as_english))
        if record_of(text_of(record)) != record:
            wrong("the step changed on its way through the history")
        return True

    return Target(
        "steps of the history", Json(samples.json_of(samples.RECORDS)), _feed, (Damaged,), 900_000
    )


def _intents() -> Target:
    risks = samples.json_of((samples.RECORDS[0].risk,))[0].decode()
    proposals = samples.json_of(record.proposal for record in samples.RECORDS[:6])

    def _feed(data):
        text = data.decode("utf-8", "replace")
        found = intent_of(1, text, samples.json_of(samples.ACTIONS)[0].decode(), risks)
        check_sane(msgspec.to_builtins(found, enc_hook=as_english))
        return True

    return Target("intents of the history", Json(proposals), _feed, (Damaged,), 300_000)


class _Page(HTMLParser):
    """Reads a report and refuses any element or attribute that our own markup has not."""

    ALLOWED = frozenset(
        [
            "html", "head", "meta", "title", "style", "body", "svg", "defs", "image", "main",
            "section", "header", "p", "h1", "h2", "span", "ol", "li", "div", "dl", "dt", "dd",
            "figure", "label", "input", "use", "g", "circle", "rect", "figcaption", "i", "b", "br",
            "footer",
        ]
    )  # fmt: skip
    ATTRIBUTES = frozenset(
        [
            "lang", "charset", "name", "content", "http-equiv", "class", "id", "aria-hidden",
            "title", "width", "height", "href", "role", "aria-label", "viewbox", "style", "type",
            "x", "y", "cx", "cy", "r", "fill", "stroke", "stroke-opacity", "stroke-width",
            "stroke-dasharray",
        ]
    )  # fmt: skip

    def __init__(self, text):
        super().__init__()
        self.counts = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        names = {name for name, _ in attrs}
        if tag not in self.ALLOWED or not names <= self.ATTRIBUTES:
            wrong(f"<{tag} {attrs}> is in the report")
        for name, value in attrs:
            if name == "href" and not value.startswith(("#picture-", "data:image/png;base64,")):
                wrong(f"the report links to {value!r}")
            if name == "style" and not set(value) <= set("-:.0123456789abcdefghijklmnopqrstuvwxyz"):
                wrong(f"the report is styled with {value!r}")

    def handle_comment(self, data):
        wrong(f"<!--{data}--> is in the report")


class _Hostile:
    """Runs with texts that want to be markup, beside those that the history refuses anyway."""

    def __init__(self):
        self._inner = Json(samples.json_of(samples.RECORDS))

    def one(self, rng):
        """Return (task, message, policy, record as JSON)."""
        data = self._inner.one(rng)
        for word in (b"Save", b"fine", b"user", b"the button", b"Enter can submit"):
            if rng.random() < 0.4:
                evil = msgspec.json.encode(pick(rng, _EVIL))[1:-1]
                data = data.replace(word, evil)
        return (pick(rng, _EVIL), pick(rng, _EVIL), pick(rng, _EVIL), data)

    def every_cut(self):
        """Yield every evil text in every place."""
        for evil in _EVIL:
            yield (evil, evil, evil, self._inner.seeds[0])


def _reports() -> Target:
    frame = Frame(np.zeros((4, 5, 4), np.uint8), ScreenPoint(0, 0), 0.0)
    png = png_bytes(frame)

    def _feed(given):
        task, message, policy, data = given
        record = record_of(data.decode("utf-8", "replace"))
        run = RunInfo("abc", task, policy, policy, task, task, Outcome.FAILED, message, task, 2, 1)
        page = html_report([(run, (record,))], lambda _address: png, note=message)
        counts = _Page(page).counts
        if counts.get("title") != 1 or counts.get("style") != 1 or counts.get("main") != 1:
            wrong("the report's frame is broken")
        for line in jsonl(run, (record,)):
            if line.count(b"\n") != 1:
                wrong("a line of the export is no line")
            msgspec.json.decode(line)
        return True

    return Target("reports", _Hostile(), _feed, (Damaged,), 20_000)


_TEXT_COLUMNS = {
    "run": ("uuid", "task", "policy", "approve", "app_version", "started_utc", "ended_utc", "outcome", "message", "lost_pictures", "deleted_utc"),
    "step": ("record", "kind", "sentence", "n", "risk", "t_utc"),
    "intent": ("action", "proposal", "risk", "state", "n"),
    "blob": ("sha256", "file_sha256", "bytes"),
    "meta": ("value",),
}  # fmt: skip


class _Poison:
    """One to three columns, and what to put there."""

    def one(self, rng):
        """Return [(table, column, value)]."""
        found = []
        for _ in range(1 + int(rng.random() * 3)):
            table = pick(rng, tuple(_TEXT_COLUMNS))
            value = hostile_value(rng)
            if isinstance(value, list | dict):
                value = str(value)
            if isinstance(value, str) and rng.random() < 0.2:
                value = b"\xff\xfe" + value.encode("utf-8", "surrogatepass")
            found.append((table, pick(rng, _TEXT_COLUMNS[table]), value))
        return found

    def every_cut(self):
        """Yield nothing: a row has no cuts."""
        return iter(())


def _rows(scratch: Path, closing: ExitStack) -> Target:
    """Poisoned rows in a real file: the history opens, lists, shows and exports, or says why not."""
    home = scratch / "history"
    store = Store(home)
    log = store.new_run(Task("click Save"))
    frame = Frame(np.zeros((4, 5, 4), np.uint8), ScreenPoint(0, 0), 0.0)
    address = log.picture(frame)
    record = msgspec.structs.replace if False else samples.RECORDS[0]
    from dataclasses import replace

    from automation.core.proposal import Pictures

    log.append(replace(record, n=1, pictures=Pictures(address, "", "")))
    log.end(Outcome.DONE, "Done.")
    store.close()
    sound = _snapshot(home)
    del closing

    def _feed(changes):
        _restore(home, sound)
        database = sqlite3.connect(home / DATABASE, isolation_level=None)
        for table, column, value in changes:
            try:
                if isinstance(value, bytes):  # text that is no UTF-8, as a damaged page would hold
                    database.execute(f"UPDATE {table} SET {column} = CAST(? AS TEXT)", (value,))
                else:
                    database.execute(f"UPDATE {table} SET {column} = ?", (value,))
            except (sqlite3.Error, OverflowError, UnicodeEncodeError):
                continue
        database.close()
        return _use(home)

    return Target("poisoned history", _Poison(), _feed, (RecordError,), 4_000)


def _use(home: Path) -> bool:
    """Open the history and read all of it; only a `RecordError` is let through at any point."""
    store = Store(home)
    was_read = True
    try:
        for run in store.runs():
            try:
                steps = store.steps(run.run)
                html_report([(run, steps)], _pictures_of(store))
                for line in jsonl(run, steps):
                    msgspec.json.decode(line)
            except RecordError:
                was_read = False
        later = store.new_run(Task("click Save"))
        later.end(Outcome.DONE, "Done.")
    finally:
        store.close()
    return was_read


def _pictures_of(store):
    def _read(address):
        try:
            return store.picture(address)
        except RecordError:
            return None

    return _read


def _snapshot(home: Path) -> dict[Path, bytes]:
    return {path.relative_to(home): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def _restore(home: Path, files: dict[Path, bytes]) -> None:
    for path in home.rglob("*"):
        if path.is_file() and path.relative_to(home) not in files:
            path.unlink()
    for name, data in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(data)


def _ledgers(scratch: Path) -> Target:
    path = scratch / "x.held"
    ledger = Ledger(path)
    ledger.add("key", 50)
    ledger.add("button", 1)
    ledger.add("key", "shift")
    ledger.close()
    whole = path.read_bytes()
    slot = whole[: SLOT_BYTES * 3]

    def _feed(data):
        path.write_bytes((data + bytes(SLOTS * SLOT_BYTES))[: SLOTS * SLOT_BYTES])
        ledger = Ledger(path)
        try:
            held = ledger.held()
            for one in held:
                one.release()
        finally:
            ledger.close()
        return bool(held)

    return Target("ledgers of what is held", Bytes((slot,)), _feed, (), 60_000)


def _pictures() -> Target:
    frame = Frame(np.zeros((4, 5, 4), np.uint8), ScreenPoint(0, 0), 0.0)

    def _feed(data):
        size = png_size(data)
        if size is not None and min(size) < 1:
            wrong(f"a picture of {size} pixels")
        return size is not None

    return Target("pictures' sizes", Bytes((png_bytes(frame),)), _feed, (), 300_000)
