"""The tiny checkpoint: the same bytes every time, official layout, read by other libraries too."""

import json
import subprocess
import sys

import numpy as np
import pytest
import torch
from safetensors import safe_open
from tokenizers import Tokenizer
from transformers import AutoTokenizer

from model.checkpoint.tiny import (
    CANARY_MARK,
    CODE_FILES,
    TILE_512,
    bfloat16_bytes,
    write_tiny_checkpoint,
)
from tests.unit.model.checkpoint.folders import INDEX, read_json, tensors_of

TEXTS = (
    "click Save",
    "grüße 日本語 \U0001f600",
    "\0\x07\x7f",
    "a\r\n\tb",
    "\u202e\ufffd",
    "  ",
    "",
)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def chat(folder, messages, **options):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    return tokenizer.apply_chat_template(messages, tokenize=False, **options)


def test_the_same_seed_gives_the_same_bytes(tiny_folder, tmp_path):
    write_tiny_checkpoint(tmp_path / "again")
    assert contents(tmp_path / "again") == contents(tiny_folder)


def test_another_seed_changes_the_weights_and_nothing_else(tiny_folder, tmp_path):
    write_tiny_checkpoint(tmp_path / "other", seed=1)
    before, after = contents(tiny_folder), contents(tmp_path / "other")
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {name for name in before if name.endswith(".safetensors")}


def test_it_has_several_shards_and_the_safetensors_library_reads_them(tiny_folder):
    ours = tensors_of(tiny_folder)
    paths = sorted(tiny_folder.glob("*.safetensors"))
    names = set()
    for path in paths:
        with safe_open(path, "pt") as file:
            names |= set(file.keys())
    assert len(paths) >= 2
    assert names == set(ours) == set(read_json(tiny_folder, INDEX)["weight_map"])


def test_weights_keep_their_scale_from_layer_to_layer(tiny_folder):
    _, shape, data, _ = tensors_of(tiny_folder)[
        "language_model.backbone.layers.0.mixer.in_proj.weight"
    ]
    halves = np.frombuffer(data, "<u2").astype("<u4") << 16
    assert halves.view("<f4").std() == pytest.approx(shape[1] ** -0.5, rel=0.05)


def test_bfloat16_is_rounded_as_torch_does():
    values = np.concatenate(
        [np.random.default_rng(0).standard_normal(5000), [0.0, -0.0, 1e-40, 3e38, 1.00390625]]
    ).astype(np.float32)
    expected = torch.from_numpy(values).to(torch.bfloat16).view(torch.int16).numpy().tobytes()
    assert bfloat16_bytes(values) == expected


@pytest.mark.parametrize("text", TEXTS)
def test_the_tokenizer_writes_any_text(tiny_folder, text):
    tokenizer = Tokenizer.from_file(str(tiny_folder / "tokenizer.json"))
    ids = tokenizer.encode(text, add_special_tokens=False).ids
    assert tokenizer.decode(ids, skip_special_tokens=False) == text


def test_special_tokens_are_single_and_stand_where_their_names_say(tiny_folder):
    tokenizer = Tokenizer.from_file(str(tiny_folder / "tokenizer.json"))
    found = tokenizer.encode("<SPECIAL_10>x<image></img><think>", add_special_tokens=False)
    assert found.tokens == ["<SPECIAL_10>", "x", "<image>", "</img>", "<think>"]
    assert found.ids[0] == 10
    assert tokenizer.encode("x").tokens[0] == "<s>"


def test_a_reply_of_the_step_contract_takes_fewer_tokens_than_letters(tiny_folder):
    tokenizer = Tokenizer.from_file(str(tiny_folder / "tokenizer.json"))
    reply = '{"note":"","thought":"click Save","tool_call":{"tool_name":"click_desktop"}}'
    assert len(tokenizer.encode(reply).ids) < 0.6 * len(reply)


def test_the_template_has_the_documented_shape(tiny_folder):
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "A"}, {"type": "image"}]},
        {"role": "assistant", "content": "<think>kept</think>ok"},
        {"role": "user", "content": "more"},
    ]
    assert chat(tiny_folder, messages, add_generation_prompt=True) == (
        "<s><SPECIAL_10>System\nBe brief.\n"
        "<SPECIAL_11>User\n<image>\nA\n"
        "<SPECIAL_11>Assistant\n<think>kept</think>ok\n<SPECIAL_12>\n"
        "<SPECIAL_11>User\nmore\n"
        "<SPECIAL_11>Assistant\n<think></think>"
    )


def test_the_template_thinks_when_a_text_asks_and_deletes_the_request(tiny_folder):
    messages = [{"role": "user", "content": "go /think"}]
    assert chat(tiny_folder, messages, add_generation_prompt=True) == (
        "<s><SPECIAL_10>System\n\n<SPECIAL_11>User\ngo \n<SPECIAL_11>Assistant\n<think>\n"
    )
    messages.append({"role": "user", "content": "/no_think"})
    assert chat(tiny_folder, messages, add_generation_prompt=True).endswith("<think></think>")


def test_the_template_numbers_pictures_and_leaves_them_to_a_text_that_places_them(tiny_folder):
    pictures = [{"type": "image"}, {"type": "image"}]
    several = [{"role": "user", "content": [{"type": "text", "text": "A"}, *pictures]}]
    assert "User\n<image 1><image> <image 2><image>\nA\n" in chat(tiny_folder, several)
    placed = [{"role": "user", "content": [{"type": "text", "text": "A<image>"}, *pictures]}]
    assert "User\nA<image>\n" in chat(tiny_folder, placed)


def test_the_template_shows_tools_calls_and_results(tiny_folder):
    call = {"function": {"name": "click", "arguments": {"x": 1}}}
    messages = [
        {"role": "user", "content": "A"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": '"done"'},
    ]
    text = chat(tiny_folder, messages, tools=[{"function": {"name": "click"}}])
    assert '<AVAILABLE_TOOLS>[{"name": "click"}]</AVAILABLE_TOOLS>\n' in text
    assert '<TOOLCALL>[{"name": "click", "arguments": {"x": 1}}]</TOOLCALL>' in text
    assert '<SPECIAL_11>User\n<TOOL_RESPONSE>["done"]</TOOL_RESPONSE>\n' in text


def test_official_tiles_have_256_tokens(tmp_path):
    write_tiny_checkpoint(tmp_path, scale=TILE_512)
    document = read_json(tmp_path, "config.json")
    side = document["force_image_size"] // document["patch_size"]
    assert (side * document["downsample_ratio"]) ** 2 == 256


def test_each_code_file_tells_when_it_is_run(tiny_folder, tmp_path):
    for name in CODE_FILES:
        (tmp_path / name).write_text((tiny_folder / name).read_text())
        done = subprocess.run([sys.executable, tmp_path / name], capture_output=True, check=False)
        assert done.returncode == 1
        assert (tmp_path / CANARY_MARK).read_text().endswith(name)


def test_every_module_of_an_auto_map_is_a_file_that_would_tell(tiny_folder):
    config = read_json(tiny_folder, "config.json")
    maps = (config, config["llm_config"], read_json(tiny_folder, "preprocessor_config.json"))
    named = {value.split(".")[0] for each in maps for value in each["auto_map"].values()}
    assert {f"{name}.py" for name in named} <= set(CODE_FILES)


def test_writing_takes_no_torch(tmp_path):
    code = (
        "import sys; from pathlib import Path; from model.checkpoint.tiny import *\n"
        "from model.checkpoint.read import read_spec\n"
        f"write_tiny_checkpoint(Path({str(tmp_path)!r})); read_spec(Path({str(tmp_path)!r}))\n"
        "import json; print(json.dumps([n for n in ('torch', 'transformers') if n in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert json.loads(done.stdout) == []
