"""Editors and recorders that are killed: what was acknowledged is there. python -m tests.benchmarks.macro_kills.

Each writer is forked from a process that has loaded everything, does one random thing after the other,
says so after each, and gets SIGKILL at a random moment. The same things are then done again here, by
the number that was said, and compared with what the next opening finds: that, or one thing more. A
save goes on beside the edits after it, as it does in the editor's window.

Prints what was found and writes `build/benchmarks/macro_kills.json`. With --count N so many of each kind.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from automation.core.errors import MacroError
from automation.desktop.recording.keys import XKeyNames
from automation.macros.edit.session import EditSession
from automation.macros.images import image_paths
from automation.macros.library import Library
from automation.macros.macro import Macro, Wait
from automation.macros.record import recording_journal
from automation.macros.record.raw_file import unpacked
from automation.macros.record.session import RecordingSession, Removed
from tests.fakes.macro_hands import Hand, edit_once

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = Path("build/benchmarks/macro_kills.json")
NAME = "Edited"
KILLS_PER_MACRO = 10
"""Every editor but the first begins with the draft that the one before it left."""
MOST_SAID = 40
"""Things that a writer has said before it is killed, at most; and how long it then may go on."""
LONGEST_S = 0.02
MANY = 100_000
_POLL_S = 0.002
WRITER_S = 60.0
"""A writer that has not said so much by then has ended by itself."""


def edit_until_killed(home, seed, say):
    """Edit a macro and say how many things were done, after each."""
    session = EditSession(Library(Path(home)), NAME)
    beside = SavedBeside(session)
    say(0)
    for number in range(1, MANY):
        beside.take_what_is_saved()
        edit_once(session.document, beside, random.Random(f"{seed} {number}"))
        say(number)


class SavedBeside:
    """An open macro that a thread saves while it is edited further."""

    def __init__(self, session):
        self._session, self._saved = session, None
        self._thread = ThreadPoolExecutor(1)
        self.add_image = session.add_image

    def save(self):
        """Begin a save, once the one before is done."""
        if self._saved is not None:
            self._saved.exception()
            self.take_what_is_saved()
        self._saved = self._thread.submit(self._session.saving())

    def take_what_is_saved(self):
        """Go on from a save that is done."""
        if self._saved is not None and self._saved.done():
            self._session.take_saved(self._saved.result())
            self._saved = None


def record_until_killed(home, seed, say):
    """Record and say how many things were done, after each."""
    hand = Hand(RecordingSession(Path(home), XKeyNames(), lambda _happening: None))
    say(0)
    for number in range(1, MANY):
        hand.act_once(random.Random(f"{seed} {number}"))
        say(number)


WRITERS = {"edit": edit_until_killed, "record": record_until_killed}


class Nursery:
    """The process that forks writers. One at a time."""

    def __enter__(self):
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.macro_kills", "--fork"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def killed(self, kind, home, seed, out, rng):
        """Let a writer write, kill it, and return how many things it said it had done."""
        out.write_bytes(b"")
        self._process.stdin.write(f"{kind} {home} {seed} {out}\n")
        pid = int(self._process.stdout.readline())
        wanted = rng.randint(1, MOST_SAID)
        deadline = time.monotonic() + WRITER_S
        while out.read_bytes().count(b"\n") < wanted and time.monotonic() < deadline:
            time.sleep(_POLL_S)
        time.sleep(rng.uniform(0.0, LONGEST_S))
        os.kill(pid, signal.SIGKILL)
        status = int(self._process.stdout.readline())
        said = out.read_text(encoding="utf-8")
        if status != -signal.SIGKILL or not said.replace("\n", "").isdigit():
            raise RuntimeError(f"a writer ended by itself with {status}, after {said[-2000:]}")
        return max(int(line) for line in said.splitlines(keepends=True) if line.endswith("\n"))


def kill_editors(scratch, seed, kills):
    """Kill so many editors.

    Returns:
        How many were killed, how many edits they had said, how often the one in hand was there too,
        and what was lost.
    """
    rng, seen, lost, done = random.Random(seed), Counter(), [], 0
    with Nursery() as nursery:
        while done < kills:
            home = scratch / f"edited-{done}"
            document = _opened(home, create=True)
            for _ in range(min(KILLS_PER_MACRO, kills - done)):
                number = rng.randrange(2**31)
                said = nursery.killed("edit", home, number, scratch / "said", rng)
                before, after = _followed(document, number, said)
                document, problem = _reopened(home, before, after, seen)
                seen["said"] += said
                if problem:
                    lost.append(f"kill {done} of seed {seed}: {problem}")
                done += 1
                _tell("editing", done, lost)
    return {"kills": done, "seen": dict(seen), "lost": lost}


def _tell(kind, done, lost):
    """Say now and then how far it is: somebody may wait for two hundred."""
    if done % 10 == 0:
        print(f"{kind}: {done} killed, {len(lost)} lost", file=sys.stderr, flush=True)


def _opened(home, *, create=False):
    library = Library(home)
    if create:
        steps = tuple(Wait(id=f"w-{n}", seconds=n + 1) for n in range(12))
        library.save(Macro(deskhand=1, name=NAME, steps=steps))
    session = EditSession(library, NAME)
    session.close()
    session.document.keep_in(lambda _edit: None)
    return session.document


def _followed(document, seed, said):
    """Return the macro after so many things, and after one more."""
    for number in range(1, said + 1):
        edit_once(document, None, random.Random(f"{seed} {number}"))
    before = document.macro
    edit_once(document, None, random.Random(f"{seed} {said + 1}"))
    return before, document.macro


def _reopened(home, before, after, seen):
    """Return the document of the next opening, and what is wrong with it; empty for nothing."""
    session = EditSession(Library(home), NAME)
    found = session.document.macro
    problem = session.trouble
    if found not in (before, after):
        problem = f"neither the macro that was said nor the next: {session.note}"
    elif before != after:
        seen["in hand kept" if found == after else "in hand lost"] += 1
    try:
        for path in image_paths(found):
            session.image(path)
    except MacroError as error:
        problem = str(error)
    seen["recovered"] += "recovered" in session.note
    session.close()
    session.document.keep_in(lambda _edit: None)
    return session.document, problem


def kill_recorders(scratch, seed, kills):
    """Kill so many recorders; as `kill_editors`."""
    rng, seen, lost = random.Random(seed), Counter(), []
    with Nursery() as nursery:
        for done in range(kills):
            home, number = scratch / f"recorded-{done}", rng.randrange(2**31)
            said = nursery.killed("record", home, number, scratch / "said", rng)
            seen["said"] += said
            problem = _recording_problem(home, scratch / f"again-{done}", number, said, seen)
            if problem:
                lost.append(f"kill {done} of seed {seed}: {problem}")
            _tell("recording", done + 1, lost)
    return {"kills": kills, "seen": dict(seen), "lost": lost}


def _recording_problem(home, again, seed, said, seen):
    """Return what is wrong with a recording that was cut off; empty for nothing."""
    if recording_journal.cut_off(home.parent).count(home) != 1:
        return "it is not seen as one that was cut off"
    found = recording_journal.recover(home)
    told = []
    session = RecordingSession(again, XKeyNames(), told.append)
    hand = Hand(session)
    for number in range(1, said + 1):
        hand.act_once(random.Random(f"{seed} {number}"))
    before, events = {step.id: step for step in session.steps}, hand.events
    told.clear()
    hand.act_once(random.Random(f"{seed} {said + 1}"))
    after = {step.id: step for step in session.steps}
    between = [one.step for one in told if not isinstance(one, Removed)]
    session.remove()
    recording_journal.discard(home)
    here = {step.id: step for step in found.steps}
    seen["steps"] += len(here)
    for step_id in {*before, *after, *here}:
        # Taking back settles what went on, which comes to the list and goes at once.
        if here.get(step_id) not in (before.get(step_id), after.get(step_id), *between):
            return f"the step {step_id} is {here.get(step_id)}, expected {before.get(step_id)}"
    whole = Macro(deskhand=1, name="x", steps=found.steps)
    missing = [path for path in image_paths(whole) if path not in found.images]
    seen["pictures"] += len(found.images)
    if missing:
        return f"pictures are missing: {missing}"
    count = len(unpacked(found.events)) if found.events else 0
    return "" if count >= events else f"{count} raw events are there, expected {events} at least"


def _fork():
    """Fork a writer for every line that is read, and tell how it ended."""
    for line in sys.stdin:
        kind, home, seed, out = line.split()
        pid = os.fork()
        if pid == 0:
            said = os.open(out, os.O_WRONLY | os.O_APPEND)
            os.dup2(said, 2)
            WRITERS[kind](home, int(seed), lambda n, to=said: os.write(to, b"%d\n" % n))
            os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        _, status = os.waitpid(pid, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def main():
    """Kill, compare, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", help="editing, recording; both when none is named")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fork", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.fork:
        _fork()
        return
    found = {}
    killers = {"editing": kill_editors, "recording": kill_recorders}
    for kind in given.kinds or killers:
        kill = killers[kind]
        with tempfile.TemporaryDirectory() as scratch:
            found[kind] = kill(Path(scratch), given.seed, given.count)
        print(kind, msgspec.json.encode(found[kind]).decode())
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
