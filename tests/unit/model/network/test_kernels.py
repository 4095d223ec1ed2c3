"""Which implementation runs is chosen, read back and compared.

transformers binds compiled functions when it is imported, so what needs an invented package runs
in one process of its own for the module.
"""

import json
import logging
import subprocess
import sys
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import ModuleType

import pytest
import torch

from automation.core.errors import KernelUnavailable, Stopped
from automation.core.timing import StopToken
from model.network import checks, kernels
from model.network.checks import GAP_LIMIT, checked_kernels, kernel_gap
from tests.fakes.kernel_packages import write_conv, write_mamba
from tests.fakes.model_specs import full_spec, small_language

ROOT = Path(__file__).parents[4]
CPU = torch.device("cpu")

pytestmark = pytest.mark.timeout(180)  # a child imports torch and transformers: 40 s on a busy core

WITH_PACKAGES = """
import dataclasses, json, sys
sys.path.insert(0, sys.argv[1])
import torch
from automation.core.errors import KernelUnavailable, Stopped
from automation.core.timing import StopToken
from model.network import kernels
from model.network.checks import checked_kernels, kernel_gap
from tests.fakes.model_specs import small_language, small_spec
from tests.fakes.random_network import random_network

def told(status):
    return {"path": status.path, "why": status.why, "scan": status.has_compiled_scan}

network = random_network(small_spec())
answers = {}
def logits():
    return network.forward_all(network.embed(torch.arange(40)), network.new_cache())

answers["at first"] = told(kernels.kernel_status())
answers["loaded"] = sys.modules.get("mamba_ssm") is not None
plain = logits()
answers["on cuda"] = told(kernels.choose_kernels("cuda"))
answers["equal"] = bool(torch.equal(plain, logits()))
answers["gap"] = kernel_gap(small_language(), torch.device("cpu"))
answers["on cpu"] = told(kernels.choose_kernels("cpu"))
answers["unwanted"] = told(kernels.choose_kernels("cuda", "portable"))
scan = sys.modules.get("mamba_ssm.ops.triton.ssd_combined")
answers["calls"] = len(getattr(scan, "CALLS", []))
for fault in ("", "forgets", "fails"):
    scan.FAULT = fault
    try:
        answers[fault] = told(checked_kernels(small_language(), torch.device("cpu"), "compiled"))
    except KernelUnavailable as error:
        answers[fault] = str(error)
print(json.dumps(answers))
"""

FIRST_OF_ALL = """
import json, sys
sys.path.insert(0, sys.argv[1])
from model.network import kernels
chosen = kernels.choose_kernels("cuda")
print(json.dumps({"chosen": chosen.path, "still": kernels.kernel_status().path}))
"""
"""As in a program that loads a model: the choice is the first that is asked of transformers' module."""


@pytest.fixture(autouse=True)
def _portable_again():
    yield
    kernels.use_path("portable")
    kernels.use_norms(are_fused=False)


def answers_with(folder, script=WITH_PACKAGES):
    child = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    return json.loads(child.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    folder = tmp_path_factory.mktemp("good")
    write_mamba(folder)
    write_conv(folder)
    return answers_with(folder)


@pytest.fixture(scope="module")
def deadly(tmp_path_factory):
    """A convolution whose import ends the process, beside a scan that works."""
    folder = tmp_path_factory.mktemp("deadly")
    write_mamba(folder)
    write_conv(folder, init="import os; os._exit(7)")
    return answers_with(folder)


def test_packages_that_work_are_used_where_cuda_is(good):
    assert good["on cuda"] == {"path": "compiled", "why": "", "scan": True}


def test_the_package_s_function_is_the_one_that_mixers_call(good):
    assert good["calls"] > 0
    assert good["equal"]


def test_until_the_choice_is_made_the_portable_path_runs(good):
    assert good["at first"]["path"] == "portable"
    assert good["loaded"]


def test_a_choice_that_comes_first_in_a_process_holds(tmp_path):
    write_mamba(tmp_path)
    write_conv(tmp_path)
    assert answers_with(tmp_path, FIRST_OF_ALL) == {"chosen": "compiled", "still": "compiled"}


def test_a_cpu_gets_the_portable_path_even_where_packages_work(good):
    assert good["on cpu"] == {
        "path": "portable",
        "why": "compiled kernels need CUDA, the network runs on cpu",
        "scan": False,
    }


def test_the_portable_path_can_be_insisted_on(good):
    assert good["unwanted"]["why"] == "the portable path was asked for"


def test_good_kernels_pass_the_comparison(good):
    assert good["gap"] == 0
    assert good[""]["path"] == "compiled"


def test_a_kernel_that_forgets_the_state_is_found_by_numbers(good):
    assert "compiled kernels are off by 0." in good["forgets"]


def test_a_kernel_that_fails_is_named_with_its_cause(good):
    assert "compiled kernels fail: RuntimeError: Failed to find C compiler" in good["fails"]


def test_a_package_that_would_end_the_process_is_never_imported(deadly):
    assert deadly["on cuda"] == {
        "path": "portable",
        "why": "causal_conv1d 1.6.0 cannot be used (importing it ended the process, exit 7); "
        "install causal-conv1d 1.6 or later, built for this torch; "
        "the other functions are compiled",
        "scan": True,
    }


def test_without_packages_the_reason_names_both(monkeypatch):
    monkeypatch.setattr(kernels, "GUARD", kernels.ImportGuard())
    kernels.native_module()
    monkeypatch.setattr(sys, "path", [])
    status = kernels.choose_kernels("cuda")
    assert status.path == "portable"
    assert status.why == "mamba_ssm is not installed and causal_conv1d is not installed"


def test_a_stop_while_packages_are_tried_leaves_nothing_behind(tmp_path, monkeypatch):
    write_mamba(tmp_path, init="import time; time.sleep(60)")
    monkeypatch.syspath_prepend(tmp_path)
    guard, stop = kernels.ImportGuard(), StopToken()
    stop.stop()
    with pytest.raises(Stopped):
        guard.probes(stop)
    (tmp_path / "mamba_ssm" / "__init__.py").write_text("raise ImportError('later')")
    assert "later" in guard.probes()[0].problem
    assert sys.modules.pop("mamba_ssm") is None


def test_compiled_kernels_that_were_insisted_on_and_are_missing_are_an_error():
    with pytest.raises(KernelUnavailable, match=r"cannot be used: .* Choose portable in Settings"):
        kernels.choose_kernels("cuda", "compiled")


def test_the_choice_is_logged_once(caplog):
    with caplog.at_level(logging.INFO, "model"):
        kernels.choose_kernels("cpu")
    assert [record.getMessage() for record in caplog.records] == [
        "kernels: portable (compiled kernels need CUDA, the network runs on cpu)"
    ]


def test_every_function_of_a_mixer_is_told():
    facts = kernels.choose_kernels("cpu").details
    assert [fact.function for fact in facts] == list(kernels.FUNCTIONS)
    assert {fact.path for fact in facts} == {"portable"}


def test_on_a_cpu_nothing_is_compared():
    assert checked_kernels(full_spec().language, CPU).path == "portable"


@pytest.mark.parametrize("name", list(kernels.FUNCTIONS))
def test_the_comparison_notices_when_any_function_is_wrong(name):
    functions = {each: kernels.portable_function(each) for each in kernels.FUNCTIONS}

    def doubled(*args, **options):
        result = kernels.portable_function(name)(*args, **options)
        return tuple(2 * part for part in result) if isinstance(result, tuple) else 2 * result

    assert kernel_gap(small_language(), CPU, functions) == 0
    assert kernel_gap(small_language(), CPU, functions | {name: doubled}) > GAP_LIMIT


def test_a_value_that_is_no_number_is_as_wrong_as_can_be():
    def nonsense(*_args, **_options):
        return torch.full((1,), float("nan"))

    functions = {each: kernels.portable_function(each) for each in kernels.FUNCTIONS}
    gap = kernel_gap(small_language(), CPU, functions | {"causal_conv1d_fn": nonsense})
    assert gap == float("inf")


def test_asking_for_the_status_imports_neither_torch_nor_transformers_by_itself():
    code = "import model.network.kernels, sys; print('torch' in sys.modules, 'transformers' in sys.modules)"
    child = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert child.stdout.split() == ["False", "False"]


def _by_torch(x, weight, _bias, residual=None, eps=1e-5, **_more):
    assert residual is None
    wide = x.float()
    return (wide * (wide.square().mean(-1, keepdim=True) + eps).rsqrt() * weight).to(x.dtype)


def _gated_by_torch(x, weight, _bias, z, eps, group_size, *, norm_before_gate):
    assert not norm_before_gate
    wide = (x.float() * torch.nn.functional.silu(z.float())).unflatten(-1, (-1, group_size))
    found = wide * (wide.square().mean(-1, keepdim=True) + eps).rsqrt()
    return (found.flatten(-2) * weight).to(x.dtype)


def _fla(monkeypatch, norm=_by_torch):
    names = ("fla", "fla.modules", "fla.modules.norm")
    names += ("fla.modules.norm.layernorm", "fla.modules.norm.layernorm_gated")
    for name in names:
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    sys.modules[names[-2]].rms_norm = norm
    sys.modules[names[-1]].rmsnorm_fn = _gated_by_torch
    monkeypatch.setattr(CudaLike, "type", "cuda")


class CudaLike:
    """A processor that says that it is a card, for what only asks."""

    type = "cpu"


def _norms_of(monkeypatch, plain_ms=1.0, fused_ms=0.5, **more):
    """Check the norms as on a card, computing on the processor in an invented time a pass."""
    own = kernels.native_module().NemotronHRMSNorm.forward

    def taken_ms(_work, _device, *, behind):
        del behind
        is_own = kernels.native_module().NemotronHRMSNorm.forward is own
        return plain_ms if is_own else fused_ms

    monkeypatch.setattr(checks, "_normed", lambda spec, _device: plain(spec, CPU))
    monkeypatch.setattr(checks, "_device_ms", taken_ms)
    return checks.check_norms(small_language(), CudaLike(), None, **more)


plain = checks._normed


def test_norms_of_the_library_are_used_where_they_agree_in_less_time(monkeypatch):
    own = kernels.native_module().NemotronHRMSNorm.forward
    _fla(monkeypatch)
    assert _norms_of(monkeypatch) == ("fla-core, 20 ms a step; torch 41", "")
    assert kernels.native_module().NemotronHRMSNorm.forward is not own
    kernels.use_norms(are_fused=False)
    assert kernels.native_module().NemotronHRMSNorm.forward is own


@pytest.mark.parametrize("fused_ms", [1.0, 3.0])
def test_norms_that_agree_and_take_no_less_time_are_not_used(monkeypatch, fused_ms):
    own = kernels.native_module().NemotronHRMSNorm.forward
    _fla(monkeypatch)
    norms, why = _norms_of(monkeypatch, fused_ms=fused_ms)
    assert norms.startswith("torch, 41 ms a step; fla-core ")
    assert why == ""
    assert kernels.native_module().NemotronHRMSNorm.forward is own


def test_the_time_of_norms_is_that_of_a_picture_and_of_the_tokens_of_a_click(monkeypatch):
    wide, asked = [], []

    def taken_ms(work, _device, *, behind):
        wide.append(behind)
        asked.append([len(each) for each in work()])
        return {2304: 1.0, 1: 0.01}[asked[-1][0]]

    monkeypatch.setattr(checks, "_device_ms", taken_ms)
    values, step_ms = plain(small_language(), CPU)
    assert (asked, len(values)) == ([[2304, 2304], [1, 1]], 4)
    assert step_ms == pytest.approx(1.4)
    assert [len(each) for each in wide[1]()] == [2304, 2304], "one token waits behind many"


def test_what_a_processor_takes_is_its_own_time():
    done = []
    taken_ms = checks._device_ms(lambda: done.append(1), CPU, behind=lambda: pytest.fail("waits"))
    assert (len(done), taken_ms > 0) == (checks.TRIED_TIMES, True)


def test_a_card_is_kept_busy_while_python_launches_what_is_timed(monkeypatch):
    told = []

    def once_ms(work, _device, before):
        before()
        work()
        return float(len(told))

    monkeypatch.setattr(checks, "once_ms", once_ms)
    monkeypatch.setattr(CudaLike, "type", "cuda")
    work, behind = (lambda: told.append("work")), (lambda: told.append("behind"))
    assert checks._device_ms(work, CudaLike(), behind=behind) == 5.0
    assert told == [*["behind"] * 4, "work"] * 4


def test_norms_that_are_off_are_not_used_and_said(monkeypatch):
    own = kernels.native_module().NemotronHRMSNorm.forward
    _fla(monkeypatch, lambda x, *_more, **_other: x)
    norms, why = _norms_of(monkeypatch)
    assert norms == "torch"
    assert "fla-core's norms are off by" in why
    assert kernels.native_module().NemotronHRMSNorm.forward is own


def test_norms_of_a_library_that_is_missing_are_torch_s_own(monkeypatch):
    _fla(monkeypatch)
    monkeypatch.setitem(sys.modules, "fla.modules.norm.layernorm", None)
    assert "fla-core cannot be used: ModuleNotFoundError" in _norms_of(monkeypatch)[1]


def test_norms_that_ended_the_program_before_are_not_imported_again(monkeypatch):
    own = kernels.native_module().NemotronHRMSNorm.forward
    _fla(monkeypatch)
    monkeypatch.setattr(kernels, "_fused_norms", lambda: pytest.fail("it is tried"))
    assert _norms_of(monkeypatch, trial=nullcontext("it ended twice"))[1] == "it ended twice"
    assert kernels.native_module().NemotronHRMSNorm.forward is own


def test_norms_are_computed_and_imported_on_trial_only(monkeypatch):
    _fla(monkeypatch)
    seen = []

    @contextmanager
    def trial():
        seen.append("begun")
        yield ""
        seen.append("ended")

    def rows(spec, _device):
        seen.append("computed")
        return plain(spec, CPU)

    monkeypatch.setattr(checks, "_normed", rows)
    assert checks.check_norms(small_language(), CudaLike(), None, trial=trial())[1] == ""
    assert seen == ["begun", "computed", "computed", "ended"]


def test_a_stop_is_heard_before_and_after_norms_are_tried(monkeypatch):
    own = kernels.native_module().NemotronHRMSNorm.forward
    _fla(monkeypatch)
    stop, computed = StopToken(), []

    def rows(spec, _device):
        computed.append(spec)
        stop.stop()
        return plain(spec, CPU)

    monkeypatch.setattr(checks, "_normed", rows)
    for _ in range(2):
        with pytest.raises(Stopped):
            checks.check_norms(small_language(), CudaLike(), None, stop)
        assert len(computed) == 2
    kernels.use_norms(are_fused=False)
    assert kernels.native_module().NemotronHRMSNorm.forward is own


def test_norms_are_torch_s_own_where_the_card_is_too_full_to_try(monkeypatch):
    def full(_spec, _device):
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr(checks, "_normed", full)
    monkeypatch.setattr(CudaLike, "type", "cuda")
    _, why = checks.check_norms(small_language(), CudaLike(), None)
    assert "there is no memory for it" in why


@pytest.mark.parametrize("wish", [None, "compiled"])
def test_a_processor_keeps_torch_s_norms(wish):
    assert checks.check_norms(small_language(), CPU, wish) == ("torch", "fla-core needs CUDA")
    status = checked_kernels(small_language(), CPU)
    assert (status.norms, status.norms_why) == ("torch", "fla-core needs CUDA")
