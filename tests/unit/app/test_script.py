"""The edges of a script's run: its command line, its signals, its end; without a desktop."""

import argparse
import contextlib
import io
import os
import signal
import sys
import threading

import pytest

from app import run_start, script
from app.cli.do import script as script_command
from app.script import Hand, NotFound, ScriptStopped, Secret, run, script_arguments
from app.script_run import Interrupted, Plan, ScriptRun, ScriptVoice, heeded, read_table
from app.settings import Settings
from automation.core.errors import NoDisplay
from automation.core.events import Ended
from automation.core.proposal import Outcome
from automation.core.timing import StopToken
from automation.macros.play.values import BadValue, Table
from automation.macros.script.parameters import Number, number, one_of, same, text_of, yes_no
from automation.macros.script.policy import EndRun
from automation.macros.script.script_writer import IMPORTED, RUNTIME


def test_what_a_written_script_imports_is_there():
    assert script.__name__ == RUNTIME
    assert set(IMPORTED) <= set(script.__all__)
    assert all(hasattr(script, name) for name in script.__all__)


def given(*arguments, rows=False):
    return script_arguments("Says what it does.", has_rows=rows).parse_args(arguments)


def test_the_command_line_goes_before_what_the_script_says(tmp_path):
    file = tmp_path / "a.py"
    plain = script.plan_of(None, file, max_steps=7, rows=0, on_mismatch="stop", speed=5.0)
    assert plain == Plan(file, needed_steps=7, on_mismatch="stop", speed=5.0)
    read = given("--approve", "dry-run", "--speed", "2", "--max-steps", "3", "--keep", "nothing")
    plan = script.plan_of(read, file, max_steps=7, rows=2, on_mismatch="skip", speed=5.0)
    assert (plan.approve, plan.speed, plan.max_steps, plan.keep) == ("dry-run", 2.0, 3, "nothing")
    assert (plan.needed_steps, plan.rows, plan.on_mismatch) == (7, 2, "skip")


@pytest.mark.parametrize(("model", "may_load"), [("", False), ("checkpoint", True)])
def test_a_model_is_loaded_for_a_script_only_where_it_names_one(tmp_path, model, may_load):
    hand = Hand(script=str(tmp_path / "a.py"), model=model)
    assert hand._plan.model == model
    assert hand._plan.on_mismatch == "ask_model"
    assert hand._run._brought(Settings(), is_attended=True).may_load is may_load


@pytest.mark.parametrize("option", ["--speed=0", "--max-steps=0", "--timeout=x", "--approve=all"])
def test_numbers_out_of_range_are_refused(option, capsys):
    with pytest.raises(SystemExit):
        given(option)
    assert option.partition("=")[0] in capsys.readouterr().err


def test_a_table_is_read_by_its_columns_and_from_a_row_that_is_there(tmp_path):
    file = tmp_path / "a.csv"
    file.write_text("Nr;Vendor Name\n1;Ann\n2;Bo\n")
    read = given("--rows", str(file), rows=True)
    assert read_table(read, "vendor_name") == Table(("vendor_name",), (("Ann",), ("Bo",)))
    with pytest.raises(BadValue, match="there is no row 3; the table has 2 rows"):
        read_table(given("--rows", str(file), "--from-row", "3", rows=True), "vendor_name")


def test_values_are_typed_as_they_were_written():
    assert [text_of(value) for value in (True, False, 3, 2.0, 2.5, Number("1e3"))] == [
        "yes", "no", "3", "2", "2.5", "1e3",
    ]  # fmt: skip
    assert f"{Number('12.50')}|{Number('12.50'):.1f}" == "12.50|12.5"
    assert Number("12.50") + 1 == 13.5
    assert text_of(Secret("mail")) == "mail"
    assert same(Number("3.0"), "3")
    assert not same("Ann", "ann")


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (yes_no, "maybe"),
        (number(least=2), "1"),
        (number(most=2), "3"),
        (number(), "x"),
        (one_of("a", "b"), "c"),
        (Secret, "hunter 2"),
    ],
)
def test_a_value_that_does_not_fit_is_an_error_of_the_command_line(read, text):
    with pytest.raises(argparse.ArgumentTypeError):
        read(text)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (None, 0),
        (NotFound("Line 3: it is not there.", Outcome.NOT_FOUND), 5),
        (ScriptStopped("Stopped."), 6),
        (KeyboardInterrupt(), 130),
        (BadValue("a cell cannot be used"), 2),
    ],
)
def test_a_script_leaves_with_the_status_of_its_end(error, status, capsys):
    def main():
        if error is not None:
            raise error

    with pytest.raises(SystemExit) as left:
        run(main)
    assert left.value.code == status
    assert "Traceback" not in capsys.readouterr().err


def test_an_error_of_the_scripts_own_is_pythons_to_tell(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["deskhand"])
    monkeypatch.setattr(sys, "path", [*sys.path])
    file = tmp_path / "a.py"
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    file.write_text("import sys\nassert sys.argv[1:] == ['--x'], sys.argv\nint('x')\n")
    assert script_command(argparse.Namespace(file=str(file), arguments=["--x"])) == 1
    assert 'a.py", line 3' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "outcome", "said"),
    [
        (None, None, ""),
        (SystemExit(0), None, ""),
        (NotFound("Line 3: gone.", Outcome.NOT_FOUND), Outcome.NOT_FOUND, "Line 3: gone."),
        (KeyboardInterrupt(), Outcome.STOPPED, "The script was stopped."),
        (SystemExit(3), Outcome.FAILED, "The script itself failed (SystemExit)."),
        (KeyError("secret"), Outcome.FAILED, "The script itself failed (KeyError)."),
    ],
)
def test_the_run_ends_as_the_script_does(error, outcome, said):
    assert script.end_of(error) == EndRun(outcome, said)


def test_a_step_needs_a_run(tmp_path):
    hand = Hand(script=str(tmp_path / "a.py"))
    with pytest.raises(RuntimeError, match="use `with Hand"):
        hand.keys("ctrl", "s")


def test_a_run_belongs_to_the_main_thread(tmp_path):
    raised = []

    def begin():
        try:
            ScriptRun(Plan(tmp_path / "a.py"), None).begin()
        except RuntimeError as error:
            raised.append(str(error))

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    assert raised == ["a Hand serves one run, which begins on the main thread"]


def test_a_run_that_cannot_begin_is_told_before_the_first_step(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    before = signal.getsignal(signal.SIGINT)

    def nothing_there(folders, settings, executor):
        executor.close()
        raise NoDisplay("there is no display")

    monkeypatch.setattr("app.desk.open_desk", nothing_there)
    monkeypatch.setattr(run_start, "RunLock", lambda *_a, **_k: contextlib.nullcontext())
    monkeypatch.setattr(run_start, "_reachable", lambda *_a: contextlib.nullcontext([]))
    read = given("--approve", "auto")
    with (
        pytest.raises(script.CannotStart, match="there is no display"),
        Hand(read, script=str(tmp_path / "a.py")),
    ):
        pytest.fail("it began")
    assert capsys.readouterr().err == "deskhand: there is no display\n"
    assert signal.getsignal(signal.SIGINT) is before


def test_asking_needs_somebody_to_ask(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    with pytest.raises(script.ScriptError, match="needs somebody to ask") as refused:
        Hand(given(), script=str(tmp_path / "a.py")).__enter__()
    assert refused.value.status == 2
    assert "needs somebody to ask" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("number_", "raised"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, Interrupted)]
)
def test_a_signal_stops_the_run_and_interrupts_the_script(number_, raised):
    before, stop = signal.getsignal(number_), StopToken()
    with pytest.raises(raised), heeded(stop):
        _killed_by(number_)
    assert stop.is_set
    assert signal.getsignal(number_) is before


def _killed_by(number_):
    os.kill(os.getpid(), number_)
    threading.Event().wait(60)


def test_nobody_reading_what_is_told_stops_the_run(tmp_path, monkeypatch):
    class Gone(io.StringIO):
        def write(self, _text):
            raise BrokenPipeError

        def fileno(self):
            return os.open(os.devnull, os.O_WRONLY)

    monkeypatch.setattr(sys, "stdout", Gone())
    stop = StopToken()
    voice = ScriptVoice(Plan(tmp_path / "a.py", is_json=True), lambda: None, stop)
    voice(Ended("r", Outcome.DONE, "Done.", 1))
    assert stop.is_set
