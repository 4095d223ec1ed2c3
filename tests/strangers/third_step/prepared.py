"""The programs of the set: how each is prepared, known to be up, and read."""

import struct
import zlib
from pathlib import Path

from tests.strangers.one_step.prepared import Program, reading, ready
from tests.strangers.session import system_python

HERE = Path(__file__).resolve().parent
PLAN = (HERE / "loft.planner").read_text()
PICTURES = {"garden": (40, 120, 60), "harbour": (20, 40, 110), "Market day": (220, 150, 40)}
SOUNDS = ("interview", "rain")
SOUND_FRAME = bytes.fromhex("fffb9000") + bytes(413)
"""A silent MPEG 1 layer 3 frame of 128 kbit/s at 44.1 kHz."""
SETTINGS = {
    "output-mime-type": "audio/mpeg",
    "same-folder-as-input": "false",
    "name-pattern-index": "1",
}
"""How the converter of sounds is set for its start `folder`."""
STEPS = {
    "music": {
        "list": (),
        "preferences": ("press push button: Preferences", "wait Preferences"),
        "folder": ("press push button: Preferences", "wait Preferences"),
    },
    "plan": {
        "gantt": ("key Down Down",),
        "task": ("key Down", "press menu item: Edit Task Properties...", "wait Edit task"),
        "project": ("press menu item: Edit Project Properties", "wait Project Properties"),
    },
    "pictures": {
        "resize": ("key ctrl+a", "press menu item: Resize Images…", "wait Resize Images"),
        "date": ("key ctrl+a", "press menu item: Change Date…", "wait Change Date"),
        "rename": ("key ctrl+a", "key F2", "wait Rename"),
        "comment": ("key Home", "press push button: Comment", "wait Comment"),
    },
    "tags": {
        "file": (),
        "number": ("press menu item: Number Tracks...", "wait Number Tracks"),
        "find": ("key ctrl+f", "wait Find"),
        "settings": ("press push button: Configure Kid3", "wait Configure"),
    },
}
WINDOWS = {
    "music": ("soundconverter", "SoundConverter", "Preferences"),
    "plan": ("planner", "- Planner", "Edit task properties", "Project Properties"),
    "pictures": ("gthumb", "Documents", "Resize Images", "Change Date", "Rename", "Comment"),
    "tags": ("Kid3", "- Kid3", "Number Tracks", "Find"),
}
"""The name of the application, and the parts of the titles of the windows that are read."""


def picture(colour, width=800, height=600):
    """A PNG of one colour."""

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes(colour) * width) * height
    parts = chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def write_sounds(session):
    names = [f"{name}.mp3" for name in SOUNDS]
    for name in names:
        (session.documents / name).write_bytes(SOUND_FRAME * 80)
    return names


def music(session, start):
    names = write_sounds(session)
    if start == "folder":
        for key, value in SETTINGS.items():
            session.answer_of("gsettings", "set", "org.soundconverter", key, value)
        return ["soundconverter"]
    return ["soundconverter", *names] if start == "list" else ["soundconverter"]


def plan(session, _start):
    (session.documents / "loft.planner").write_text(PLAN)
    return ["planner", "loft.planner"]


def pictures(session, _start):
    for name, colour in PICTURES.items():
        (session.documents / f"{name}.png").write_bytes(picture(colour))
    return ["gthumb", session.documents]


def tags(session, _start):
    write_sounds(session)
    return ["env", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1", "kid3-qt", "interview.mp3"]


def starting(name, argv_of):
    """Start the program with its documents there, and take the steps of the start in it."""

    def prepare(session, start):
        argv = argv_of(session, start)
        steps = STEPS[name][start]
        session.spawn(
            [system_python(), HERE / "steps.py", WINDOWS[name][0], ready(session), *steps]
        )
        return argv

    return prepare


def read_plan(session):
    """The state, with the names of the tasks in their order."""
    state = reading("plan", WINDOWS)(session)
    # The other cells of a row are its number, as 1.2, and its work, as 3d.
    return {**state, "tasks": [t for t in state["cells"] if not t[0].isdigit()]} if state else {}


LENIENT = ("windows",)
"""How many there are follows from their titles."""

PROGRAMS = {
    "music": Program(
        starting("music", music), reading("music", WINDOWS), "SoundConverter", LENIENT
    ),
    "plan": Program(starting("plan", plan), read_plan, "Planner", LENIENT),
    "pictures": Program(
        starting("pictures", pictures), reading("pictures", WINDOWS), "Documents", LENIENT
    ),
    "tags": Program(starting("tags", tags), reading("tags", WINDOWS), "Kid3", LENIENT),
}
