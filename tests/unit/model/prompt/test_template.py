"""A checkpoint's own chat template: compared with ours, and harmless whatever it does."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from automation.core.errors import Stopped
from automation.core.timing import StopToken
from model.checkpoint.tiny import CHAT_TEMPLATE
from model.prompt import template_child
from model.prompt.renderer import renderer_for
from model.prompt.template_check import Limits, check_template, read_template
from tests.unit.model.prompt import rig

OURS = "; ours is used."
TEXT_SIBLING = """\
{%- set found = namespace(thinking=true) -%}
{%- for m in messages if m.role != 'assistant' and m.content is string -%}
{%- if '/no_think' in m.content -%}{%- set found.thinking = false -%}
{%- elif '/think' in m.content -%}{%- set found.thinking = true -%}{%- endif -%}
{%- endfor -%}
{%- macro shown(m) -%}
{%- if m.content is string -%}{{ m.content | replace('/no_think', '') | replace('/think', '') | trim }}
{%- else -%}
{%- set images = m.content | selectattr('type', 'equalto', 'image') | list -%}
{%- for one in images -%}
{{ '<image ' ~ loop.index ~ '>' if images | length > 1 }}<image>{{ ' ' if not loop.last }}
{%- endfor -%}
{{ '\\n' ~ (m.content | selectattr('type', 'equalto', 'text') | map(attribute='text') | join) }}
{%- endif -%}
{%- endmacro -%}
{%- for m in messages -%}
{%- if m.role == 'system' -%}{{ '<SPECIAL_10>System\\n' ~ shown(m) ~ '\\n\\n' }}
{%- elif m.role == 'user' -%}{{ '<SPECIAL_11>User\\n' ~ shown(m) ~ '\\n' }}
{%- else -%}{{ '<SPECIAL_11>Assistant\\n' ~ m.content ~ '\\n<SPECIAL_12>\\n' }}{%- endif -%}
{%- endfor -%}
{{ '<SPECIAL_11>Assistant\\n' ~ ('<think>\\n' if found.thinking else '<think></think>') }}"""


@pytest.fixture
def check(tmp_path):
    def checked(template, tokenizer=None, **limits):
        (tmp_path / "chat_template.jinja").write_text(template)
        used = tokenizer or rig.tiny()
        renderer = renderer_for("nemotron_v2", used, rig.tokens_of(used))
        # The computing time is what counts: other work may keep the child from it for long.
        patient = {"wall_s": 120.0, **limits}
        return check_template(tmp_path, renderer, StopToken(), Limits(**patient))

    return checked


def test_the_template_of_the_tiny_checkpoint_agrees(check):
    verdict = check(CHAT_TEMPLATE)
    assert verdict.agrees
    assert verdict.sentence == "The checkpoint's own chat template agrees with ours (nemotron_v2)."


@pytest.mark.parametrize(
    ("mine", "other", "words"),
    [
        (
            "System\\\\n' ~ system",
            "System\\\\n\\\\n' ~ system",
            "after “<s><SPECIAL_10>System↵” ours has",
        ),
        ("<think></think>'", "'", "ours has “<think></think>”, it has “”"),
        ("'<image>\\\\n'", "'<image>'", "ours has “↵<observation>"),
        ("<SPECIAL_12>\\\\n'", "<SPECIAL_12>'", "<SPECIAL_12>”"),
        ("<image ' ~ loop", "<picture ' ~ loop", "it has “picture 1>"),
    ],
)
def test_a_template_that_writes_otherwise_is_told_with_the_first_difference(
    check, mine, other, words
):
    changed = CHAT_TEMPLATE.replace(mine.replace("\\\\", "\\"), other.replace("\\\\", "\\"))
    assert changed != CHAT_TEMPLATE
    verdict = check(changed)
    assert not verdict.agrees
    assert words in verdict.sentence
    assert verdict.sentence.endswith(OURS)
    assert "\n" not in verdict.sentence


def test_a_template_of_a_sibling_family_is_told_with_its_name(check):
    verdict = check(TEXT_SIBLING)
    assert (verdict.agrees, verdict.style) == (False, "nemotron_v2_text")
    assert "another family (nemotron_v2_text, not nemotron_v2)" in verdict.sentence


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("", "differs from ours"),
        ("{{", "cannot be rendered (TemplateSyntaxError)"),
        ("{{ nothing.at.all }}", "cannot be rendered (UndefinedError)"),
        ("{{ raise_exception('no') }}", "cannot be rendered (TemplateError)"),
        ("{{ ''.__class__.__mro__[1].__subclasses__() }}", "cannot be rendered (SecurityError)"),
        ("{{ lipsum.__globals__['os'].popen('id') }}", "cannot be rendered (SecurityError)"),
        ("{{ ('{0.__class__}').format(1) }}", "differs from ours"),
        ("{{ messages.append(1) }}", "cannot be rendered (SecurityError)"),
        ("{% include 'tokenizer.json' %}", "cannot be rendered (TypeError)"),
        ("{% import 'os' as os %}", "cannot be rendered (TypeError)"),
        ("{{ 'a' * 10 ** 9 }}", "cannot be rendered (MemoryError)"),
        ("{% set n = namespace(s='a') %}{% for i in range(40) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
         "cannot be rendered (MemoryError)"),
        ("{% for i in range(99999) %}{{ 'a' * 99 }}{% endfor %}", "what it writes is too long"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "cannot be rendered (RecursionError)"),
        ("{% for i in range(10 ** 9) %}{% endfor %}", "cannot be rendered (OverflowError)"),
        ("(" * 9999, "differs from ours"),
        ("{{ " + "(" * 9999, "cannot be rendered ("),
    ],
)  # fmt: skip
def test_a_hostile_or_broken_template_ends_as_a_sentence(check, template, words):
    verdict = check(template)
    assert not verdict.agrees
    assert words in verdict.sentence
    assert verdict.sentence.endswith(OURS)


def test_a_template_that_computes_for_ever_is_ended(check):
    loop = "{% for i in range(99999) %}"
    template = loop * 4 + "{% endfor %}" * 4
    assert check(template, cpu_s=1).sentence == (
        f"The checkpoint's chat template computed for more than 1 s{OURS}"
    )
    assert "did not end within 0 s" in check(template, cpu_s=600, wall_s=0.4).sentence


def test_an_answer_that_does_not_fit_is_cut_off_by_the_system(check):
    assert "cannot be rendered (status" in check(CHAT_TEMPLATE, output_bytes=500).sentence


def test_a_stop_ends_the_child_at_once(tmp_path):
    (tmp_path / "chat_template.jinja").write_text("{% for i in range(99999) %}" * 3)
    renderer = renderer_for("nemotron_v2", rig.tiny(), rig.tokens_of(rig.tiny()))
    stop = StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        check_template(tmp_path, renderer, stop)


@pytest.mark.parametrize(
    "attempt",
    [
        "open('/etc/hostname')",
        "open('made', 'w')",
        "__import__('socket').socket()",
        "__import__('os').pipe()",
    ],
)
def test_code_that_got_out_of_the_sandbox_can_open_nothing(tmp_path, attempt):
    program = (
        f"import runpy, socket; child = runpy.run_path({template_child.__file__!r})\n"
        "child['_limit'](2, 2**28, 2**20)\n"
        f"try: {attempt}\n"
        "except OSError as error: print(error.errno)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-I", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == "24\n"
    assert list(tmp_path.iterdir()) == []


def test_code_that_got_out_of_the_sandbox_cannot_fill_the_disk(tmp_path):
    program = (
        f"import os, runpy; runpy.run_path({template_child.__file__!r})['_limit'](2, 2**28, 500)\n"
        "while True: os.write(1, b'x' * 100)\n"
    )
    with (tmp_path / "said").open("wb") as said:
        subprocess.run(
            [sys.executable, "-I", "-c", program], stdout=said, stderr=subprocess.DEVNULL
        )
    assert (tmp_path / "said").stat().st_size == 500


def test_a_tokenizer_that_reads_our_marks_otherwise_is_told(check):
    sentence = check(CHAT_TEMPLATE, rig.unruly()).sentence
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
        ("chat_template.jinja", b"\xff", "cannot be read"),
        ("chat_template.jinja", b" " * (2**20 + 1), "has 1048577 bytes, at most 1048576"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path, name, content, words):
    Path(tmp_path, name).write_bytes(content)
    renderer = renderer_for("nemotron_v2", rig.tiny(), rig.tokens_of(rig.tiny()))
    verdict = check_template(tmp_path, renderer, StopToken())
    assert (verdict.agrees, words in verdict.sentence) == (False, True)


def test_a_checkpoint_without_a_template_is_told(tmp_path):
    renderer = renderer_for("nemotron_v2", rig.tiny(), rig.tokens_of(rig.tiny()))
    verdict = check_template(tmp_path, renderer, StopToken())
    assert verdict.sentence == f"The checkpoint has no chat template{OURS}"
