"""The numbers of a probe are those of the network, in the shapes that the file promises."""

import json

import numpy as np
import pytest
import torch
from PIL import Image
from torch.nn.modules.module import register_module_forward_hook

from automation.core.errors import GenerationError, LoadError, RequestError, Stopped
from automation.core.timing import StopToken
from model.checkpoint.tiny import TILE_512, write_tiny_checkpoint
from model.checkpoint.tiny_qwen import TinyQwenScale, write_tiny_qwen
from model.inference.loading import open_model
from model.inference.options import LoadOptions
from model.network.device import Override
from model.parity import probe, read_request
from tests.unit.model.images.plain_tiler import plain_grid, plain_tiles
from tests.unit.model.images.ui_pictures import noise

REQUEST = {
    "messages": [
        {"role": "system", "text": "You look at screens."},
        {"role": "user", "text": "First.", "images": ["wide.png"]},
        {"role": "assistant", "text": "Seen."},
        {"role": "user", "text": "Compare äöü.", "images": ["sub/small.png", "wide.png"]},
    ],
    "thinking": False,
    "max_new_tokens": 6,
}
WIDE, SMALL = noise(200, 90, 1), noise(50, 50, 2)


@pytest.fixture(scope="module", autouse=True)
def _one_thread():
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("probe")
    write_tiny_checkpoint(place / "model", seed=3)
    (place / "sub").mkdir()
    Image.fromarray(np.ascontiguousarray(WIDE[:, :, 2::-1])).save(place / "wide.png")
    Image.fromarray(np.ascontiguousarray(SMALL[:, :, 2::-1])).save(place / "sub" / "small.png")
    (place / "request.json").write_text(json.dumps(REQUEST), "utf-8")
    return place


@pytest.fixture(scope="module")
def answer(folder):
    probe(folder / "model", folder / "request.json", folder / "out.npz")
    with np.load(folder / "out.npz", allow_pickle=False) as found:
        return dict(found)


@pytest.fixture(scope="module")
def loaded(folder):
    where = Override(device="cpu", quantization="none", dtype="float32")
    options = LoadOptions(folder / "model", where=where)
    return open_model(options, progress=lambda _: None, stop=StopToken())


def run(folder, tmp_path, request=REQUEST, **more):
    """Probe with a request of its own, beside the pictures; return the arrays."""
    path = folder / f"{tmp_path.name}.json"
    path.write_text(request if isinstance(request, str) else json.dumps(request), "utf-8")
    out = tmp_path / "out.npz"
    probe(more.pop("model", folder / "model"), path, out, **more)
    with np.load(out, allow_pickle=False) as found:
        return dict(found)


def test_the_file_holds_exactly_what_is_promised(answer, loaded):
    spec = loaded.spec
    per_tile, hidden, rows = (
        spec.image.tokens_per_tile,
        spec.language.hidden,
        spec.language.vocab_rows,
    )
    shapes = {name: (str(values.dtype), values.shape) for name, values in answer.items()}
    prompt, ids = shapes.pop("prompt"), shapes.pop("ids")
    assert (prompt[0], ids[0], len(prompt[1]), len(ids[1])) == ("uint8", "int64", 1, 1)
    assert shapes == {
        "grid_0": ("int64", (2,)),
        "tiles_0": ("float32", (9, 3, 64, 64)),
        "features_0": ("float32", (9, per_tile, hidden)),
        "grid_1": ("int64", (2,)),
        "tiles_1": ("float32", (1, 3, 64, 64)),
        "features_1": ("float32", (1, per_tile, hidden)),
        "grid_2": ("int64", (2,)),
        "tiles_2": ("float32", (9, 3, 64, 64)),
        "features_2": ("float32", (9, per_tile, hidden)),
        "logits_prefill": ("float32", (rows,)),
        "logits_stepwise": ("float32", (rows,)),
        "new_ids": ("int64", (6,)),
    }


def test_tiles_are_those_of_a_plain_tiler(answer, loaded):
    image = loaded.spec.image
    for number, pixels in ((0, WIDE), (1, SMALL), (2, WIDE)):
        settings = {"max_tiles": image.max_tiles, "tile": image.tile_px}
        plain = plain_tiles(pixels, **settings, mean=image.mean, std=image.std)
        np.testing.assert_allclose(answer[f"tiles_{number}"], plain, atol=3e-4, rtol=0)
        size = pixels.shape[1], pixels.shape[0]
        assert tuple(answer[f"grid_{number}"]) == plain_grid(*size, **settings)


def test_features_are_the_encoders_of_those_tiles(answer, loaded):
    for number in range(3):
        features = loaded.network.encode(torch.from_numpy(answer[f"tiles_{number}"]))
        np.testing.assert_array_equal(answer[f"features_{number}"], features.numpy())


def test_the_prompt_is_text_with_one_mark_a_picture_and_ids_have_them_expanded(answer, loaded):
    text = bytes(answer["prompt"]).decode("utf-8")
    assert text.count("<image>") == 3
    assert text.endswith("<think></think>")
    assert "Compare äöü." in text
    tokens = loaded.spec.tokens
    count = np.count_nonzero(answer["ids"] == tokens.image_id)
    assert count == (9 + 1 + 9) * loaded.spec.image.tokens_per_tile


def test_both_ways_of_reading_agree_and_equal_a_pass_of_its_own(answer, loaded):
    network = loaded.network
    embeds = network.embed(torch.from_numpy(answer["ids"])).clone()
    places = torch.from_numpy(answer["ids"]) == loaded.spec.tokens.image_id
    features = [torch.from_numpy(answer[f"features_{n}"]).flatten(0, 1) for n in range(3)]
    embeds[places] = torch.cat(features)
    own = network.forward_all(embeds, network.new_cache())[-1].numpy()
    scale = np.abs(own).max()
    np.testing.assert_allclose(answer["logits_prefill"], own, atol=1e-5 * scale, rtol=0)
    np.testing.assert_allclose(answer["logits_stepwise"], own, atol=1e-5 * scale, rtol=0)
    assert not np.array_equal(answer["logits_prefill"], answer["logits_stepwise"])

    written = []
    for _ in range(6):
        logits = network.forward_all(embeds, network.new_cache())[-1]
        written.append(int(logits[: loaded.spec.tokens.entries].argmax()))
        embeds = torch.cat([embeds, network.embed(torch.tensor(written[-1:]))])
    assert answer["new_ids"].tolist() == written


def test_one_reading_is_one_pass_and_the_other_half_a_pass_and_single_tokens(folder, tmp_path):
    passes = []

    def note(module, _inputs, output):
        if type(module).__name__ == "NemotronHModel":
            passes.append(output.last_hidden_state.shape[1])

    request = {"messages": [{"role": "user", "text": "x"}], "max_new_tokens": 3}
    hook = register_module_forward_hook(note)
    try:
        count = len(run(folder, tmp_path, request)["ids"])
    finally:
        hook.remove()
    asked = passes[7:]  # after three that warm up, and four that try the memory
    assert asked == [count, count // 2, *[1] * (count - count // 2), 1, 1]


def test_the_token_that_ends_the_turn_is_kept_and_is_the_last(folder, tmp_path, answer):
    model = tmp_path / "model"
    write_tiny_checkpoint(model, seed=3)
    path = model / "generation_config.json"
    first, second = answer["new_ids"][:2].tolist()
    path.write_text(json.dumps({**json.loads(path.read_text()), "eos_token_id": [second]}))
    assert first != second
    assert run(folder, tmp_path, model=model)["new_ids"].tolist() == [first, second]


def test_text_alone_is_enough_and_thinking_opens_a_thought(folder, tmp_path):
    request = {"messages": [{"role": "user", "text": "x"}], "thinking": True}
    found = run(folder, tmp_path, request)
    assert bytes(found["prompt"]).endswith(b"<think>\n")
    assert set(found) == {"prompt", "ids", "logits_prefill", "logits_stepwise", "new_ids"}
    assert found["new_ids"].shape == (0,)
    assert found["new_ids"].dtype == np.int64


def test_half_precision_comes_out_as_float32_all_the_same(folder, tmp_path, answer):
    found = run(folder, tmp_path, dtype="bfloat16")
    assert {str(found[n].dtype) for n in ("features_0", "logits_prefill")} == {"float32"}
    np.testing.assert_array_equal(found["tiles_0"], answer["tiles_0"])
    gap = np.abs(found["features_0"] - answer["features_0"]).max()
    assert 0 < gap < 0.1 * np.abs(answer["features_0"]).max()


def test_official_tiles_have_256_tokens(folder, tmp_path):
    model = tmp_path / "model"
    write_tiny_checkpoint(model, scale=TILE_512)
    request = {"messages": [{"role": "user", "text": "x", "images": ["sub/small.png"]}]}
    found = run(folder, tmp_path, request, model=model)
    assert found["tiles_0"].shape == (1, 3, 512, 512)
    assert found["features_0"].shape[:2] == (1, 256)


def test_a_stop_leaves_an_older_answer_alone(folder, tmp_path):
    stop = StopToken()
    stop.stop()
    out = tmp_path / "out.npz"
    out.write_bytes(b"older")
    with pytest.raises(Stopped):
        probe(folder / "model", folder / "request.json", out, stop=stop)
    assert out.read_bytes() == b"older"
    assert [p.name for p in tmp_path.iterdir()] == ["out.npz"]


def test_transparency_and_palettes_are_read_as_their_colours(folder, tmp_path, loaded):
    rgba = np.dstack([SMALL[:, :, 2::-1], SMALL[:, :, 3]])
    Image.fromarray(np.ascontiguousarray(rgba)).save(folder / "rgba.png")
    request = {"messages": [{"role": "user", "images": ["sub/small.png", "rgba.png"]}]}
    found = run(folder, tmp_path, request)
    np.testing.assert_array_equal(found["tiles_0"], found["tiles_1"])


def test_a_broken_folder_is_named(folder, tmp_path):
    with pytest.raises(LoadError, match=r"config\.json"):
        run(folder, tmp_path, model=tmp_path)


def test_values_that_are_no_numbers_are_an_error(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(torch, "isfinite", lambda values: torch.zeros_like(values).bool())
    with pytest.raises(GenerationError, match="no numbers"):
        run(folder, tmp_path)


TURN = {"role": "user", "text": "x"}


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ("{", "truncated"),
        ("[]", "Expected `object`, got `array`"),
        ("{}", "missing required field `messages`"),
        ({"messages": []}, r"\$\.messages"),
        ({"messages": "hello"}, r"\$\.messages"),
        ({"messages": [{"text": "x"}]}, r"missing required field `role` - at `\$\.messages\[0\]`"),
        ({"messages": [{**TURN, "role": "tool"}]}, r"'tool' - at `\$\.messages\[0\]\.role`"),
        (
            {"messages": [TURN, {**TURN, "role": "system"}]},
            r"messages\[1\]: a system message stands first",
        ),
        (
            {"messages": [{"role": "system", "images": ["a.png"]}]},
            r"messages\[0\]: a system message holds no pictures",
        ),
        ({"messages": [{**TURN, "text": 3}]}, r"\$\.messages\[0\]\.text"),
        ({"messages": [TURN, {**TURN, "images": "a.png"}]}, r"\$\.messages\[1\]\.images"),
        ({"messages": [{**TURN, "image": []}]}, "unknown field `image`"),
        ({"messages": [TURN], "thinking": "yes"}, r"\$\.thinking"),
        ({"messages": [TURN], "max_new_tokens": -1}, r"\$\.max_new_tokens"),
        ({"messages": [TURN], "max_new_tokens": 10**9}, r"\$\.max_new_tokens"),
        ({"messages": [TURN], "max_new_tokens": True}, r"\$\.max_new_tokens"),
        ({"messages": [TURN], "temperature": 1}, "unknown field `temperature`"),
    ],
)
def test_a_bad_request_is_named_by_field(folder, tmp_path, request_, words):
    with pytest.raises(RequestError, match=words):
        run(folder, tmp_path, request_)


def test_a_request_that_is_not_there_or_no_text_is_an_error(tmp_path):
    with pytest.raises(RequestError, match="cannot be read"):
        read_request(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b'{"messages": [{"role": "user", "text": "\xff"}]}')
    with pytest.raises(RequestError, match=r"bytes\.json"):
        read_request(tmp_path / "bytes.json")


@pytest.mark.parametrize("kind", ["missing", "text", "jpeg", "deep", "cut"])
def test_a_picture_that_cannot_be_used_is_named_by_field(folder, tmp_path, kind):
    path = folder / f"{kind}.png"
    if kind == "text":
        path.write_text("no picture")
    elif kind == "jpeg":
        Image.new("RGB", (8, 8)).save(path, format="JPEG")
    elif kind == "deep":
        Image.new("I;16", (8, 8)).save(path)
    elif kind == "cut":
        path.write_bytes((folder / "wide.png").read_bytes()[:2000])
    request = {"messages": [TURN, {**TURN, "images": ["wide.png", path.name]}]}
    with pytest.raises(RequestError, match=rf"messages\[1\]\.images\[1\]: .*{kind}\.png"):
        run(folder, tmp_path, request)


@pytest.mark.parametrize(("name", "value"), [("device", "tpu"), ("dtype", "int8")])
def test_an_unknown_device_or_dtype_is_refused(folder, tmp_path, name, value):
    with pytest.raises(RequestError, match=f"{name}: found '{value}', expected"):
        run(folder, tmp_path, **{name: value})


def test_a_family_that_is_shown_pictures_whole_is_probed_too(folder, tmp_path):
    write_tiny_qwen(tmp_path / "qwen", scale=TinyQwenScale(dtype="float32"))
    found = run(folder, tmp_path, model=tmp_path / "qwen")
    columns, rows = found["grid_0"]
    assert found["tiles_0"].shape == (1, 3, 32 * rows, 32 * columns)
    assert found["features_0"].shape == (1, rows * columns, 80)
    gap = np.abs(found["logits_prefill"] - found["logits_stepwise"]).max()
    assert gap < 1e-4 * np.abs(found["logits_prefill"]).max()
