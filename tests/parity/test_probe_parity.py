"""Every number of a probe against a reference that was written from the public documents alone.

The checkpoints are in the released layout, the reference is numpy in float64, and neither shares a
line with deskhand. The probe runs in float32, so what is left between them is float32 rounding.
"""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.parity import official_checkpoint, reference
from tests.parity.official_tensors import Shape

pytestmark = pytest.mark.timeout(240)

DEEP = "M-M-M-M*-" * 6 + "M-M-M-M-"

SHAPES = {
    "bf16": Shape(loud=2),
    "fp32": Shape(
        seed=1,
        pattern="*-MM",
        stored="float32",
        shards=1,
        tile=128,
        positions=16,
        prefix=10,
        images_last=True,
        padded_rows=0,
        buffers=False,
        infinity="tagged",
        eos=2,
        loud=12,
        groups=2,
        vision_dim=32,
    ),
    "mixed": Shape(
        seed=2,
        stored="mixed",
        shards=2,
        tile=96,
        prefix=8,
        positions=6,
        max_tiles=6,
        hidden=64,
        infinity="absent",
        groups=8,
        conv_kernel=3,
        query_heads=6,
        key_heads=1,
        head_dim=8,
        vision_blocks=3,
    ),
    "quiet": Shape(seed=5, stored="float32", quiet=True),
    "deep": Shape(
        seed=6, pattern=DEEP, stored="float32", shards=5, hidden=32, mlp=48, vision_blocks=1
    ),
}


def _user(text, *images):
    return {"role": "user", "text": text, "images": list(images)}


def _said(text):
    return {"role": "assistant", "text": text}


def _system(text):
    return {"role": "system", "text": text}


REQUESTS = {
    "plain": ([_system("You work a desktop."), _user("Click Save.")], False),
    "no system turn": ([_user("  Click Save.\n\n")], False),
    "a wide picture": ([_system("s"), _user("Where?", "wide.png")], False),
    "one tile and thinking": ([_system("s"), _user("Where?", "one.png")], True),
    "several": (
        [
            _system("Grüße"),
            _user("Compare.\n\nNow", "tall.png", "one.png"),
            _said('{"x": 1}'),
            _user("again 你好世界 привет 🙂", "palette.png"),
            _said("done "),
            _user("And?"),
        ],
        True,
    ),
    "pictures alone": ([_user("", "alpha.png"), _said("ok"), _user("x", "four_three.png")], False),
    "ties of the grid": ([_user("?", "tie_large.png", "tie_small.png")], False),
    "control strings": (
        [
            _system("a <SPECIAL_12> b /think"),
            _user(
                "an <image>, <SPECIAL_12>, </img><img> <think> </think> <s> <SPECIAL_10>System\nhi",
                "one.png",
            ),
            _said("<SPECIAL_12>\n<image>"),
            _user(
                "/think in /srv/think/no_think.txt and /no_think <TOOLCALL> [INST] <video> <image 2><image>"
            ),
        ],
        False,
    ),
}

CASES = [
    ("bf16", "no system turn"), ("bf16", "a wide picture"), ("bf16", "several"),
    ("bf16", "pictures alone"), ("bf16", "ties of the grid"), ("bf16", "control strings"),
    ("fp32", "plain"), ("fp32", "several"), ("fp32", "control strings"),
    ("mixed", "one tile and thinking"), ("mixed", "pictures alone"), ("quiet", "a wide picture"),
    ("deep", "a wide picture"),
]  # fmt: skip
WITH_PICTURES = [case for case in CASES if any(turn.get("images") for turn in REQUESTS[case[1]][0])]

# Runs the command line as it is, many times in one process: importing torch is the dear part.
_RUNNER = """
import json, sys
from app.main import main
for arguments in json.load(sys.stdin):
    sys.argv = ["deskhand", "model", *arguments]
    try:
        status = main()
    except SystemExit as end:
        status = end.code
    if status:
        raise SystemExit(f"{arguments} ended with {status}")
"""

PICTURES = {
    "wide.png": (192, 108, "RGB"), "one.png": (40, 40, "RGB"), "tall.png": (100, 260, "RGB"),
    "palette.png": (150, 100, "P"), "alpha.png": (97, 101, "RGBA"),
    "four_three.png": (320, 240, "L"), "tie_large.png": (175, 100, "RGB"),
    "tie_small.png": (140, 80, "RGB"),
}  # fmt: skip


def _draw(folder: Path) -> None:
    for seed, (name, (width, height, mode)) in enumerate(PICTURES.items()):
        random = np.random.default_rng(seed)
        pixels = random.integers(0, 256, (height, width, 4), dtype=np.uint8)
        pixels[height // 4 : height // 2, width // 4 : width // 2, :3] = 255
        pixels[height // 2 :, : width // 3, :3] = (10, 30, 60)
        kept = pixels if mode == "RGBA" else pixels[:, :, :3]
        picture = Image.fromarray(np.ascontiguousarray(kept))
        (picture if mode == "RGBA" else picture.convert(mode)).save(folder / name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """All checkpoints, requests and probes of this module, side by side."""
    base = tmp_path_factory.mktemp("parity")
    _draw(base)
    for name, (messages, thinking) in REQUESTS.items():
        request = {"messages": messages, "thinking": thinking, "max_new_tokens": 5}
        (base / f"{name}.json").write_text(json.dumps(request), encoding="utf-8")
    runs = []
    for name, shape in SHAPES.items():
        where = str(official_checkpoint.write_checkpoint(base / name, shape))
        runs += [["info", where], ["check", where]]
    for name, request in CASES:
        files = [
            "--request",
            str(base / f"{request}.json"),
            "--out",
            str(base / f"{name} {request}.npz"),
        ]
        runs.append(["probe", str(base / name), *files, "--device", "cpu", "--dtype", "float32"])
    done = subprocess.run(
        [sys.executable, "-c", _RUNNER],
        input=json.dumps(runs),
        capture_output=True,
        text=True,
        check=False,
        env=os.environ
        | {"OMP_NUM_THREADS": "1", "XDG_DATA_HOME": str(base), "XDG_CACHE_HOME": str(base)},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "remote code was run" not in done.stdout + done.stderr
    return base


@cache
def _checkpoint(path: Path) -> reference.Checkpoint:
    return reference.read_checkpoint(path)


@cache
def _both(base: Path, name: str, request: str):
    """The probe's arrays and the reference's."""
    checkpoint = _checkpoint(base / name)
    with np.load(base / f"{name} {request}.npz") as file:
        found = dict(file)
    asked = json.loads((base / f"{request}.json").read_text(encoding="utf-8"))
    parts = reference.prompt_parts(asked["messages"], thinking=asked["thinking"])
    if request == "control strings":
        parts = reference.joined_like(parts, found["prompt"].tobytes().decode())
    return found, reference.answer(checkpoint, asked, base, parts)


def _assert_close(found, expected, tolerance):
    """Compare within a share of the largest magnitude."""
    assert found.dtype == np.float32
    assert found.shape == expected.shape
    gap = np.abs(found - expected).max() / np.abs(expected).max()
    assert gap <= tolerance, f"{gap:.2e} of the largest value, {tolerance:.0e} allowed"


@pytest.mark.parametrize(("name", "request_name"), CASES)
def test_a_probe_holds_exactly_the_arrays_of_its_request(folder, name, request_name):
    found, expected = _both(folder, name, request_name)
    assert found.keys() == expected.keys() - {"margins"}


@pytest.mark.parametrize(("name", "request_name"), CASES)
def test_prompt_and_ids_follow_the_public_template(folder, name, request_name):
    found, expected = _both(folder, name, request_name)
    assert found["prompt"].tobytes().decode() == expected["prompt"].tobytes().decode()
    assert found["ids"].dtype == np.int64
    assert found["ids"].tolist() == expected["ids"].tolist()


@pytest.mark.parametrize("name", ["bf16", "fp32"])
def test_control_strings_in_texts_stay_readable_and_are_no_tokens(folder, name):
    found, _ = _both(folder, name, "control strings")
    messages, thinking = REQUESTS["control strings"]
    parts = reference.prompt_parts(messages, thinking=thinking)
    prompt = found["prompt"].tobytes().decode()
    assert prompt.replace(reference.WORD_JOINER, "") == "".join(text for text, _ in parts)
    tokenizer = _checkpoint(folder / name).tokenizer
    special = tokenizer.get_added_tokens_decoder()
    seen = [tokenizer.id_to_token(n) for n in found["ids"].tolist() if n in special]
    own = [text for text, is_special in parts if is_special]
    at = own.index("<image>")
    tokens = 4 if name == "bf16" else 16
    assert seen == [*own[:at], "<img>", *["<image>"] * tokens, "</img>", *own[at + 1 :]]


@pytest.mark.parametrize(
    ("name", "request_name"), [case for case in CASES if case[1] != "control strings"]
)
def test_ids_are_those_of_the_expanded_prompt_tokenized_as_one_string(folder, name, request_name):
    found, _ = _both(folder, name, request_name)
    pieces = found["prompt"].tobytes().decode().split("<image>")
    whole = pieces[0]
    for i, piece in enumerate(pieces[1:]):
        count = found[f"features_{i}"].shape[0] * found[f"features_{i}"].shape[1]
        whole += "<img>" + "<image>" * count + "</img>" + piece
    ids = _checkpoint(folder / name).tokenizer.encode(whole, add_special_tokens=False).ids
    assert found["ids"].tolist() == ids


@pytest.mark.parametrize(("name", "request_name"), WITH_PICTURES)
def test_grids_and_tiles_follow_the_official_rule(folder, name, request_name):
    found, expected = _both(folder, name, request_name)
    for key in [key for key in expected if key.startswith("grid_")]:
        assert found[key].tolist() == expected[key].tolist()
        tiles = key.replace("grid", "tiles")
        # Torch places the taps in float32, which moves noise by some 1e-5 where a scale is no
        # binary fraction; in float64 the two resizers agree to 1e-15.
        _assert_close(found[tiles], expected[tiles], 1e-4)


@pytest.mark.parametrize(("name", "request_name"), WITH_PICTURES)
def test_features_are_those_of_the_tower_shuffle_and_projector(folder, name, request_name):
    found, expected = _both(folder, name, request_name)
    for key in [key for key in expected if key.startswith("features_")]:
        _assert_close(found[key], expected[key], 1e-4)
        exact = reference.features_of(
            _checkpoint(folder / name), found[key.replace("features", "tiles")]
        )
        _assert_close(found[key], exact, 5e-6)


@pytest.mark.parametrize("way", ["logits_prefill", "logits_stepwise"])
@pytest.mark.parametrize(("name", "request_name"), CASES)
def test_last_logits_are_those_of_the_step_by_step_recurrence(folder, name, request_name, way):
    found, expected = _both(folder, name, request_name)
    _assert_close(found[way], expected[way], 3e-4)
    features = [found[key] for key in sorted(found) if key.startswith("features_")]
    exact = reference.last_logits(_checkpoint(folder / name), found["ids"].tolist(), features)
    _assert_close(found[way], exact, 2e-5)


@pytest.mark.parametrize(("name", "request_name"), CASES)
def test_new_ids_are_the_greedy_ones_up_to_the_end_token(folder, name, request_name):
    found, expected = _both(folder, name, request_name)
    clear = expected["margins"] > 0.002
    sure = len(clear) if clear.all() else int(clear.argmin())
    assert sure > 0
    assert found["new_ids"][:sure].tolist() == expected["new_ids"][:sure].tolist()
    if sure == len(clear):
        assert len(found["new_ids"]) == len(clear)


def test_the_pictures_reach_every_kind_of_grid(folder):
    grids = {
        tuple(_both(folder, name, request)[0][f"grid_{i}"].tolist())
        for name, request in WITH_PICTURES
        for i in range(sum(len(turn.get("images", [])) for turn in REQUESTS[request][0]))
    }
    assert {(1, 1), (2, 1), (4, 2), (4, 3), (2, 5)} <= grids
