"""Give each instruction of the set to the assistant, alone on a display, and read what came of it.

    python -m tests.strangers.run [--set NAME] [--program NAME] [--limit N] [--wake]
                                  [--policy NAME] [--server URL] [--accept] [--one-choice]
    python -m tests.strangers.run [--set NAME] --check

Each instruction gets a private X server, a session bus, a window manager and its program in a
prepared state. The effect is read from the program's side: the state it writes, the page's own
log, files, window titles, the accessibility tree. A wrong press is anything else that has changed.
With --wake the user of the session has chosen `deskhand doctor --wake on` before the program starts.
With --server the model of the user's choice for goals runs there.

Needs, by the names of Debian 12 packages:
xvfb openbox wmctrl dbus dbus-x11 at-spi2-core gir1.2-atspi-2.0 python3-gi python3-tk python3-uno
gir1.2-gtk-3.0 mousepad galculator pcmanfm xterm chromium libreoffice-calc libreoffice-writer
libreoffice-gtk3 openjdk-17-jdk featherpad geany gedit claws-mail zenity xfce4-settings
and for one_step also
grsync rsync mate-utils xdotool
and for second_step also
homebank keepassxc krename meld xclip xdotool
and for sixteenth_programs also
thunar
and for third_step also
soundconverter planner gthumb kid3-qt libglib2.0-bin dconf-gsettings-backend gstreamer1.0-plugins-good xdotool
"""

import argparse
import contextlib
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

from tests.strangers.entry import read
from tests.strangers.session import HERE, MARK, ROOT, NotReady, Session, wait_for

SETS = {"first": ""} | {
    name: name
    for name in (
        "one_step",
        "second_step",
        "third_step",
        "sixteenth_pages",
        "sixteenth_programs",
        "seventeenth_pages",
        "seventeenth_programs",
        "eighteenth_pages",
        "eighteenth_programs",
        "nineteenth_pages",
        "nineteenth_programs",
        "thirtieth_pages",
        "thirtieth_programs",
        "thirtyfirst_pages",
        "thirtyfirst_programs",
        "thirtysecond_pages",
        "thirtysecond_programs",
        "thirtythird_pages",
        "thirtythird_programs",
        "thirtyfourth_pages",
        "thirtyfourth_programs",
        "thirtyfifth_pages",
        "thirtyfifth_programs",
        "thirtysixth_programs",
        "thirtyseventh_pages",
        "thirtyseventh_programs",
    )
}
"""The folder of each set beside this file; a set that is mended for proves nothing and goes, but the first, whose
programs the goals use."""
PROGRAMS = {}
MODES = set()
"""`one_choice`, where that is asked for."""
START_SECONDS = 90.0
STARTS = 3
SETTLE_SECONDS = 4.0
# Keys that are not there until something has been done.
GROWING = (
    "clicks *", "file:*", "cell *", "/*", "bold prices.*", "italic prices.*", "prices.*", "line *",
)  # fmt: skip


def results_of(name):
    return ROOT / "build" / f"strangers-{name}.jsonl"


def load(name):
    """The entries of the set; its programs are the ones known from then on."""
    PROGRAMS.clear()
    package = ".".join(filter(None, ("tests.strangers", SETS[name], "prepared")))
    PROGRAMS.update(importlib.import_module(package).PROGRAMS)
    return read(HERE / SETS[name] / "instructions.yaml")


def up(session, program):
    """The state once the program shows its window and has stopped changing."""
    wait_for(
        lambda: any(program.title in title for title in session.titles()),
        START_SECONDS,
        f"the window {program.title!r}: {session.titles()}",
    )
    last = [None]

    def still():
        state = program.read(session)
        same = bool(state) and state == last[0]
        last[0] = state
        time.sleep(0.4)
        return same

    wait_for(still, START_SECONDS, "a state that stays")
    return last[0]


@contextlib.contextmanager
def prepared(name, start, wake):
    """A session with the program up; gives it and the state before anything is done."""
    program = PROGRAMS[name]
    with tempfile.TemporaryDirectory(prefix="strangers-", ignore_cleanup_errors=True) as folder:
        session = Session(Path(folder))
        try:
            session.start()
            if wake:
                deskhand(session, "doctor", "--wake", "on")
            argv = program.prepare(session, start)
            with (session.scratch / "out.txt").open("wb") as out:
                session.program = session.spawn(argv, stdout=out)
            yield session, up(session, program)
        finally:
            session.end()


@contextlib.contextmanager
def begun(name, start, wake=False):
    """A prepared session; one that does not come up is tried again, before anything is done."""
    with contextlib.ExitStack() as stack:
        for left in range(STARTS - 1, -1, -1):
            try:
                pair = stack.enter_context(prepared(name, start, wake))
                break
            except NotReady:
                if not left:
                    raise
        yield pair


def holds(key, wanted, state):
    """Whether one of the keys (two names are parted by ||) has the wanted value."""
    values = [state.get(name) for name in key.split("||")]
    return any(wanted(value) if callable(wanted) else value == wanted for value in values)


def has_effect(entry, state):
    return all(holds(key, wanted, state) for key, wanted in entry.expect.items())


def wrong_keys(entry, before, after):
    """What has changed although the instruction does not name it."""
    named = [name for key in entry.expect for name in key.split("||")]
    allowed = (*named, *entry.also, *PROGRAMS[entry.program].lenient)
    changed = {key for key in before | after if before.get(key) != after.get(key)}
    return sorted(k for k in changed if not any(k == a or fnmatchcase(k, a) for a in allowed))


def settled(session, entry):
    """The state after the assistant has ended: as soon as it has the effect, or in the end."""
    program = PROGRAMS[entry.program]
    end = time.monotonic() + SETTLE_SECONDS
    state = program.read(session)
    while not has_effect(entry, state) and time.monotonic() < end:
        time.sleep(0.3)
        state = program.read(session)
    return state


def environment(session):
    """Return the environment of a command of the assistant in the session, with a data folder of its own."""
    env = dict(os.environ)
    env |= {k: session.env[k] for k in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", MARK)}
    env["DESKHAND_HOME"] = str(session.scratch / "deskhand")
    env.pop("WAYLAND_DISPLAY", None)
    return env


def deskhand(session, *arguments):
    """Run one command of the assistant in the session."""
    argv = [sys.executable, "-m", "app.main", *arguments]
    return subprocess.run(
        argv, cwd=ROOT, env=environment(session), capture_output=True, text=True, timeout=150, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


def choose_server(session, url):
    """Have the user of the session choose a model server."""
    settings = session.scratch / "deskhand/config/settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    chosen = {"model": {"where": "server", "server": {"url": url, "sees": "text"}}}
    settings.write_text(json.dumps(chosen), encoding="utf-8")


def assistant(session, sentence, policy):
    """Run the assistant once; gives its exit status, its last JSON line, its steps and the seconds."""
    began = time.monotonic()
    words = ["do", sentence, "--approve", "auto", "--json", "--timeout", "60", "--policy", policy]
    try:
        done = deskhand(session, *words)
    except subprocess.TimeoutExpired:
        return "no end", {}, [], time.monotonic() - began
    lines = []
    for line in done.stdout.splitlines():
        with contextlib.suppress(ValueError):
            lines.append(json.loads(line))
    last = lines[-1] if lines else {"message": (done.stderr or done.stdout).strip()[-300:]}
    steps = [
        [line["sentence"], line["receipt"]["kind"], line["receipt"]["detail"]]
        for line in lines
        if line.get("event") == "step"
    ]
    return done.returncode, last, steps, time.monotonic() - began


def accepting(session, sentence, policy):
    """Run the assistant with a user who accepts each step and answers no question; as `assistant` otherwise.

    With --one-choice the user accepts the steps of what was chosen first, and closes the run at the next choice.
    """
    began = time.monotonic()
    words = ["do", sentence, "--approve", "ask", "--json", "--timeout", "100", "--policy", policy]
    argv = [sys.executable, "-m", "app.main", *words]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    env = environment(session)
    lines, most = [], None
    with subprocess.Popen(argv, cwd=ROOT, env=env, text=True, **pipes) as process:
        for text in process.stdout:
            lines.append(json.loads(text))
            if lines[-1]["event"] == "proposal" and most is None:
                most = lines[-1].get("total", 1) if "one_choice" in MODES else sys.maxsize
            if lines[-1]["event"] == "proposal" and lines[-1]["n"] > most:
                process.stdin.close()
            elif lines[-1]["event"] == "proposal":
                decision = {"n": lines[-1]["n"], "decision": "accept"}
                process.stdin.write(json.dumps(decision) + "\n")
                process.stdin.flush()
            elif lines[-1]["event"] == "question":  # nobody chooses
                process.stdin.close()
        if not process.stdin.closed:
            process.stdin.close()
        said = process.stderr.read().strip()
    last = lines[-1] if lines else {"message": said[-300:]}
    steps = [[one["sentence"], one["receipt"]["kind"]] for one in lines if one["event"] == "step"]
    return process.returncode, last, steps, time.monotonic() - began


def attempt(entry, wake, policy="auto", server=None, doing=assistant):
    result = {"program": entry.program, "sentence": entry.sentence, "start": entry.start}
    try:
        with begun(entry.program, entry.start, wake) as (session, before):
            if server:
                choose_server(session, server)
            code, last, steps, seconds = doing(session, entry.sentence, policy)
            after = settled(session, entry)
            wrong = wrong_keys(entry, before, after) if after else []
            result |= {
                "exit": code,
                "message": last.get("message", ""),
                "effect": has_effect(entry, after),
                "wrong press": bool(wrong),
                "changed": wrong,
                "seconds": round(seconds, 1),
                "last": last,
                "steps": steps,
            }
    except NotReady as why:
        result |= {"exit": "not started", "message": str(why), "effect": False}
        result |= {"wrong press": False, "seconds": 0.0}
    return result


def table(results):
    say = sys.stdout.write
    counts = Counter((str(r["exit"]), r["effect"]) for r in results)
    say(f"\n{len(results)} instructions\n")
    say(f"{'exit 0 with effect':<36}{counts['0', True]:>5}\n")
    say(f"{'exit 0 without effect':<36}{counts['0', False]:>5}\n")
    say(f"{'wrong presses':<36}{sum(r['wrong press'] for r in results):>5}\n")
    for code in sorted({code for code, _ in counts} - {"0"}):
        for effect, words in ((True, "with effect"), (False, "without effect")):
            say(f"{f'exit {code} {words}':<36}{counts[code, effect]:>5}\n")


def faults(entry, before, after):
    """What speaks against an entry when nothing has been done."""
    found = []
    if has_effect(entry, after):
        found.append("its effect is there already")
    if wrong := wrong_keys(entry, before, after):
        found.append(f"changed by itself: {wrong}")
    grows = [key for key in entry.expect if any(fnmatchcase(key, g) for g in GROWING)]
    missing = [key for key in entry.expect if key not in before and key not in grows]
    found += [f"no such key: {key}" for key in missing]
    return found


def check(entries):
    """Start each prepared state once, do nothing, and see that no effect is there."""
    groups = {}
    for entry in entries:
        groups.setdefault((entry.program, entry.start), []).append(entry)
    bad = 0
    for (name, start), members in groups.items():
        began = time.monotonic()
        try:
            with begun(name, start) as (session, before):
                time.sleep(2)
                after = PROGRAMS[name].read(session)
                found = [(m, f) for m in members for f in faults(m, before, after)]
        except NotReady as why:
            sys.stdout.write(f"{name} {start}: NOT STARTED: {why}\n")
            bad += len(members)
            continue
        for member, fault in found:
            sys.stdout.write(f"{name} {start}: {member.sentence!r}: {fault}\n")
        bad += len({m.sentence for m, _ in found})
        seconds = time.monotonic() - began
        sys.stdout.write(f"{name} {start}: {len(members)} read, {seconds:.0f} s\n")
        if os.environ.get("STRANGERS_SHOW"):
            sys.stdout.write(json.dumps(before, indent=1) + "\n")
        sys.stdout.flush()
    sys.stdout.write(f"{len(entries)} entries, {bad} with a fault\n")
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", choices=sorted(SETS), default="first", help="which entries")
    parser.add_argument("--program", help="only this program")
    parser.add_argument("--limit", type=int, help="only the first N")
    parser.add_argument("--part", help="I/N: every N-th entry from the I-th, 0 to N-1")
    parser.add_argument("--wake", action="store_true", help="the user has chosen to wake programs")
    parser.add_argument("--policy", default="auto", help="who decides, as for `deskhand do`")
    parser.add_argument("--server", metavar="URL", help="the model server for goals")
    parser.add_argument("--accept", action="store_true", help="a user accepts each step")
    parser.add_argument(
        "--one-choice", action="store_true", help="accept only what is chosen first"
    )
    parser.add_argument("--check", action="store_true", help="prove the checks, do nothing")
    options = parser.parse_args()
    known = load(options.set)
    if options.one_choice:
        MODES.add("one_choice")
    if options.program not in (None, *PROGRAMS):
        parser.error(f"--program: one of {', '.join(sorted(PROGRAMS))}")
    entries = [e for e in known if options.program in (None, e.program)][: options.limit]
    if options.part:
        first, every = map(int, options.part.split("/"))
        entries = entries[first::every]
    if options.check:
        return check(entries)
    path = results_of(options.set + (f"-{first}" if options.part else ""))
    path.parent.mkdir(exist_ok=True)
    results = []
    with path.open("w", encoding="utf-8") as out:
        for entry in entries:
            doing = accepting if options.accept else assistant
            results.append(attempt(entry, options.wake, options.policy, options.server, doing))
            out.write(json.dumps(results[-1], ensure_ascii=False) + "\n")
            out.flush()
            shown = {k: results[-1][k] for k in ("exit", "effect", "wrong press", "seconds")}
            sys.stdout.write(f"{entry.program}: {entry.sentence}: {shown}\n")
            sys.stdout.flush()
    table(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
