"""A checkpoint's own chat template: known by its digest, or not used; never run."""

import json
import socket
import subprocess
import sys
from pathlib import Path

import jinja2
import pytest

from model.checkpoint.tiny import CHAT_TEMPLATE
from model.prompt.chat_layout import STYLES, ChatRenderer, neutralised, spelled
from model.prompt.template_check import KNOWN, check_template, digest_of, probes, read_template
from tests.unit.model.prompt import rig

OURS = "; ours is used"
HARMFUL = (
    "{% for i in range(10 ** 9) %}{{ lipsum.__globals__['os'].popen('touch ran') }}{% endfor %}"
)


@pytest.fixture
def check(tmp_path):
    def checked(template, tokenizer=None):
        (tmp_path / "chat_template.jinja").write_text(template)
        return verdict_of(tmp_path, tokenizer or rig.tiny())

    return checked


def verdict_of(folder, tokenizer):
    return check_template(folder, ChatRenderer("nemotron_v2", tokenizer, rig.tokens_of(tokenizer)))


def test_the_template_of_the_tiny_checkpoint_is_known(check):
    assert (
        check(CHAT_TEMPLATE) == "The checkpoint's own chat template agrees with ours (nemotron_v2)."
    )
    assert check(f"\n{CHAT_TEMPLATE} \n") == check(CHAT_TEMPLATE)


def given(conversation, style):
    """What a template is given, as transformers gives it."""
    messages = []
    for message in conversation.messages:
        text = neutralised(message.text)
        if message.role == "system":
            text += "/think" if conversation.thinking else "/no_think"
        if message.left_out_thinking:
            text = spelled(style.past_reply) + text
        content = text
        if message.images:
            at = message.image_at
            before, after = (
                {"type": "text", "text": neutralised(part)}
                for part in (message.text[:at], message.text[at:])
            )
            content = [before, *({"type": "image"} for _ in message.images), after]
        messages.append({"role": message.role, "content": content})
    return messages


@pytest.mark.parametrize("number", range(len(probes())))
def test_our_renderer_writes_what_the_known_template_of_ours_writes(number):
    conversation, style = probes()[number], STYLES["nemotron_v2"]
    template = jinja2.Environment(trim_blocks=True, lstrip_blocks=True).from_string(CHAT_TEMPLATE)
    messages = given(conversation, style)
    theirs = template.render(
        messages=messages, add_generation_prompt=True, bos_token="<s>", tools=None
    )
    assert spelled(style.pieces(conversation, bos="<s>")) == theirs


def test_every_digest_that_is_known_is_a_digest_of_a_style_that_there_is():
    assert KNOWN[digest_of(CHAT_TEMPLATE)] == "nemotron_v2"
    assert all(len(digest) == 64 and set(digest) <= set("0123456789abcdef") for digest in KNOWN)
    assert set(KNOWN.values()) <= set(STYLES)


@pytest.mark.parametrize(
    "template",
    ["", "{{", "{{ messages }}", CHAT_TEMPLATE.replace("<SPECIAL_12>", "<SPECIAL_13>"), HARMFUL],
)
def test_a_template_that_is_not_known_is_said_with_its_digest_and_ours_is_used(check, template):
    verdict = check(template)
    assert f"not one that we know (SHA-256 {digest_of(template)[:12]}…)" in verdict
    assert verdict.endswith(f"{OURS} (nemotron_v2).")


def test_a_known_template_of_another_style_does_not_agree(check, monkeypatch):
    monkeypatch.setitem(KNOWN, digest_of("of another family"), "qwen3_vl")
    assert OURS in check("of another family")


def test_no_code_of_a_template_is_run(check, monkeypatch, tmp_path):
    def refuse(*_arguments, **_options):
        pytest.fail("a template was compiled, or a process or a socket was opened")

    monkeypatch.setattr(jinja2.Environment, "compile", refuse)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.chdir(tmp_path)
    assert OURS in check(HARMFUL)
    assert [path.name for path in tmp_path.iterdir()] == ["chat_template.jinja"]


def test_the_check_does_not_even_load_what_could_run_a_template():
    program = "import sys, model.prompt.template_check; print('jinja2' in sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "False\n"


def test_a_tokenizer_that_reads_our_marks_otherwise_is_told(check):
    sentence = check(CHAT_TEMPLATE, rig.unruly())
    assert sentence.startswith("The checkpoint's tokenizer reads the marks in a prompt otherwise")


@pytest.mark.parametrize(
    ("files", "template"),
    [
        ({}, None),
        ({"tokenizer_config.json": "{}"}, None),
        ({"tokenizer_config.json": '{"chat_template": "a"}'}, "a"),
        ({"chat_template.json": '{"chat_template": "b"}', "tokenizer_config.json": "{}"}, "b"),
        ({"chat_template.jinja": "c", "tokenizer_config.json": '{"chat_template": "a"}'}, "c"),
        ({"tokenizer_config.json": json.dumps({"chat_template": [
            {"name": "tool_use", "template": "t"}, {"name": "default", "template": "d"}]})}, "d"),
        ({"tokenizer_config.json": '{"chat_template": []}'}, None),
    ],
)  # fmt: skip
def test_a_template_is_found_where_checkpoints_keep_it(tmp_path, files, template):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert read_template(tmp_path) == template


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("tokenizer_config.json", b"{", "cannot be read"),
        ("tokenizer_config.json", b'{"chat_template": 5}', "cannot be read"),
        ("chat_template.json", b'{"a":' + b"[" * 200_000, "cannot be read"),
        ("tokenizer_config.json", b'{"chat_template": "\\ud800"}', "cannot be read"),
        ("chat_template.jinja", b"\xff", "cannot be read"),
        ("chat_template.jinja", b" " * (2**20 + 1), "has 1048577 bytes, at most 1048576"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path, name, content, words):
    Path(tmp_path, name).write_bytes(content)
    verdict = verdict_of(tmp_path, rig.tiny())
    assert words in verdict
    assert verdict.endswith(f"{OURS}.")


def test_a_checkpoint_without_a_template_is_told(tmp_path):
    verdict = verdict_of(tmp_path, rig.tiny())
    assert verdict == f"The checkpoint has no chat template{OURS}."
