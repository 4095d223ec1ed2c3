"""`deskhand model servers` and `recipe`: what they tell and how they end."""

import json
import os
import sys

import msgspec
import pytest

from app import model_server
from app.cli import servers
from app.cli.parser import run
from app.model_server import FoundServer, address_of, card_gb
from app.settings import SettingsFile
from model.recipes import GB_OF_A_CARD
from tests.kit.model_server import ModelServer
from tests.kit.probed_model import ProbedModel
from tests.unit.app.test_model_server import Answering


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


def test_the_overview_tells_the_next_command_with_the_card_that_was_named(deskhand):
    _, told, _ = deskhand("recipe", "--gpu", "6")
    assert "deskhand model recipe --gpu 6 NAME" in told


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


TWO = b'{"object":"list","data":[{"id":"a"},{"id":"b"}]}'
PAGE = b"<html><title>Sign in</title></html>"
HTML = (("Content-Type", "text/html"),)
JSON = (("Content-Type", "application/json"),)


def kept(folder):
    settings, problem = SettingsFile(folder / "config" / "settings.json").load()
    assert problem == ""
    return settings.model


def test_a_server_that_was_tried_takes_goals_once_that_is_asked_for(deskhand, tmp_path, schema):
    with ModelServer(ProbedModel(), models=("tiny.gguf",), sees=False) as server:
        url = server.url
        status, told, progress = deskhand("probe-server", url)
        assert status == 0
        assert "has the model tiny.gguf" in told
        assert "ok   Answers keep to the required format" in told
        assert progress.count("what the model sees of pictures") == 1
        assert kept(tmp_path).where == "here"
        status, told, _ = deskhand("probe-server", url, "--use", "--json")
        finding, *_, end = lines_of(told, schema)
        assert (status, finding["event"], finding["model"]) == (0, "finding", "tiny.gguf")
        assert "takes goals" in end["message"]
    model = kept(tmp_path)
    assert (model.where, model.server.url, model.server.model) == ("server", url, "tiny.gguf")


def test_a_further_server_takes_goals_beside_the_one_that_does(deskhand, tmp_path):
    with (
        ModelServer(ProbedModel(), sees=False) as one,
        ModelServer(ProbedModel(), sees=False) as two,
    ):
        assert deskhand("probe-server", one.url, "--use")[0] == 0
        status, told, _ = deskhand("probe-server", two.url, "--use-too")
        assert (status, [server.url for server in kept(tmp_path).server.each]) == (
            0,
            [one.url, two.url],
        )
        assert "beside 1 other server" in told
        assert deskhand("probe-server", two.url, "--use-too", "--use")[0] == 2
        assert deskhand("probe-server", two.url, "--use")[0] == 0
        assert [server.url for server in kept(tmp_path).server.each] == [two.url]


def test_servers_that_take_no_goals_any_more_do_not_come_back_beside_a_further_one(
    deskhand, tmp_path
):
    with (
        ModelServer(ProbedModel(), sees=False) as one,
        ModelServer(ProbedModel(), sees=False) as two,
    ):
        assert deskhand("probe-server", one.url, "--use")[0] == 0
        file = SettingsFile(tmp_path / "config" / "settings.json")
        settings, _ = file.load()
        model = msgspec.structs.replace(settings.model, where="here")
        file.save(msgspec.structs.replace(settings, model=model))
        status, told, _ = deskhand("probe-server", two.url, "--use-too")
    assert (status, "beside" in told) == (0, False)
    assert [server.url for server in kept(tmp_path).server.each] == [two.url]


def test_a_long_step_of_trying_is_told_once(deskhand):
    with ModelServer(ProbedModel(), models=("Qwen3-VL-8B",)) as server:
        status, told, progress = deskhand("probe-server", server.url)
    assert status == 0
    assert "note Qwen3-VL" in told  # its points mean nothing: it answers hello
    assert progress.count("where things are on drawn screens") == 1


@pytest.mark.parametrize(
    ("body", "status", "headers", "options", "said"),
    [
        (TWO, 200, JSON, (), "has 2 models. Choose one of them: a, b"),
        (TWO, 200, JSON, ("--model", "c"), "no model called “c”. Choose one of its models: a, b"),
        (b'{"data":[]}', 200, JSON, (), "has no model loaded"),
        (PAGE, 200, HTML, (), "web page"),
        (PAGE, 404, HTML, (), "127.0.0.1"),
        (b"", 302, (("Location", "https://login.example/"),), (), "login.example"),
        (b'{"error":"no"}', 401, JSON, (), "key"),
        (b"oops", 500, JSON, (), "127.0.0.1"),
    ],
)
def test_what_is_wrong_with_a_server_is_said_and_nothing_is_kept(
    deskhand, tmp_path, body, status, headers, options, said
):
    with Answering(body, status, headers) as server:
        url = f"http://127.0.0.1:{server.port}/v1"
        code, told, complaint = deskhand("probe-server", url, "--use", *options)
    assert (code, told) == (8, "")
    assert said in complaint
    assert kept(tmp_path).where == "here"


def test_where_nobody_listens_the_way_on_is_told(deskhand):
    with Answering(b"") as gone:
        port = gone.port
    code, _, complaint = deskhand("probe-server", f"127.0.0.1:{port}")
    assert code == 8
    assert f"127.0.0.1:{port}" in complaint


def test_nothing_goes_elsewhere_from_a_script_without_the_word_for_it(
    deskhand, tmp_path, monkeypatch
):
    asked = []
    checked = model_server.Checked("big", ())
    monkeypatch.setattr(servers, "check_server", lambda *a: asked.append(a[0]) or checked)
    code, _, complaint = deskhand("probe-server", "https://box.example/v1")
    assert (code, asked) == (7, [])
    assert "nothing was sent to box.example:443" in complaint
    assert deskhand("probe-server", "https://box.example/v1", "--agree")[0] == 0
    assert kept(tmp_path).server.allowed == ("box.example:443",)
    assert kept(tmp_path).where == "here"
    assert deskhand("probe-server", "https://box.example/v1")[0] == 0
    assert deskhand("probe-server", "http://box.example/v1")[0] == 8
