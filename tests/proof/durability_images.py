"""Power cuts: every acknowledged line must be true of every disk that a cut may leave."""

import random
import tempfile
from collections import Counter
from pathlib import Path

from app.settings import Settings, SettingsFile
from automation.core.errors import AssistantError
from automation.records.store import Store
from tests.proof.durability_disk import MODES, Disk, emptied, record
from tests.proof.durability_writer import theme_after

STEPS = 30


def cut_power(scratch, seed, images, *, steps=STEPS):
    """Record a writer, cut the power at many moments, and look what is left.

    Returns:
        How many disks were looked at, how many acknowledged things each kind had in all, and a
        sentence for each that was lost.
    """
    home = emptied(scratch / "recorded")
    arguments = ["-m", "tests.proof.durability_writer", str(home), str(seed), str(steps)]
    calls = record([*arguments, "--small-journal"], home, scratch / "calls.log")
    moments = sorted(random.Random(seed).choices(range(1, len(calls) + 1), k=images))
    disk, said, done = Disk(home), [], 0
    seen, lost = Counter(), []
    with tempfile.TemporaryDirectory(dir=_memory()) as fast:
        for number, moment in enumerate(moments):
            for call in calls[done:moment]:
                if call.name == "said":
                    said.extend(call.data.decode().splitlines())
                else:
                    disk.apply(call)
            done = moment
            mode = MODES[number % len(MODES)]
            target = emptied(Path(fast) / "image")
            disk.image(random.Random(seed * 1_000_003 + number), mode, target)
            missing, held = check(target, said)
            seen.update(held)
            lost += [f"after call {moment} of {len(calls)}, {mode}: {text}" for text in missing]
    return {"images": len(moments), "calls": len(calls), "seen": dict(seen), "lost": lost}


def _memory():
    """Return a folder in memory, where thousands of small flushes cost nothing; None if none."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def check(home, said):
    """Open what is left and compare it with the lines; return what is missing and what is held."""
    words = [line.split() for line in said]
    held, missing = Counter(), []
    try:
        store = Store(home / "data")
    except AssistantError as error:
        return [f"the history does not open: {error}"], held
    try:
        if store.notice:
            missing.append(f"the history was damaged: {store.notice}")
        for word in words:
            text = _missing(store, word)
            if text:
                missing.append(text)
            held[word[0]] += 1
    except AssistantError as error:
        missing.append(f"the history cannot be read: {error}")
    finally:
        store.close()
    missing += _settings_missing(home, sum(word[0] == "theme" for word in words))
    return missing, held


def _missing(store, word):
    """Say what is not there of one line; empty when all is."""
    match word:
        case ["run" | "end", run]:
            info = store.run(run)
            if word[0] == "end" and info.message != "Done.":
                return f"the end of the run {run} is lost"
        case ["intent", run, n]:
            if int(n) not in {record.n for record in store.steps(run)}:
                return f"the intent {n} of {run} is lost"
        case ["step", run, n, address]:
            kept = {record.n: record for record in store.steps(run)}.get(int(n))
            if kept is None or kept.receipt.kind != "confirmed":
                return f"the step {n} of {run} is lost"
            store.picture(address)
    return ""


def _settings_missing(home, saved):
    """Say what is wrong of the settings after so many saves; one more may be there already."""
    settings, sentence = SettingsFile(home / "settings.json").load()
    if sentence:
        return [f"the settings were damaged: {sentence}"]
    last = theme_after(saved - 1) if saved else Settings().theme
    if settings.theme not in (last, theme_after(saved)):
        return [f"the settings are lost: found {settings.theme}, expected {last}"]
    return []
