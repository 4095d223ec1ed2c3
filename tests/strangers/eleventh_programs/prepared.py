"""The programs of this set: how each is started and how its state is read."""

import configparser
import contextlib
import json
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from tests.strangers.session import system_python, wait_for

OWN = Path(__file__).resolve().parent / "programs"


@dataclass(frozen=True)
class Program:
    """How to start it, how to read it, a part of its title, the keys that may always change."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


def written(session):
    """Read what a program of our own has written."""
    with contextlib.suppress(OSError, ValueError):
        return json.loads(session.state_file.read_text(encoding="utf-8"))
    return {}


def own(name, title, *command):
    def prepare(_session, start):
        return [*command, OWN / name, *filter(None, [start])]

    return Program(prepare, written, title)


def tree(session, *names):
    """Read the accessibility tree of programs, and gsettings."""
    code, said = session.answer_of(system_python(), str(OWN / "reader.py"), *names, seconds=20)
    with contextlib.suppress(ValueError):
        if not code:
            return json.loads(said)
    return {}


# mousepad

MINUTES = """Minutes of the house meeting
Tuesday, 12 May
The hallway will be painted on Tuesday.
Mrs Abel waters the plants.
The bicycle cellar stays locked.
Next meeting: Tuesday, 9 June"""
SHOPPING = """lamp oil
sandpaper
two brushes
white paint
masking tape"""
PREFERENCES = "org.xfce.mousepad.preferences."


def prepare_mousepad(session, start):
    (session.documents / "minutes.txt").write_text(MINUTES)
    (session.documents / "shopping.txt").write_text(SHOPPING)
    names = {"two": ["minutes.txt", "shopping.txt"], "list": ["shopping.txt"]}
    return ["mousepad", *(session.documents / n for n in names.get(start, ["minutes.txt"]))]


def read_mousepad(session):
    found = tree(session, "mousepad", PREFERENCES + "view", PREFERENCES + "window")
    if not found.get("tops"):
        return {}
    state = session.files() | {k: v for k, v in found.items() if k.startswith("set ")}
    state |= {"windows": sorted(found["tops"]), "tabs": found["tabs"]}
    state["text"] = max(found["texts"], key=len, default="")
    return state


# pcmanfm

FILES = {
    "Invoices/carpenter march.txt": "Invoice 114",
    "Invoices/electrician may.txt": "Invoice 120",
    "Pictures/hall.txt": "a drawing",
    "Old tenders/.keep": "",
    "contract draft.txt": "Contract between the parties",
    "floor plan.txt": "Ground floor: four rooms",
    "keys handed out.txt": "Flat 3: two keys",
    "letter to the bank.txt": "Dear Sir or Madam",
    ".reminder.txt": "renew the insurance",
}
PCMANFM = """[config]
bm_open_method=0

[volume]
mount_on_startup=0
mount_removable=0
autorun=0

[ui]
always_show_tabs=0
max_tab_chars=32
win_width=900
win_height=600
splitter_pos=150
side_pane_mode=places
view_mode=icon
show_hidden=0
sort=name;ascending;
toolbar=newtab;navigation;home;
show_statusbar=1
pathbar_mode_buttons=0
"""
LIBFM = """[config]
single_click=0
use_trash=1
confirm_del=1
confirm_trash=1

[ui]
big_icon_size=48
small_icon_size=24
"""
PCMANFM_KEYS = ("side_pane_mode", "show_hidden", "sort", "show_statusbar")
LIBFM_KEYS = ("single_click", "use_trash", "confirm_del", "confirm_trash")


def prepare_pcmanfm(session, start):
    for name, text in FILES.items():
        path = session.documents / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    for name, text in (("pcmanfm/default/pcmanfm.conf", PCMANFM), ("libfm/libfm.conf", LIBFM)):
        path = session.home / ".config" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return ["pcmanfm", session.documents / start if start else session.documents]


def read_pcmanfm(session):
    titles = session.titles()
    if not titles:
        return {}
    state = session.files() | {"titles": titles}
    hidden = session.documents / ".reminder.txt"
    state["file:.reminder.txt"] = hidden.read_text() if hidden.exists() else None
    for name, keys in (
        ("pcmanfm/default/pcmanfm.conf", PCMANFM_KEYS),
        ("libfm/libfm.conf", LIBFM_KEYS),
    ):
        config = configparser.ConfigParser(interpolation=None, strict=False)
        with contextlib.suppress(OSError, configparser.Error):
            config.read_string((session.home / ".config" / name).read_text())
        for section in config.values():
            state |= {"set " + key: section[key] for key in keys if key in section}
    bookmarks = session.home / ".config/gtk-3.0/bookmarks"
    older = session.home / ".gtk-bookmarks"
    state["bookmarks"] = [p.read_text().split() for p in (bookmarks, older) if p.exists()]
    return state


# galculator

MODES = ("Basic Mode", "Scientific Mode", "Paper Mode")
KINDS = {
    "mode": MODES,
    "base": ("Decimal", "Hexadecimal", "Octal", "Binary"),
    "angle": ("Degrees", "Radians", "Gradians"),
    "notation": ("Algebraic", "Reverse Polish (RPN)", "Formula Entry"),
}


def prepare_galculator(session, start):
    folder = session.home / ".config/galculator"
    folder.mkdir(parents=True)
    if start == "scientific":
        (folder / "galculator.conf").write_text("mode=1\n")
    return ["galculator"]


def read_galculator(session):
    found = tree(session, "galculator")
    if not found.get("tops"):
        return {}
    ticked = [name.split(" item ", 1)[-1] for name in found["checked"] if " item " in name]
    state = {kind: [n for n in names if n in ticked] for kind, names in KINDS.items()}
    state["ticked"] = [name for name in ticked if not any(name in n for n in KINDS.values())]
    state["texts"] = found["texts"]
    state["windows"] = sorted(found["tops"])
    return state


# the settings of xfwm4

XFWM4 = {
    "activate_action": "bring",
    "borderless_maximize": True,
    "box_move": False,
    "box_resize": False,
    "button_layout": "O|SHMC",
    "click_to_focus": True,
    "cycle_draw_frame": True,
    "cycle_hidden": True,
    "cycle_minimized": False,
    "cycle_minimum": True,
    "cycle_raise": False,
    "cycle_workspaces": False,
    "double_click_action": "maximize",
    "easy_click": "Alt",
    "focus_delay": 250,
    "focus_hint": True,
    "focus_new": True,
    "mousewheel_rollup": True,
    "placement_mode": "center",
    "placement_ratio": 20,
    "prevent_focus_stealing": False,
    "raise_delay": 250,
    "raise_on_click": True,
    "raise_on_focus": False,
    "raise_with_any_button": True,
    "repeat_urgent_blink": False,
    "scroll_workspaces": True,
    "snap_resist": False,
    "snap_to_border": True,
    "snap_to_windows": False,
    "snap_width": 10,
    "theme": "Default",
    "tile_on_move": True,
    "title_alignment": "center",
    "title_font": "Sans Bold 9",
    "titleless_maximize": False,
    "toggle_workspaces": False,
    "urgent_blink": False,
    "use_compositing": False,
    "wrap_cycle": True,
    "wrap_layout": True,
    "wrap_resistance": 10,
    "wrap_windows": True,
    "wrap_workspaces": False,
}


def prepare_xfwm4(command):
    def prepare(session, _start):
        lines = []
        for name, value in XFWM4.items():
            kind = {bool: "bool", int: "int", str: "string"}[type(value)]
            text = str(value).lower() if kind == "bool" else value
            lines.append(f'<property name="{name}" type="{kind}" value="{text}"/>')
        path = session.home / ".config/xfce4/xfconf/xfce-perchannel-xml/xfwm4.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            '<?xml version="1.0" encoding="UTF-8"?>\n<channel name="xfwm4" version="1.0">\n'
            '<property name="general" type="empty">\n'
            + "\n".join(lines)
            + "\n</property>\n</channel>\n"
        )
        session.spawn(["xfwm4", "--replace", "--compositor=off"])
        wait_for(
            lambda: "xfwm4" in session.answer_of("wmctrl", "-m")[1].lower(),
            20,
            "another window manager",
        )
        return [command]

    return prepare


def read_xfwm4(session):
    code, said = session.answer_of("xfconf-query", "-c", "xfwm4", "-lv")
    state = {}
    for line in said.splitlines() if not code else ():
        name, *value = line.split(None, 1)
        if name.removeprefix("/general/") in XFWM4:
            state[name] = value[0].strip() if value else ""
    return state


# LibreOffice Calc

SHEET = [
    ["Customer", "Town", "Crates", "Price", "Delivered"],
    ["Old Mill Inn", "Leeds", 12, 18.5, "yes"],
    ["Café Nord", "York", 6, 18.5, "no"],
    ["Riverside Hotel", "Leeds", 30, 16, "yes"],
    ["Station Kiosk", "Hull", 4, 19, "no"],
    ["Bistro Lola", "York", 9, 18.5, "yes"],
    ["Green Dragon", "Leeds", "", 18, "no"],
]
NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text")
)
PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Misc">
<prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop>
<prop oor:name="FirstRun" oor:op="fuse"><value>false</value></prop>
<prop oor:name="ShowDonation" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Office">
<prop oor:name="ooSetupInstCompleted" oor:op="fuse"><value>true</value></prop>
<prop oor:name="MigrationCompleted" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product">
<prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>7.4</value></prop>
<prop oor:name="WhatsNew" oor:op="fuse"><value>false</value></prop></item>
</oor:items>
"""
LIBRARIES = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">
<library:libraries xmlns:library="http://openoffice.org/2000/library"
 xmlns:xlink="http://www.w3.org/1999/xlink">
<library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/{kind}.xlb/"
 xlink:type="simple" library:link="false"/>
</library:libraries>
"""
LIBRARY = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"
 library:readonly="false" library:passwordprotected="false">{elements}</library:library>
"""


def cell(value):
    if value == "":
        return "<table:table-cell/>"
    if isinstance(value, str):
        inner = f"<text:p>{escape(value)}</text:p>"
        return f'<table:table-cell office:value-type="string">{inner}</table:table-cell>'
    inner = f"<text:p>{value}</text:p>"
    return f'<table:table-cell office:value-type="float" office:value="{value}">{inner}</table:table-cell>'


def sheet(path):
    """Write the sheet as a document of its own format."""
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    rows = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in SHEET)
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {NAMES} '
        'office:version="1.2"><office:body><office:spreadsheet>'
        f'<table:table table:name="Deliveries">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    manifest = (
        f'<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="{space}" '
        f'manifest:version="1.2"><manifest:file-entry manifest:full-path="/" '
        f'manifest:media-type="{kind}"/><manifest:file-entry manifest:full-path="content.xml" '
        'manifest:media-type="text/xml"/></manifest:manifest>'
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", kind, zipfile.ZIP_STORED)
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", manifest)


def profile(session):
    return f"-env:UserInstallation={(session.scratch / 'office').as_uri()}"


def prepare_calc(session, _start):
    user = session.scratch / "office/user"
    basic = user / "basic/Standard"
    basic.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(PROFILE)
    for kind in ("script", "dialog"):
        (user / f"basic/{kind}.xlc").write_text(LIBRARIES.replace("{kind}", kind))
        element = '<library:element library:name="Tell"/>' if kind == "script" else ""
        (basic / f"{kind}.xlb").write_text(LIBRARY.replace("{elements}", element))
    (basic / "Tell.xba").write_text((OWN / "Tell.xba").read_text())
    path = session.documents / "deliveries.ods"
    sheet(path)
    return ["soffice", profile(session), "--norestore", "--nologo", "--calc", path]


def read_calc(session):
    """Have the running office write what it holds, by a macro of its own profile."""
    told = session.state_file.with_name(session.state_file.name + ".told")
    told.unlink(missing_ok=True)
    session.answer_of("soffice", profile(session), "macro:///Standard.Tell.Tell", seconds=20)
    end = time.monotonic() + 10
    while not told.exists() and time.monotonic() < end:
        time.sleep(0.1)
    with contextlib.suppress(OSError, ValueError):
        lines = told.read_text(encoding="utf-8", errors="replace").splitlines()
        return dict(line.split("\t", 1) for line in lines if "\t" in line)
    return {}


PROGRAMS = {
    "greenhouse": own("greenhouse.py", "Greenhouse Control", sys.executable),
    "applicants": own("applicants.py", "Applicants - Hollis", sys.executable),
    "recipe": own("recipe.py", "Recipe Card", system_python()),
    "labels": own("labels.py", "Label Maker", system_python()),
    "moving": own("moving.py", "Moving House", system_python()),
    "logbook": own("logbook.py", "Vehicle Logbook", system_python()),
    "timesheet": own("Timesheet.java", "Time Sheet", "java"),
    "mousepad": Program(prepare_mousepad, read_mousepad, "Mousepad", ("windows",)),
    "pcmanfm": Program(prepare_pcmanfm, read_pcmanfm, "Documents", ("bookmarks",)),
    "galculator": Program(prepare_galculator, read_galculator, "galculator"),
    "calc": Program(prepare_calc, read_calc, "deliveries.ods", ("shown *",)),
    "window_manager": Program(prepare_xfwm4("xfwm4-settings"), read_xfwm4, "Window Manager"),
    "tweaks": Program(prepare_xfwm4("xfwm4-tweaks-settings"), read_xfwm4, "Window Manager Tweaks"),
}
