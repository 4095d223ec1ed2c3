"""The programs of the set: how each is prepared, known to be up, and read."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.strangers.session import system_python

HERE = Path(__file__).resolve().parent
NOTES = "Meeting on Monday\nBring the keys\nCall the printer before Monday\n"
DOCUMENTS = {
    "notes.txt": NOTES,
    "invoice april.txt": "Paper and pencils\n",
    "invoice may.txt": "Toner and a box of envelopes\n",
    "recipes/pancakes.txt": "flour, milk, eggs\n",
}
SYNC_CONFIG = """[__CONFIG]
command=rsync
output=false
remember=true
errorlist=false
logging=false
logging_overwrite=false
fastscroll=true
switchbutton=false
trayicon=false
root_x=100
root_y=60
width=560
height=460
last_session=default
"""
SYNC_SESSION = """
[{name}]
is_set=false
text_source={source}
text_dest={target}
check_time=true
check_verbose=true
check_progr=true
check_protectargs=true
"""
STEPS = {
    "sync": {
        "basic": (),
        "advanced": ("tab Advanced options",),
        "extra": ("tab Extra options",),
    },
    "find": {"options": (), "found": ()},
    "mouse": {"devices": (), "clicks": ("tab Behavior",), "looks": ("tab Theme", "size 640 460")},
    "pluma": {
        "edited": ("key ctrl+End Return", "type Stamps", "key shift+Home"),
        "replace": ("key ctrl+h", "type Monday", "key Tab", "type Tuesday"),
        "settings": ("key alt+e Up Return",),
    },
}
WINDOWS = {
    "sync": ("grsync", "Grsync:"),
    "find": ("mate-search-tool", ""),
    "mouse": ("xfce4-mouse-settings", "Mouse and Touchpad"),
    "pluma": ("pluma", "- Pluma", "Replace", "Pluma Preferences"),
}
"""The name of the application, and the parts of the titles of the windows that are read."""


def write_documents(session, documents=DOCUMENTS):
    for name, text in documents.items():
        path = session.documents / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def ready(session):
    return session.scratch / "ready"


def starting(name, argv_of):
    """Start the program with the documents there, and take the steps of the start in it."""

    def prepare(session, start):
        write_documents(session)
        argv = argv_of(session, start)
        steps = STEPS[name][start]
        session.spawn(
            [system_python(), HERE / "steps.py", WINDOWS[name][0], ready(session), *steps]
        )
        return argv

    return prepare


def sync(session, _start):
    folder = session.home / ".grsync"
    folder.mkdir()
    photos = session.home / "Photos"
    photos.mkdir()
    (photos / "beach.txt").write_text("sand\n")
    copies = session.home / "Copies"
    sessions = (("default", session.documents, copies), ("Photos", photos, copies / "Photos"))
    (folder / "grsync.ini").write_text(
        SYNC_CONFIG
        + "".join(
            SYNC_SESSION.format(name=name, source=f"{source}/", target=target)
            for name, source, target in sessions
        )
    )
    return ["grsync"]


def find(session, start):
    argv = ["mate-search-tool", f"--path={session.documents}"]
    if start == "found":
        return [*argv, "--named=invoice", "--sortby=name", "--start"]
    return [*argv, "--contains=", "--mtimeless=3", "--hidden"]


def mouse(_session, _start):
    return ["xfce4-mouse-settings"]


def pluma(_session, _start):
    return ["pluma", "notes.txt"]


def reading(name, windows=WINDOWS, look=HERE / "look.py"):
    def read(session):
        titles = session.titles()
        if not ready(session).exists():
            return {}
        code, text = session.answer_of(system_python(), str(look), *windows[name])
        if code or not text:
            return {}
        state = json.loads(text)
        if not state and session.program.poll() is None and titles:
            return {}
        return {**state, "titles": titles, "windows": len(titles), **session.files()}

    return read


def read_sync(session):
    state = reading("sync")(session)
    return {**state, "copied": (session.home / "Copies").exists()} if state else {}


def read_mouse(session):
    state = reading("mouse")(session)
    if state:
        for channel in ("pointers", "xsettings"):
            for line in session.answer_of("xfconf-query", "-c", channel, "-lv")[1].splitlines():
                key, *value = line.split(None, 1)
                if key.startswith("/"):
                    state[key] = value[0] if value else ""
    return state


@dataclass(frozen=True)
class Program:
    """How a program is prepared, known to be up, and read."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


PROGRAMS = {
    "sync": Program(starting("sync", sync), read_sync, "Grsync"),
    "find": Program(starting("find", find), reading("find"), "Search for Files"),
    "mouse": Program(starting("mouse", mouse), read_mouse, "Mouse and Touchpad", ("slider*",)),
    "pluma": Program(starting("pluma", pluma), reading("pluma"), "Pluma"),
}
