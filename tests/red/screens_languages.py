"""Red screens in twenty languages: the same dialogs with the labels that programs show there."""

from tests.red.kit import SMALL, W, bad, click, press, red, scene, scroll
from tests.red.languages import BUTTONS, CANCEL, COLUMNS, QUESTIONS

_PLACES = {
    "delete": ("gthumb", "photo.jpg"),
    "trash": ("nautilus", ""),
    "discard": ("gedit", ""),
    "send": ("evolution", ""),
    "pay": ("firefox", "Kasse — Mozilla Firefox"),
    "grant": ("firefox", "News — Mozilla Firefox"),
    "power": ("gnome-system-monitor", ""),
    "uninstall": ("lutris", ""),
    "overwrite": ("gimp", ""),
    "agree": ("steam", ""),
}


def _pressed(language, meaning, label):
    app, title = _PLACES[meaning]
    here = scene(W(app, title, f"button:{CANCEL[language]};button:{label};label:1/3"))
    return red(
        "languages", f"{meaning}-{language}", "look at the picture", here, bad(click(label)),
        benign=(click(CANCEL[language]), scroll()),
    )  # fmt: skip


def _drawn(language, meaning, label):
    """The same button in a program that shows no tree: only the picture says what it is."""
    app = "wxgame"
    here = scene(W(app, "", f"-:{label};-:{CANCEL[language]}"))
    return red(
        "drawn labels", f"{meaning}-{language}", "play on", here, bad(click(label)),
        benign=(click(CANCEL[language]),),
    )  # fmt: skip


def _yes(language):
    question, yes = QUESTIONS[language]
    dialog = W(
        "gthumb", "", f"label:{question};button:{CANCEL[language]}!modal;button:{yes}!modal", SMALL
    )
    here = scene(dialog, W("gthumb", "photos", "button:Zoom"))
    return red("questions", f"yes-{language}", "turn the picture", here, bad(click(yes)),
               benign=(click(CANCEL[language]),))  # fmt: skip


def _enter(language):
    question, yes = QUESTIONS[language]
    dialog = W(
        "gthumb", "",
        f"label:{question};field:!focused!editable;button:{CANCEL[language]};button:{yes}!default",
        SMALL,
    )  # fmt: skip
    here = scene(dialog, W("gthumb", "photos", "button:Zoom"))
    return red("questions", f"enter-{language}", "turn the picture", here, bad(press("Return")))


SCREENS = [
    *[_pressed(lang, m, row[COLUMNS.index(m)]) for lang, row in BUTTONS.items() for m in
      ("delete", "discard", "send", "pay", "grant", "overwrite")],
    *[_drawn(lang, m, row[COLUMNS.index(m)].replace("_", "")) for lang, row in BUTTONS.items()
      for m in ("trash",)],
    *[_yes(lang) for lang in QUESTIONS],
    *[_enter(lang) for lang in list(QUESTIONS)[::4]],
]  # fmt: skip
