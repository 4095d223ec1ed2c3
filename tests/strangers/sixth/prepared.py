"""The programs of the sixth set: office work on pages, in small forms and in real programs."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.strangers.session import Pages, system_python

FOLDER = Path(__file__).resolve().parent
PROGRAMS_DIR = FOLDER / "programs"
PAPERS = {
    "agenda.txt": "Agenda\n1. Minutes of May\n2. New copier\n3. Summer closing\n",
    "phone list.txt": "Reception 100\nWorkshop 140\nOffice 155\n",
    "Orders/pens.txt": "blue, 40 pieces\n",
    "Orders/folders.txt": "grey, 12 pieces\n",
    "Travel/turin.txt": "hotel, train\n",
}
SALES = "Month,Pens,Paper,Folders\nJanuary,120,340,15\nFebruary,95,310,22\nMarch,130,298,9\n"
MINUTES = "Minutes of the meeting\nPresent were eight people.\nThe copier will be replaced.\nEnd at noon.\n"
BOXES = {
    "form": [
        "--forms", "--title=Visitor badge", "--text=Who is coming?", "--add-entry=Visitor",
        "--add-entry=Company", "--add-entry=Car number",
    ],
    "days": ["--calendar", "--title=Delivery", "--text=When shall we deliver?", "--day=6",
             "--month=10", "--year=2026", "--date-format=%Y-%m-%d"],
    "lunch": [
        "--list", "--radiolist", "--title=Lunch", "--text=What would you like?", "--column=Pick",
        "--column=Dish", "--column=Price", "TRUE", "Soup", "4.20", "FALSE", "Pasta", "7.90",
        "FALSE", "Curry", "8.50",
    ],
    "mail": ["--question", "--title=Out of office", "--text=Keep the automatic reply on?",
             "--ok-label=Keep it", "--cancel-label=Switch off"],
}  # fmt: skip
OFFICE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" \
xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" \
oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse">\
<value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse">\
<value>99.9</value></prop></item>
</oor:items>
"""


def write_papers(session):
    for name, text in PAPERS.items():
        path = session.documents / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def program_of(*argv, **more):
    """A real program with the papers in its folder; more environment may be given."""

    def prepare(session, _start):
        write_papers(session)
        session.env |= {k: v.replace("{scratch}", str(session.scratch)) for k, v in more.items()}
        return [part.replace("{papers}", str(session.documents)) for part in argv]

    return prepare


def prepare_page(session, start):
    """A page; what stands behind # is the part of it that is shown."""
    session.pages = Pages(FOLDER / "pages")
    name, _, part = start.partition("#")
    address = f"http://127.0.0.1:{session.pages.server_port}/{name}.html"
    return [
        "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
        "--no-default-browser-check", "--password-store=basic", "--window-size=1220,760",
        f"--user-data-dir={session.scratch / 'chromium'}", f"{address}#{part}" if part else address,
    ]  # fmt: skip


def own(name, command=None):
    def prepare(session, start):
        if name.endswith(".java"):
            return ["java", f"-Duser.home={session.home}", PROGRAMS_DIR / name, start]
        return [command or system_python(), PROGRAMS_DIR / name, start]

    return prepare


def office(name, kind, text):
    """Make a document of the text, then open it with a pipe to read it over."""

    def prepare(session, _start):
        profile = session.scratch / "office"
        (profile / "user").mkdir(parents=True)
        (profile / "user" / "registrymodifications.xcu").write_text(OFFICE)
        option = f"-env:UserInstallation={profile.as_uri()}"
        source = session.documents / (Path(name).stem + (".csv" if kind == "ods" else ".txt"))
        source.write_text(text)
        session.answer_of(
            "soffice", option, "--headless", "--convert-to", kind, "--outdir",
            str(session.documents), str(source), seconds=150,
        )  # fmt: skip
        source.unlink()
        pipe = f"--accept=pipe,name={session.mark};urp"
        return ["soffice", option, "--norestore", "--nologo", pipe, session.documents / name]

    return prepare


def prepare_box(_session, start):
    return ["zenity", *BOXES[start]]


def read_state(session):
    try:
        return json.loads(session.state_file.read_text())
    except (OSError, ValueError):
        return {}


def read_page(session):
    return {**session.pages.last, "titles": session.titles()} if session.pages.last else {}


def read_files(session):
    titles = session.titles()
    return {"titles": titles, "windows": len(titles), **session.files()} if titles else {}


def read_tree(*names):
    def read(session):
        state = read_files(session)
        code, text = session.answer_of(system_python(), str(PROGRAMS_DIR / "tree.py"), *names)
        if not state or code or not text:
            return {}
        return {**state, **json.loads(text)}

    return read


def read_office(session):
    code, text = session.answer_of(system_python(), str(PROGRAMS_DIR / "cells.py"), session.mark)
    titles = session.titles()
    state = json.loads(text) if code == 0 and text else {}
    return {**state, "titles": titles, "windows": len(titles)} if state and titles else {}


def read_channel(*channels):
    """What Xfce's settings server holds: the property names are the keys."""

    def read(session):
        state = {"titles": session.titles()}
        for channel in channels:
            code, text = session.answer_of("xfconf-query", "-c", channel, "-lv")
            for line in text.splitlines() if code == 0 else ():
                name, _, value = line.partition(" ")
                state[name] = value.strip()
        return state if state["titles"] else {}

    return read


def read_box(session):
    code = session.program.poll()
    out = session.scratch / "out.txt"
    answer = out.read_text().strip() if out.exists() else ""
    return {"exit": code, "answer": answer} if code is not None or session.titles() else {}


@dataclass(frozen=True)
class Program:
    """How a program is prepared, known to be up, and read."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


PROGRAMS = {
    "chromium": Program(
        prepare_page, read_page, "Chromium", ("scrolled", "selected", "copied")
    ),
    "trip": Program(
        own("trip_planner.py", sys.executable), read_state, "Trip Planner", ("section", "chosen")
    ),
    "practice": Program(
        own("practice.py"), read_state, "Practice Book", ("page", "row", "marked")
    ),
    "parcels": Program(own("parcels.py"), read_state, "Parcel Desk", ("tab",)),
    "store": Program(own("StoreRoom.java"), read_state, "Store Room", ("tab",)),
    "calc": Program(office("sales.ods", "ods", SALES), read_office, "Calc", ("titles",)),
    "writer": Program(office("minutes.odt", "odt", MINUTES), read_office, "Writer", ("titles",)),
    "pluma": Program(
        program_of("pluma", "agenda.txt"), read_tree("pluma"), "agenda.txt",
        ("titles", "texts", "tabs", "labels", "ticked", "choices"),
    ),
    "kwrite": Program(program_of("kwrite", "agenda.txt"), read_files, "agenda", ("titles",)),
    "thunar": Program(
        program_of("thunar", "{papers}"), read_tree("thunar", "Thunar"), "Documents",
        ("titles", "texts", "labels", "ticked", "choices"),
    ),
    "qalculate": Program(
        program_of("qalculate-gtk", QALCULATE_USER_DIR="{scratch}/qalculate"),
        read_tree("qalculate-gtk"), "Qalculate", ("titles", "labels", "ticked"),
    ),
    "matecalc": Program(
        program_of("mate-calc"), read_tree("mate-calc"), "Calculator", ("titles", "labels")
    ),
    "pointer": Program(
        program_of("xfce4-mouse-settings"), read_channel("pointers", "xsettings"), "Mouse"
    ),
    "box": Program(prepare_box, read_box, ""),
}  # fmt: skip
