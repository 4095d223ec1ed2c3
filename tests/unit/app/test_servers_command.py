"""`deskhand model servers` and `recipe`: what they tell and how they end."""

import json
import os
import sys

import pytest

from app import model_server
from app.cli import servers
from app.cli.parser import run
from app.model_server import FoundServer, address_of, card_gb
from model.recipes import GB_OF_A_CARD


@pytest.fixture
def deskhand(tmp_path, capsys, monkeypatch):
    """Return what runs `deskhand model` in this process: status, lines or text, complaint."""
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path))

    def command(*words):
        status = run(["model", *words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return command


def lines_of(text, schema):
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        schema.validate(line)
    return lines


HERE = FoundServer("llama.cpp", address_of("127.0.0.1:8080"), ("tiny.gguf",))
LOCKED = FoundServer("vLLM", address_of("127.0.0.1:8000"), (), wants_key=True)


def test_servers_that_answer_are_listed_with_their_models(deskhand, monkeypatch, schema):
    monkeypatch.setattr(servers, "find_servers", lambda: (HERE, LOCKED))
    status, told, _ = deskhand("servers")
    assert status == 0
    assert "llama.cpp  http://127.0.0.1:8080/v1  tiny.gguf" in told
    assert "vLLM       http://127.0.0.1:8000/v1  wants a key" in told
    status, told, _ = deskhand("servers", "--json")
    first, second, end = lines_of(told, schema)
    assert (first["kind"], first["models"], second["wants_key"]) == (
        "llama.cpp",
        ["tiny.gguf"],
        True,
    )
    assert end["code"] == 0


def test_without_a_server_the_way_to_one_is_told(deskhand, monkeypatch):
    monkeypatch.setattr(servers, "find_servers", tuple)
    status, told, complaint = deskhand("servers")
    assert (status, told) == (9, "")
    assert "deskhand model recipe" in complaint


def test_a_recipe_has_lines_licence_and_the_least_safe_versions(deskhand, schema):
    status, told, _ = deskhand("recipe", "Holo4", "--gpu", "24")
    assert status == 0
    assert "Apache-2.0" in told
    assert "CC BY-NC 4.0: not for commercial use" in told
    assert "llama-server -hf Hcompany/Holo4-35B-A3B-GGUF:Q4_K_M --host 127.0.0.1" in told
    assert "vllm 0.31.0 or newer" in told
    status, told, _ = deskhand("recipe", "holo4", "--gpu", "24", "--json")
    lines = lines_of(told, schema)
    assert [line["event"] for line in lines] == ["recipe", "recipe", "safe", "safe", "safe", "end"]
    assert (lines[0]["fits"], lines[0]["tight"]) == ("4 bit", True)


def test_the_overview_tells_what_fits(deskhand, schema):
    status, told, _ = deskhand("recipe", "--gpu", "12", "--json")
    *models, end = lines_of(told, schema)
    assert status == end["code"] == 0
    fits = {line["model"]: line["fits"] for line in models}
    assert (fits["UI-Venus-2-9B"], fits["Holo4-27B"]) == ("4 bit", None)


def test_a_model_that_fits_nowhere_and_one_that_is_unknown_are_told_apart(deskhand):
    status, _, complaint = deskhand("recipe", "holo4", "--gpu", "8")
    assert status == 9
    assert "fits a card of 8 GB: the smallest needs 20.3 GB" in complaint
    status, _, complaint = deskhand("recipe", "gpt")
    assert status == 2
    assert "There is one for: ui-venus-2, qwen3.5" in complaint
    assert deskhand("recipe", "--gpu", "much")[0] == 2


@pytest.mark.skipif(
    sys.platform == "win32", reason="a shell script stands in for the driver's tool"
)
def test_the_card_of_this_computer_is_asked_of_its_driver(tmp_path, monkeypatch):
    tool = tmp_path / "nvidia-smi"
    tool.write_text("#!/bin/sh\necho 12288\necho 24576\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(model_server, "DRM", tmp_path / "none")
    assert card_gb() == pytest.approx(24 * GB_OF_A_CARD)
    tool.write_text("#!/bin/sh\necho 'No devices were found'\nexit 6\n")
    assert card_gb() is None
    card = tmp_path / "drm" / "card0" / "device"
    card.mkdir(parents=True)
    (card / "mem_info_vram_total").write_text("17163091968\n")
    monkeypatch.setattr(model_server, "DRM", tmp_path / "drm")
    assert card_gb() == pytest.approx(17.16, abs=0.01)
