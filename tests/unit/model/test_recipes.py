"""Which model fits what, and the lines that serve it."""

import re
import shlex

import pytest

from model.recipes import (
    GB_OF_A_CARD,
    best_fit,
    catalogue,
    families,
    models_of,
    needed_gb,
    recipes,
)

EVERY = catalogue().models
PRECISIONS = ("16 bit", "8 bit", "4 bit")


def named(name):
    (model,) = models_of(name)
    return model


@pytest.mark.parametrize(
    ("name", "of_12", "of_16", "of_24"),
    [
        ("Holo3.1-0.8B", "16 bit", "16 bit", "16 bit"),
        ("Holo3.1-4B", "8 bit", "16 bit", "16 bit"),
        ("Holo3.1-9B", "4 bit", "8 bit", "16 bit"),
        ("Holo3.1-35B-A3B", None, None, "4 bit"),
        ("Holo4-27B", None, None, "4 bit"),
        ("Holo2-8B", "4 bit", "8 bit", "16 bit"),
        ("Holo2-30B-A3B", None, None, "4 bit"),
        ("Qwen3-VL-8B", "4 bit", "8 bit", "16 bit"),
        ("GUI-Owl-1.5-8B", "4 bit", "8 bit", "16 bit"),
        ("UI-Venus-2-9B", "4 bit", "8 bit", "16 bit"),
        ("UI-TARS-1.5-7B", "4 bit", "8 bit", "16 bit"),
    ],
)
def test_what_fits_a_card_is_what_the_makers_and_users_report(name, of_12, of_16, of_24):
    fits = [best_fit(named(name), size * GB_OF_A_CARD) for size in (12, 16, 24)]
    assert [fit and fit.precision for fit in fits] == [of_12, of_16, of_24]


def test_what_fills_a_card_is_said_to_be_tight():
    assert best_fit(named("Holo3.1-35B-A3B"), 24 * GB_OF_A_CARD).is_tight
    assert not best_fit(named("Holo3.1-9B"), 24 * GB_OF_A_CARD).is_tight


@pytest.mark.parametrize("model", EVERY, ids=lambda model: model.name)
def test_a_finer_precision_never_takes_less(model):
    needs = [needed_gb(model, precision) for precision in PRECISIONS]
    assert needs == sorted(needs, reverse=True)


@pytest.mark.parametrize("model", EVERY, ids=lambda model: model.name)
@pytest.mark.parametrize("memory_gb", [None, 9.0, 13.0, 26.0, 200.0])
def test_every_line_listens_here_alone_and_runs_no_code_of_a_model(model, memory_gb):
    for one in recipes(model, memory_gb):
        assert one.line or one.problem
        words = shlex.split(one.line)
        if words:
            assert words[words.index("--host") + 1] == "127.0.0.1"
            assert not [word for word in words if "remote" in word]
            assert one.precision in PRECISIONS


def test_a_line_is_given_only_where_its_precision_fits():
    by_server = {one.server: one for one in recipes(named("Qwen3.5-9B"), 12 * GB_OF_A_CARD)}
    assert ":Q4_K_M" in by_server["llama.cpp"].line
    assert by_server["vllm"].line == by_server["sglang"].line == ""
    assert "needs 13.8 GB" in by_server["vllm"].problem
    by_server = {one.server: one for one in recipes(named("Qwen3.5-9B"), 16 * GB_OF_A_CARD)}
    assert ":Q8_0" in by_server["llama.cpp"].line
    assert "--quantization fp8" in by_server["vllm"].line


def test_the_maker_s_own_8_bit_is_served_where_there_is_one():
    vllm = recipes(named("Holo4-35B-A3B"), 48 * GB_OF_A_CARD)[1]
    assert "Hcompany/Holo4-35B-A3B-FP8" in vllm.line
    assert "--quantization" not in vllm.line


def test_a_model_without_files_for_llama_cpp_says_what_is_missing():
    llama = recipes(named("Holo2-4B"))[0]
    assert "MODEL.gguf" in llama.line
    assert "search the hub" in llama.problem


def test_names_are_unique_and_found_in_any_case():
    names = [model.name for model in EVERY]
    assert len(set(names)) == len(names)
    assert {model.base for model in EVERY} <= catalogue().bases.keys()
    assert [model.name for model in models_of("QWEN3.5")] == ["Qwen3.5-9B", "Qwen3.5-4B"]
    assert models_of("nothing") == ()
    assert all(models_of(family) for family in families())


def test_versions_inside_the_known_advisories_are_below_the_least():
    servers = catalogue().servers
    assert servers["vllm"].least == "0.31.0"
    assert "0.14.1" in servers["vllm"].why["en"]
    for server in servers.values():
        assert server.source
        english, german = (
            set(re.findall(r"CVE-\d+-\d+|\d+\.\d+\.\d+|b\d+", server.why[of]))
            for of in ("en", "de")
        )
        assert english == german != set()
