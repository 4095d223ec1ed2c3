"""How each program of the set is started and how its state is read."""

import contextlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.strangers.session import system_python

OWN = Path(__file__).resolve().parent / "programs"


@dataclass(frozen=True)
class Program:
    """One program: how it starts, how its state is read, and what may always change."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


def written(session):
    """The state that a program of this set has written."""
    with contextlib.suppress(OSError, ValueError):
        return json.loads(session.state_file.read_text(encoding="utf-8"))
    return {}


def own(name, title, python=system_python, lenient=()):
    return Program(
        lambda _session, start: [python(), OWN / name, start], written, title, tuple(lenient)
    )


def java(_session, start):
    return ["java", OWN / "Interpreters.java", start]


def tree(session, *names):
    """What the accessibility tree shows of the programs with these names."""
    said = session.answer_of(system_python(), str(OWN / "reader.py"), *names, seconds=40)[1]
    with contextlib.suppress(ValueError):
        return json.loads(said)
    return {}


def put(session, files):
    for name, text in files.items():
        path = session.documents / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.mkdir(exist_ok=True)
        else:
            path.write_text(text, encoding="utf-8")


def channel(session, name):
    """The settings of one channel of Xfce."""
    said = session.answer_of("xfconf-query", "-c", name, "-l", "-v")[1]
    found = {}
    for line in said.splitlines():
        if line.startswith("/"):
            key, _, value = line.partition(" ")
            found[key] = value.strip()
    return found


# The editor


RULES = {
    "house rules.txt": (
        "House rules of the Elm Street flat\n"
        "\n"
        "Bins go out on Tuesday night.\n"
        "Whoever finishes the milk buys milk.\n"
        "No washing machine after ten.\n"
        "Rent is due on the first.\n"
        "Guests for more than three nights: ask first.\n"
    ),
    "playlist.txt": "Blue Bossa\nTake Five\nSo What\nNaima\n",
}


def prepare_editor(session, start):
    put(session, RULES)
    names = ["house rules.txt", "playlist.txt"] if start == "two" else ["house rules.txt"]
    return ["mousepad", "--disable-server", *[session.documents / name for name in names]]


def read_editor(session):
    found = tree(
        session,
        "mousepad",
        "org.xfce.mousepad.preferences.view",
        "org.xfce.mousepad.preferences.window",
    )
    if not found or not found["documents"]:
        return {}
    state = {key: value for key, value in found.items() if key.startswith("set ")}
    state["text"] = found["documents"][0]
    state["tabs"] = found["tabs"]
    state["windows"] = found["tops"]
    state["titles"] = session.titles()
    state["fields"] = found["entries"]
    return state | session.files()


# The file manager

PAPERS = {
    "Car": None,
    "Car/service 2025.txt": "Oil and two tyres.\n",
    "Taxes": None,
    "Taxes/draft.txt": "Income, deductions.\n",
    "Old": None,
    "electricity.txt": "Meter 48120.\n",
    "landlord letter.txt": "Dear Mrs Petrov,\n",
    "passport copy.txt": "Number, place, date.\n",
    "to do.txt": "Call the plumber.\n",
    ".secret.txt": "Nothing.\n",
}


def prepare_files(session, start):
    put(session, PAPERS)
    return ["thunar", session.documents / start if start != "top" else session.documents]


def read_files(session):
    titles = session.titles()
    if not titles:
        return {}
    trash = session.home / ".local/share/Trash/files"
    return (
        session.files()
        | channel(session, "thunar")
        | {"titles": titles, "trash": sorted(p.name for p in trash.glob("*"))}
    )


# The calculator


def prepare_calculator(_session, _start):
    return ["galculator"]


def read_calculator(session):
    found = tree(session, "galculator")
    if not found:
        return {}
    found.pop("combos", None)
    checks = found.pop("checks", {})
    return found | checks | {"titles": session.titles()}


# The look of the desktop


def prepare_look(_session, _start):
    return ["xfce4-appearance-settings"]


def read_look(session):
    found = tree(session, "xfce4-appearance-settings")
    if not found:
        return {}
    return (
        found.pop("checks", {})
        | channel(session, "xsettings")
        | {"tabs": found["tabs"], "fields": found["entries"], "titles": session.titles()}
    )


# The office

PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"
 xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse">
<value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse">
<value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse">
<value>7.4</value></prop></item>
<item oor:path="/org.openoffice.Setup/Office"><prop oor:name="ooSetupInstCompleted" oor:op="fuse">
<value>true</value></prop></item>
</oor:items>
"""
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
NAMED = (
    'xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"'
)
LIBRARIES = (
    HEAD
    + '<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">\n'
    + f"<library:libraries {NAMED}>"
    '<library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/{kind}.xlb/"'
    ' xlink:type="simple" library:link="false"/></library:libraries>\n'
)
LIBRARY = (
    HEAD
    + '<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">\n'
    '<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"'
    ' library:readonly="false" library:passwordprotected="false">{elements}</library:library>\n'
)


def profile(session):
    return f"-env:UserInstallation={(session.scratch / 'office').as_uri()}"


def converted(session, text, source, target, how):
    """Write a text and have the office make a document of it; gives its path."""
    path = session.documents / source
    path.write_text(text, encoding="utf-8")
    own_profile = f"-env:UserInstallation={(session.scratch / 'convert').as_uri()}"
    convert = ["soffice", own_profile, "--headless", *how, "--convert-to", target]
    session.answer_of(*convert, "--outdir", str(session.documents), str(path), seconds=80)
    path.unlink()
    return path.with_suffix("." + target.partition(":")[0])


def office(session, path, kind):
    """The office with a profile of its own that holds the macro."""
    user = session.scratch / "office/user"
    basic = user / "basic/Standard"
    basic.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(PROFILE)
    for part in ("script", "dialog"):
        (user / f"basic/{part}.xlc").write_text(LIBRARIES.replace("{kind}", part))
        element = '<library:element library:name="Tell"/>' if part == "script" else ""
        (basic / f"{part}.xlb").write_text(LIBRARY.replace("{elements}", element))
    (basic / "Tell.xba").write_text((OWN / "Tell.xba").read_text())
    accept = f"--accept=pipe,name={session.mark};urp"
    return ["soffice", profile(session), accept, "--norestore", "--nologo", kind, path]


FUND = """Party fund,Paid by,Euro,Paid
Balloons,Ruth,18,yes
Paper plates,Ivo,12,yes
Lemonade,Ruth,27,no
Face paint,Salma,15,no
Bouncy castle,Ivo,140,no
Total,,,
"""


def prepare_calc(session, _start):
    path = converted(session, FUND, "street party.csv", "ods", [])
    return office(session, path, "--calc")


LETTER = """<html><head><meta charset="utf-8"><title></title></head><body>
<h1>Street party on 20 June</h1>
<p>Dear neighbours,</p>
<p>the road will be closed from noon until eight.</p>
<p>Please bring:</p>
<p>a chair</p>
<p>a salad or a cake</p>
<p>an umbrella</p>
<h2>Music</h2>
<p>The brass band of the fire brigade plays at four.</p>
<p>See you there,</p>
<p>Ruth and Ivo</p>
</body></html>
"""


def prepare_writer(session, _start):
    how = ["--infilter=HTML (StarWriter)"]
    path = converted(session, LETTER, "neighbours.html", "odt:writer8", how)
    return office(session, path, "--writer")


def read_office(session):
    """Have the running office write what it holds, by a macro of its own profile."""
    told = session.state_file.with_name(session.state_file.name + ".told")
    told.unlink(missing_ok=True)
    session.answer_of("soffice", profile(session), "macro:///Standard.Tell.Tell", seconds=20)
    end = 100
    while not told.exists() and end:
        end -= 1
        session.answer_of("sleep", "0.1")
    with contextlib.suppress(OSError, ValueError):
        lines = told.read_text(encoding="utf-8", errors="replace").splitlines()
        state = dict(line.split("\t", 1) for line in lines if "\t" in line)
        names = {"file:" + p.name: "file" for p in session.documents.glob("[!.]*")}
        return state | names
    return {}


def same_python():
    return sys.executable


PROGRAMS = {
    "kiln": own("kiln.py", "Kiln 2", same_python),
    "campsite": own("campsite.py", "Larchwood", same_python),
    "brew": own("brew.py", "Batch 31"),
    "props": own("props.py", "Lilac House"),
    "pool": own("pool.py", "Riverside Baths"),
    "railway": own("railway.py", "Attic Line"),
    "interpreters": Program(java, written, "Babel Bridge"),
    "editor": Program(prepare_editor, read_editor, "Mousepad", ("titles", "fields")),
    "files": Program(prepare_files, read_files, "Thunar", ("/last-*", "/misc-*")),
    "calculator": Program(prepare_calculator, read_calculator, "galculator"),
    "look": Program(prepare_look, read_look, "Appearance", ("fields",)),
    "calc": Program(prepare_calc, read_office, "Calc"),
    "writer": Program(prepare_writer, read_office, "Writer"),
}
