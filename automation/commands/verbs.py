"""The verb table: which words start a clause, and which function reads the words after them."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from automation.commands import pointing_verbs as point
from automation.commands import system_verbs as system
from automation.commands import text_verbs as text
from automation.commands import waiting_verbs as waiting
from automation.commands.forms import Form
from automation.commands.words import Quotes
from automation.core.actions import Modifier

Handler = Callable[[str, Quotes], tuple[Form, ...]]

_WORDS: Final = re.compile("[^\\s:\U00100000-\U0010fffd]+")
_MAX_VERB_WORDS: Final = 5


_GERUNDS: Final = (
    "click", "tap", "press", "hit", "type", "write", "enter", "open", "close", "check", "tick", "choose",
    "select", "drag", "scroll", "save", "set", "put", "fill", "clear", "start", "launch", "hover", "hold",
)  # fmt: skip
"""Verbs that are also understood after "would you mind"."""


def _table() -> dict[str, Handler]:
    rows: list[tuple[str, Handler]] = [
        ("click|tap|follow|left click|click on|click at|single click|tap on|touch|push|toggle", point.click),
        ("double click|doubleclick|dbl click|double tap|double click on|doubleclick on|double tap on",
         partial(point.click, count=2)),
        ("triple click|tripleclick|triple click on", partial(point.click, count=3)),
        ("right click|rightclick|context click|secondary click|right click on|rightclick on",
         partial(point.click, button="right")),
        ("middle click|middleclick|wheel click|middle click on", partial(point.click, button="middle")),
        ("click twice", point.click_twice),
        ("hover|hover over|mouse over|point at|point to|hover on", point.hover),
        ("move|move to", point.move),
        ("move to", point.hover),
        ("drag|slide|pull", point.drag),
        ("drag and drop|drag n drop", point.drag),
        ("check|tick|turn on|switch on|enable|check off|put a tick in|put a check in|mark|put a checkmark in"
         "|put a check mark in|put a tick next to|put a check next to", point.switch_on),
        ("uncheck|untick|turn off|switch off|disable|deselect|unselect|un check",
         partial(point.switch_on, on=False)),
        ("turn|switch", point.turn),
        ("choose|select|pick|highlight", point.choose),
        ("show|show me|display", point.show),
        ("view", partial(point.show, at_all=False)),
        ("hide", point.hide),
        ("answer|answer with|reply|respond|reply with|respond with|say", system.answer),
        ("cancel", system.cancel),
        ("search|search for|look for|look up|find", text.search),
        ("sort by", text.sort),
        ("name it|call it|name this|call this|name the file|call the file|name the folder|call the folder"
         "|name the new folder", text.type_text),
        ("expand|unfold", point.expand),
        ("collapse|fold", partial(point.expand, unfold=False)),
        ("open", point.open_thing),
        ("launch|start|run", point.launch),
        ("scroll", point.scroll),
        ("type|key in", text.type_text),
        ("type in", text.type_in),
        ("write", text.write),
        ("enter|input", text.enter),
        ("put|place", text.put),
        ("fill|fill in|fill out", text.fill),
        ("set|change|adjust", text.assign),
        ("increase|increment|turn up|step up", text.adjust),
        ("decrease|decrement|reduce|lower|turn down|step down", partial(text.adjust, up=False)),
        ("replace|overwrite", text.replace_text),
        ("clear|empty|clear out|erase|wipe", text.clear),
        ("delete|remove", text.delete),
        ("take", text.untick),
        ("press|hit|strike|use|push the key", system.press),
        ("make", point.make),
        ("give", text.give),
        ("switch tabs to|switch tab to|switch window to|switch windows to|alt tab to", system.switch_to),
        ("get", system.bring),
        ("hold|hold down|keep pressing", system.hold_key),
        ("release|let go|let go of", system.release_key),
        ("page", system.page),
        ("bring up", system.switch_to),
        ("copy", partial(system.edit, op="copy")),
        ("cut", partial(system.edit, op="cut")),
        ("paste", partial(system.edit, op="paste")),
        ("undo", partial(system.edit, op="undo")),
        ("redo", partial(system.edit, op="redo")),
        ("save", partial(system.edit, op="save")),
        ("go back|navigate back", partial(system.edit, op="back")),
        ("go forward|navigate forward", partial(system.edit, op="forward")),
        ("reload", partial(system.edit, op="reload")),
        ("refresh", partial(system.edit, op="reload", word="refresh")),
        ("select all|select everything|mark all", partial(system.edit, op="select_all")),
        ("switch to|go to|goto|focus|focus on|activate|navigate to|change to|switch over to|go back to"
         "|jump to|switch back to|raise", system.switch_to),
        ("bring", system.bring),
        ("close|exit|quit", partial(system.window_op, op="close")),
        ("minimize|minimise|iconify", partial(system.window_op, op="minimise")),
        ("maximize|maximise", partial(system.window_op, op="maximise")),
        ("next", partial(system.tab_to, op="next")),
        ("previous|prev", partial(system.tab_to, op="previous")),
        ("new|open new|open a new", partial(system.tab_to, op="new")),
        ("wait|pause|sleep", waiting.wait),
        ("verify|verify that|expect|assert|make sure|make sure that|confirm that|ensure|ensure that"
         "|check that|check whether|check if|see if|see that|verify if|confirm|be sure that",
         waiting.verify),
    ]  # fmt: skip
    table: dict[str, Handler] = {}
    for verbs, handler in rows:
        table.update(dict.fromkeys(verbs.split("|"), handler))
    for verb in ("accept", "reject", "decline", "refuse", "allow", "deny"):
        table[verb] = partial(system.cookies, verb=verb)
    for name, modifier in point.MODIFIERS.items():
        table[f"{name} click"] = partial(_held_click, modifier=modifier)
        table[f"{name} click on"] = partial(_held_click, modifier=modifier)
    for verb in _GERUNDS:
        base = verb.rstrip("e") if not verb.endswith("oe") else verb
        doubled = (
            base + base[-1] if verb in ("hit", "drag", "tap", "set", "put", "cut", "tab") else base
        )
        table[f"{doubled}ing"] = table[verb]
        table[f"{doubled}ing on"] = table.get(f"{verb} on", table[verb])
    table["go to next"] = table["next"]
    table["go to the next"] = table["next"]
    table["go to the previous"] = table["previous"]
    return table


def _held_click(rest: str, quotes: Quotes, modifier: Modifier) -> tuple[Form, ...]:
    return point.click(rest, quotes, "left", 1, modifier)


_TABLE: Final = _table()
VERBS: Final = tuple(sorted(_TABLE))
"""Every word or group of words that can start a clause, in lower case."""


def read(clause: str, quotes: Quotes) -> tuple[str, tuple[Form, ...]]:
    """Return (the verb words as written, the forms they can mean); no forms when none fits."""
    for end, handler in _verbs_at_start(clause):
        forms = handler(clause[end:].lstrip(" \t:"), quotes)
        if forms:
            return clause[:end], forms
    return "", ()


def _verbs_at_start(clause: str) -> Iterator[tuple[int, Handler]]:
    """Yield (end, handler) of each group of words in the table that the clause starts with."""
    ends: list[int] = []
    for match in _WORDS.finditer(clause[:120]):
        ends.append(match.end())
        if len(ends) == _MAX_VERB_WORDS:
            break
    for end in reversed(ends):
        words = re.sub(r"[-+\s]+", " ", clause[:end].casefold()).strip()
        handler = _TABLE.get(words.rstrip(",."))
        if handler is not None:
            yield end, handler


def starts_with_verb(clause: str) -> bool:
    """Tell whether the first words are a verb of ours, whatever comes after it."""
    return next(_verbs_at_start(clause.strip()), None) is not None
