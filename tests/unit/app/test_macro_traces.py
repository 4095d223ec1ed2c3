"""What plays of macros left goes with their runs; macros, trust, keys and schedules stay."""

import importlib.resources
import json

import jsonschema
import msgspec
import pytest

from app.cli.parser import run as command
from app.macros.library import ALONG, Sidecar, forget_gone
from app.macros.repairs import KeptRepair, RepairShelf
from app.macros.request import FILE, Filled, LastValues
from automation.core.events import Task
from automation.core.proposal import Outcome
from automation.macros.macro import Target
from automation.macros.play.health import Health, health_file, keep_health, read_health
from automation.macros.play.report import Report, StepReport, keep_report, report_file
from automation.records.removal import Wish
from automation.records.store import Store

ORDERS = Filled({"number": "4711"})


@pytest.fixture
def data(fresh_home):
    return fresh_home / "data"


@pytest.fixture
def store(data):
    opened = Store(data)
    yield opened
    opened.close()


def played(data, store, folder):
    """Keep what a play leaves; return its run."""
    log = store.new_run(Task("Play", policy="macro"))
    log.end(Outcome.DONE, "Done.")
    step = StepReport("s", "click", "Orders", "done", "Click", folder=folder)
    keep_report(data, Report(1, "Orders", "", log.run, "", "done", "", (step,), {"done": 1}, {}))
    keep_health(data, folder, Health(runs=1, last_run="2026-11-22T10:00:00+00:00"))
    LastValues(data / FILE).put(folder, ORDERS)
    return log.run


def waits(data, folder, run):
    """Let a repair of a run wait, with its picture."""
    place = RepairShelf(data).place(folder)
    place.mkdir(parents=True)
    (place / "a.png").write_bytes(b"picture")
    target = Target(name="Save")
    kept = KeptRepair(folder, "Orders", "s", "target", "user", run, target, target, "a.png", (0, 0))
    whole = {"v": 1, "repairs": (kept,)}
    (place / "repairs.json").write_bytes(msgspec.json.encode(whole))


def left(data, folder):
    """Tell what is left of plays of a macro."""
    return {
        "values": LastValues(data / FILE).of(folder) != Filled(),
        "repairs": len(RepairShelf(data).of(folder)),
        "pictures": len(list(RepairShelf(data).place(folder).glob("*.png"))),
        "health": health_file(data, folder).exists(),
    }


def test_one_wiped_run_takes_its_report_values_and_repairs(data, store, capsys):
    gone, stays = played(data, store, "orders"), played(data, store, "bills")
    waits(data, "orders", gone)
    waits(data, "bills", stays)
    assert command(["history", "wipe", "--run", gone, "--yes", "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    schema = importlib.resources.files("resources").joinpath("schema/lines.schema.json")
    jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(line)
    assert (line["reports"], line["values"], line["repairs"]) == (1, 1, 1)
    assert not report_file(data, gone).exists()
    assert report_file(data, stays).exists()
    assert left(data, "orders") == {"values": False, "repairs": 0, "pictures": 0, "health": True}
    assert left(data, "bills") == {"values": True, "repairs": 1, "pictures": 1, "health": True}


def test_wiping_everything_takes_all_that_plays_left_and_no_macro(data, store, capsys):
    run = played(data, store, "orders")
    waits(data, "orders", run)
    LastValues(data / FILE).put("never-reported", ORDERS)
    removed = data / "macros" / ".removed" / "old"
    (removed / ".repairs").mkdir(parents=True)
    along = Sidecar(health=Health(runs=3), filled=ORDERS, key="ctrl+alt+1")
    (removed / ALONG).write_bytes(msgspec.json.encode(along))
    (data / "macros" / "orders").mkdir()
    (data / "macros-trusted.json").write_text("kept")
    assert command(["history", "wipe", "--all", "--yes"]) == 0
    assert "Of macros went: 1 report, 1 repair that waited, 2 macros' last values." in (
        capsys.readouterr().out
    )
    assert not (data / FILE).exists()
    assert not report_file(data, run).exists()
    assert left(data, "orders") == {"values": False, "repairs": 0, "pictures": 0, "health": False}
    assert msgspec.json.decode((removed / ALONG).read_bytes(), type=Sidecar) == Sidecar(
        key="ctrl+alt+1"
    )
    assert not (removed / ".repairs").exists()
    assert (data / "macros" / "orders").is_dir()
    assert (data / "macros-trusted.json").read_text() == "kept"


def test_what_became_old_leaves_the_values_of_a_later_play(data, store):
    old, new = played(data, store, "orders"), played(data, store, "orders")
    only = played(data, store, "bills")
    for run in (old, only):
        store.wipe(Wish(run=run))  # the history alone, as a sweep takes what is old
    traces = forget_gone(data, store, is_wish=False)
    assert (traces.reports, traces.values) == (2, 1)
    assert left(data, "orders")["values"]
    assert not left(data, "bills")["values"]
    assert report_file(data, new).exists()
    assert forget_gone(data, store, is_wish=False).sentence == ""


def test_a_damaged_report_goes_too(data, store):
    run = played(data, store, "orders")
    report_file(data, run).write_text("{")
    assert command(["history", "wipe", "--run", run, "--yes"]) == 0
    assert not report_file(data, run).exists()
    assert read_health(data, "orders").runs == 1
    assert not left(data, "orders")["values"]  # nobody could tell that they were another macro's


@pytest.mark.parametrize("harm", [b"", b"{", b'{"v": 2, "repairs": []}', None])
def test_pictures_of_repairs_go_where_no_list_tells_whose_they_are(data, store, harm):
    gone = played(data, store, "orders")
    waits(data, "orders", gone)
    store.wipe(Wish(run=gone))
    file = RepairShelf(data).place("orders") / "repairs.json"
    file.unlink() if harm is None else file.write_bytes(harm)
    forget_gone(data, store, is_wish=False)
    assert left(data, "orders")["pictures"] == 0


def test_what_cannot_be_deleted_is_told(data, store, capsys):
    run = played(data, store, "orders")
    file = report_file(data, run)
    file.unlink()
    file.mkdir()
    assert command(["history", "wipe", "--run", run, "--yes"]) == 8
    err = capsys.readouterr().err
    assert "the runs are wiped, but not all that plays of macros left" in err
