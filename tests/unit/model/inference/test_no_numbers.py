"""One value that is no number, anywhere in the network or its memory: no reply is made from it."""

import re

import pytest
import torch

from automation.core.errors import GenerationError, LoadError
from automation.core.timing import StopToken
from model.inference.options import DecodeSettings, Request
from model.network.device import Override
from model.network.quantize import is_quantised
from tests.fakes.tiny_models import opened, screen, talk, tiny_folder

FEW = DecodeSettings(max_new_tokens=4)
LAYER = re.compile(r"layers?\.(\d+)\.")
FIRST = {"language": (0, 1, 3), "vision": (0,), "projector": (0,)}
"""The first mixer, feed-forward and attention layer; the first block of the encoder."""
UNREAD = "embed"
"""In the name of a table of which a prompt reads a few rows: what it does not read does no harm."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tiny_folder(tmp_path_factory)


@pytest.fixture(scope="module")
def shared(folder):
    return opened(folder)


@pytest.fixture
def resident(shared):
    shared.forget()
    return shared


def ask(resident, conversation, on_event=lambda _: None, settings=FEW):
    request = Request(conversation, settings=settings)
    return resident.reply(request, stop=StopToken(), on_event=on_event).new_ids


def floats(network):
    """Yield the name and the values of the tensors that compute with floats, a layer of each kind."""
    for part in ("language", "vision", "projector"):
        module = getattr(network, part)
        for name, tensor in (*module.named_parameters(), *module.named_buffers()):
            layer = LAYER.search(name)
            if tensor.is_floating_point() and (layer is None or int(layer[1]) in FIRST[part]):
                yield f"{part}.{name}", tensor.detach()


def outcome(resident, conversation):
    try:
        return ask(resident, conversation)
    except GenerationError as error:
        return error.reason
    finally:
        resident.forget()


def test_a_weight_that_is_no_number_is_noticed_wherever_it_is_read(resident):
    plain, seen = talk(), talk(screen(resident))
    wanted = {conversation: outcome(resident, conversation) for conversation in (plain, seen)}
    found = {}
    for name, values in floats(resident.model.network):
        conversation = plain if name.startswith("language") else seen
        place = values.view(-1)[values.numel() // 2 :][:1]
        kept = place.clone()
        place.fill_(torch.nan)
        found[name] = outcome(resident, conversation)
        place.copy_(kept)
    assert len(found) > 30
    noticed = {name for name, what in found.items() if what == "not_finite"}
    assert {name for name in found.keys() - noticed if UNREAD not in name} == set()
    for name in found.keys() - noticed:
        assert found[name] in wanted.values(), name
    assert {one: outcome(resident, one) for one in wanted} == wanted


@pytest.mark.parametrize("part", ["_recurrent", "_convolution", "_memories"])
@pytest.mark.parametrize("bad", [torch.nan, torch.inf])
def test_a_memory_that_is_no_number_ends_the_reply_and_is_forgotten(
    resident, monkeypatch, part, bad
):
    conversation = talk(screen(resident))
    wanted = ask(resident, conversation)
    resident.forget()
    network, passes = resident.model.network, []
    forward = network.forward_tokens

    @torch.inference_mode()
    def spoiled(embeds, cache, *more, **named):
        passes.append(len(embeds))
        if len(passes) == 3:
            memory = getattr(cache, part)[0]
            (memory._rows if part == "_memories" else memory).fill_(bad)
        return forward(embeds, cache, *more, **named)

    with monkeypatch.context() as patch:
        patch.setattr(network, "forward_tokens", spoiled)
        with pytest.raises(GenerationError) as caught:
            ask(resident, conversation)
    assert (caught.value.reason, len(passes)) == ("not_finite", 3)
    assert (resident.session.length, resident.pictures.bytes) == (0, 0)
    assert ask(resident, conversation) == wanted


@pytest.mark.parametrize("at", [1, 2, 4])
def test_the_reply_ends_at_the_token_whose_values_are_no_numbers(resident, monkeypatch, at):
    network, passes, told = resident.model.network, [], []
    forward = network.forward_tokens

    def spoiled(embeds, cache, *more, **named):
        passes.append(len(embeds))
        logits = forward(embeds, cache, *more, **named)
        return torch.full_like(logits, torch.nan) if len(passes) == at else logits

    monkeypatch.setattr(network, "forward_tokens", spoiled)
    with pytest.raises(GenerationError, match="no numbers; load the model again"):
        ask(resident, talk(), told.append, DecodeSettings(max_new_tokens=20))
    assert len(passes) == at


@pytest.mark.parametrize("bad", [torch.nan, torch.inf])
def test_rounding_does_not_hide_a_weight_that_is_no_number(folder, monkeypatch, bad):
    """A block's scale is its largest value: compared with what is no number, that is any other."""
    from model.network import quantize

    names, check = [], quantize._check_numbers

    def spoiled(name, weight):
        """Spoil the first weight that is about to be rounded."""
        if not names:
            names.append(name)
            weight.view(-1)[3] = bad
        check(name, weight)

    monkeypatch.setattr(quantize, "_check_numbers", spoiled)
    with pytest.raises(LoadError, match="no numbers") as caught:
        opened(folder, where=Override(quantization="nf4"))
    assert is_quantised(names[0])
    assert names[0] in str(caught.value)


def test_a_scale_that_is_no_number_is_noticed(folder):
    resident = opened(folder, where=Override(quantization="nf4"))
    conversation = talk()
    scales = [
        values for name, values in floats(resident.model.network) if name.endswith("scale_groups")
    ]
    assert scales
    for values in scales:
        kept = values.clone()
        values[-1] = torch.nan
        assert outcome(resident, conversation) == "not_finite"
        values.copy_(kept)
    assert outcome(resident, conversation) != "not_finite"
