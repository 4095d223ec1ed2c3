"""Attacks on what a model, a checkpoint folder and the hub say."""

import json
import os
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import msgspec

from automation.core.errors import ActionParseError, Damaged, DownloadError, LoadError, UnknownKey
from automation.core.generation import TextDelta
from automation.core.geometry import Rect
from automation.desktop.input.keys import parse_chord
from model.calibrate import calibrate
from model.calibrate.scoring import Calibration, CalibrationPoint, point_in
from model.checkpoint import tiny
from model.checkpoint.manifest import remembered
from model.checkpoint.safetensors import parse_object, read_header
from model.download import Places, listing_of
from model.images.tiling import Grid, TilePlan
from model.prompt import tokenizer
from model.prompt.chat_layout import neutralised
from model.prompt.parse import Aiming, heard_as, parse_step, reserialise, thought_of, to_intent
from model.prompt.profile import all_profiles
from tests.fuzz.mutation import Bytes, Json
from tests.fuzz.watch import Target, wrong
from tests.fuzz.wire import check_sane

_SCREEN = Rect(0, 0, 1920, 1080)
_PLAN = TilePlan(_SCREEN, Grid(4, 2), 512, 256, has_thumbnail=True)
_CALLS = (
    {"tool_name": "click_desktop", "element": "Save", "x": 100, "y": 200, "button": "right"},
    {"tool_name": "double_click_desktop", "element": "Save", "x": 100, "y": 200},
    {"tool_name": "move_to_desktop", "element": "Save", "x": 0, "y": 999},
    {"tool_name": "drag_to_desktop", "element": "Trash", "x": 100.5, "y": 200},
    {
        "tool_name": "scroll_desktop",
        "element": "list",
        "x": 5,
        "y": 6,
        "direction": "down",
        "scroll_size": 3,
    },
    {"tool_name": "write_desktop", "content": "Grüße <image>", "press_enter": True},
    {"tool_name": "write_at_desktop", "element": "Name", "x": 1, "y": 2, "content": "Ada"},
    {"tool_name": "hotkey_desktop", "keys": ["ctrl", "s"], "repeat_count": 2},
    {"tool_name": "hold_and_tap_key_desktop", "hold_keys": ["alt"], "tap_keys": ["tab"]},
    {"tool_name": "wait_desktop", "seconds": 2},
    {"tool_name": "update_plan", "goals": [{"title": "Open", "status": "running"}]},
    {"tool_name": "click_element", "element": "Save", "x": 10, "y": 20},
    {"tool_name": "write_element", "element": "Name", "x": 10, "y": 20, "content": "Ada"},
    {"tool_name": "drag_and_drop", "description": "it", "x1": 1, "y1": 2, "x2": 3, "y2": 4},
    {"tool_name": "scroll", "direction": "up"},
    {"tool_name": "answer", "content": "Done."},
)


def targets(scratch: Path, closing: ExitStack) -> list[Target]:
    """Return the attacks."""
    return [
        *(_replies(profile) for profile in all_profiles()),
        _streams(),
        _answers(),
        _documents(),
        _headers(closing),
        _tokenizers(),
        _manifests(scratch),
        _calibrations(scratch),
        _listings(),
        _records(scratch),
    ]


def _replies(profile) -> Target:
    def _read_key(name):
        try:
            return parse_chord(name)
        except UnknownKey:
            return None

    aiming = Aiming(_PLAN, profile.space, _read_key, _SCREEN.center)

    def _feed(data):
        step = parse_step(data.decode("utf-8", "surrogateescape"), profile)
        if parse_step(neutralised(reserialise(step, profile)), profile) != step:
            wrong(f"{step} changed on its way into the history")
        action = to_intent(step.call, aiming)
        found = msgspec.to_builtins(action)
        check_sane(found)
        point = found.get("at", {}).get("point") if isinstance(found.get("at"), dict) else None
        if point and not (0 <= point["x"] < _SCREEN.w and 0 <= point["y"] < _SCREEN.h):
            wrong(f"{point} is not on the picture")
        return True

    name = f"replies, {profile.name}"
    return Target(name, Json(_seeds(profile)), _feed, (ActionParseError,), 250_000)


def _seeds(profile):
    """Return the replies that the profile takes, of all there are."""
    found = []
    for call in _CALLS:
        name = call["tool_name"]
        rest = {key: value for key, value in call.items() if key != "tool_name"}
        match profile.envelope:
            case "tool_call":
                text = json.dumps({"note": None, "thought": "I see it", "tool_call": call})
            case "action":
                text = json.dumps({"note": "n", "thought": "t", "action": {"action": name, **rest}})
            case _:
                text = f"I see it\n{profile.before}{json.dumps([{'name': name, 'arguments': rest}])}{profile.after}"
        try:
            parse_step(text, profile)
        except ActionParseError:
            continue
        found.append(text.encode())
    assert len(found) >= 3, f"{profile.name} takes only {len(found)} of the samples"
    return tuple(found)


def _streams() -> Target:
    """What is shown while a reply is written, letter by letter."""
    profiles = all_profiles()

    def _feed(data):
        text = data.decode("utf-8", "surrogateescape")[:4000]
        shown = []
        for profile in profiles[:2]:
            thought = partial(thought_of, profile=profile)
            stream = heard_as(thought, lambda delta: shown.append(delta.text))
            for start in range(0, len(text), 7):
                stream(TextDelta(text[start : start + 7], "answer"))
        return bool(shown)

    return Target("streamed thoughts", Json(_seeds(profiles[0])), _feed, (), 30_000)


def _answers() -> Target:
    seeds = (
        b"The button is at (512, 300).", b'{"x": 512, "y": 300}', b"x=0.51 y=0.3", b"[512,300]",
        b"<512 , 300>",
    )  # fmt: skip

    def _feed(data):
        point = point_in(data.decode("utf-8", "replace"))
        check_sane(list(point or ()))
        return point is not None

    kept = (
        b"(" * 20_000,
        b"1 " * 10_000,
        b"{" * 20_000,
        b"x: " * 7000,
        b"9" * 20_000,
        b"(1" + b" " * 19_000,
    )
    return Target("answers to calibration", Bytes(seeds), _feed, (), 200_000, kept=kept)


def _documents() -> Target:
    seeds = (json.dumps(tiny.tokenizer_document())[:400].encode(),
             b'{"architectures": ["X"], "hidden_size": 64, "limit": [0.0, Infinity], "a": {"b": [null, true]}}')  # fmt: skip

    def _feed(data):
        found = parse_object(data, "config.json")
        return parse_object(
            json.dumps(found).encode("utf-8", "surrogatepass"), "again"
        ) == found or bool(found)

    return Target("checkpoint JSON", Json(seeds[1:]), _feed, (LoadError,), 1_000_000)


def _headers(closing: ExitStack) -> Target:
    number = os.memfd_create("header")
    file = closing.enter_context(os.fdopen(number, "r+b", buffering=0))
    document = {
        "__metadata__": {"format": "pt"},
        "a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
        "b": {"dtype": "BF16", "shape": [4], "data_offsets": [24, 32]},
    }

    class _Shards:
        """Headers with a right length, and whole files with damaged bytes."""

        inner = Json((json.dumps(document).encode(),))

        def one(self, rng):
            header = self.inner.one(rng)[:100_000]
            data = len(header).to_bytes(8, "little") + header + bytes(32)
            return Bytes((data,)).one(rng) if rng.random() < 0.3 else data

        def every_cut(self):
            whole = self.inner.seeds[0]
            return Bytes((len(whole).to_bytes(8, "little") + whole + bytes(32),)).every_cut()

    def _feed(data):
        file.seek(0)
        file.truncate()
        file.write(data)
        file.seek(0)
        entries = read_header(file, "x.safetensors")
        if sum(entry.size_bytes for entry in entries) > len(data):
            wrong("the tensors are larger than the file")
        return bool(entries)

    return Target("safetensors headers", _Shards(), _feed, (LoadError,), 200_000)


def _tokenizers() -> Target:
    document = tiny.tokenizer_document()

    def _feed(data):
        text = data.decode("utf-8", "surrogateescape")
        found = tokenizer.read(text, "tokenizer.json")
        tokenizer.without_added(text, found)
        tokenizer.bare(text)
        return True

    seed = json.dumps(document).encode()
    return Target("tokenizer files", _NoCuts(Json((seed,))), _feed, (LoadError,), 3_000)


class _NoCuts:
    """Leaves out the cuts of a seed that is too large for all of them."""

    def __init__(self, inner):
        self._inner = inner

    def one(self, rng):
        """Return one input."""
        return self._inner.one(rng)

    def every_cut(self):
        """Yield a hundred cuts."""
        seed = self._inner.seeds[0]
        return (seed[: len(seed) * part // 100] for part in range(100))


def _manifests(scratch: Path) -> Target:
    import hashlib

    folder = scratch / "weights"
    folder.mkdir()
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()
    path = scratch / "manifests" / f"{name}.json"
    path.parent.mkdir(mode=0o700)
    files = {"config.json": ["a" * 64, 10, 5], "x.safetensors": ["b" * 64, 1 << 40, 6]}
    seed = json.dumps({"version": 1, "folder": str(folder), "files": files}).encode()

    def _feed(data):
        path.write_bytes(data)
        found = remembered(folder, scratch)
        return found is not None and len(found.digest) == 64

    return Target("manifests", Json((seed,)), _feed, (LoadError,), 60_000)


def _calibrations(scratch: Path) -> Target:
    key = "c" * 64
    point = CalibrationPoint(800, 600, "Save", Rect(10, 10, 50, 20), (400.0, 300.5), (20, 15), 3.5)
    calibration = Calibration("norm_1000", False, "holo1", (point,), 1, 3.5, "Fine.")
    path = calibrate.store(calibration, key, scratch)
    seed = path.read_bytes()

    def _feed(data):
        path.write_bytes(data)
        found = calibrate.recall(key, scratch)
        if found is None:
            return False
        calibrate.store(found, key, scratch)
        if calibrate.recall(key, scratch) != found:
            wrong("the calibration changed on its way through a file")
        return True

    return Target("calibrations", Json((seed,)), _feed, (Damaged,), 30_000)


def _listings() -> Target:
    described = {
        "sha": "a" * 40,
        "gated": False,
        "cardData": {"license": "other", "license_name": "x", "license_link": "https://x"},
        "siblings": [
            {"rfilename": "config.json", "size": 10, "blobId": "b" * 40},
            {
                "rfilename": "x.safetensors",
                "size": 99,
                "blobId": "e" * 40,
                "lfs": {"size": 99, "sha256": "c" * 64, "pointerSize": 130},
            },
            {"rfilename": "evil.py", "size": 1, "blobId": "d" * 40},
        ],
    }

    def _feed(data):
        listing = listing_of("a/b", data)
        for file in listing.files:
            if "/" in file.name or file.name.endswith(".py") or not 0 <= file.size_bytes < 1 << 45:
                wrong(f"{file} would be fetched")
        return True

    seed = json.dumps(described).encode()
    return Target("listings of the hub", Json((seed,)), _feed, (DownloadError,), 200_000)


def _records(scratch: Path) -> Target:
    places = Places(scratch / "download")
    places.create()
    seed = b'{"v": 1, "repo": "a/b", "commit": "c", "verified": {"config.json": "abc"}}'

    def _feed(data):
        places.record.write_bytes(data)
        found = places.read_record()
        return found is not None and isinstance(found.repo, str)

    return Target("records of downloads", Json((seed,)), _feed, (), 60_000)
