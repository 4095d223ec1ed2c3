"""Compares what a writer was promised with what is there."""

import sqlite3
from collections import Counter

from app.settings import Settings, SettingsFile
from automation.core.errors import AssistantError
from automation.records.store import Store


def check(home, said):
    """Open what is left and compare it with the lines.

    Args:
        home: the writer's folder.
        said: its lines, whole ones only.

    Returns:
        A sentence for each thing that is lost, and how many of each kind were looked for.
    """
    words = [line.split() for line in said]
    held = Counter(word[0] for word in words)
    missing = _settings_missing(home, words)
    try:
        store = Store(home / "data")
    except AssistantError as error:
        return [*missing, f"the history does not open: {error}"], held
    try:
        if store.notice:
            missing.append(f"the history was damaged: {store.notice}")
        steps = {}
        kept = _of_kept_runs(words)
        missing += [text for word in kept if (text := _missing(store, steps, word))]
        missing += _come_back(store, words)
    finally:
        store.close()
    return [*missing, *_unsound(home / "data")], held


def _unsound(data):
    """Say what a start should have put in order and did not."""
    database = sqlite3.connect(data / "history.db")
    try:
        said = database.execute("PRAGMA integrity_check").fetchone()[0]
        (intents,) = database.execute("SELECT count(*) FROM intent WHERE state = 'open'").fetchone()
    finally:
        database.close()
    found = [] if said == "ok" else [f"the database is not sound: {said}"]
    if intents:
        found.append(f"{intents} intents have neither an outcome nor the mark that nobody knows")
    if left := list((data / "live").glob("*")):
        found.append(f"{len(left)} marks of runs that live are left")
    return found


def _of_kept_runs(words):
    going = {word[1] for word in words if word[0] == "wiping"}
    return [word for word in words if word[1:2] and word[1] not in going]


def _come_back(store, words):
    """Say which wiped runs are there again."""
    listed = {info.run for info in store.runs(limit=100_000)}
    wiped = [word[1] for word in words if word[0] == "wiped"]
    return [f"the wiped run {run} came back" for run in wiped if run in listed]


def _missing(store, steps, word):
    """Say what is not there of one line; empty when all is."""
    try:
        match word:
            case ["run", run]:
                store.run(run)
            case ["end", run]:
                if store.run(run).message not in ("Done.", "The disk is full."):
                    return f"the end of the run {run} is lost"
            case ["intent" | "step", run, n, *_]:
                return _step_missing(store, steps, run, int(n), word)
    except AssistantError as error:
        return f"{' '.join(word)}: {error}"
    return ""


def _step_missing(store, steps, run, n, word):
    if run not in steps:
        steps[run] = {record.n: record for record in store.steps(run)}
    record = steps[run].get(n)
    if word[0] == "intent":
        # A withdrawn intent has no step; this writer withdraws none.
        return "" if record is not None else f"the intent {n} of {run} is lost"
    if record is None or record.receipt.kind != "effect_seen":
        return f"the step {n} of {run} is lost"
    if word[3] != "-":
        store.picture(word[3])
    return ""


def _settings_missing(home, words):
    """Say what is wrong of the settings: they are what was promised last, or tried since."""
    may_be = {Settings().theme}
    for word in words:
        if word[0] == "theme":
            may_be = {word[1]}
        elif word[0] == "trying":
            may_be.add(word[1])
    settings, sentence = SettingsFile(home / "settings.json").load()
    if sentence:
        return [f"the settings were damaged: {sentence}"]
    if settings.theme not in may_be:
        return [f"the settings are lost: found {settings.theme}, expected one of {may_be}"]
    return []
