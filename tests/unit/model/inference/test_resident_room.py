"""What failed or was stopped gives its room on the device back, whoever holds the error."""

import gc
import weakref

import pytest
import torch

from automation.core.errors import OutOfMemory, Stopped
from automation.core.timing import StopToken
from model.inference import loading
from model.inference.options import LoadOptions, Request
from model.inference.resident import open_resident
from tests.fakes.tiny_models import opened, screen, talk, tiny_folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tiny_folder(tmp_path_factory)


@pytest.fixture(autouse=True)
def _without_the_collector():
    """Nobody may rely on it: while a model is loaded it rests for long."""
    gc.disable()
    yield
    gc.enable()


def full(seen):
    """Return a forward that notes what it was given and finds the device full."""

    def forward(hidden, *_arguments, **options):
        cache = options["past_key_values"]
        activation = torch.ones(3) + hidden.sum()
        seen.extend(weakref.ref(held) for held in (activation, cache))
        message = "CUDA out of memory. Tried to allocate 2.00 GiB"
        raise torch.OutOfMemoryError(message)

    return forward


def test_a_full_device_is_emptied_of_what_the_failed_pass_held(folder, monkeypatch):
    resident = opened(folder)
    seen = []
    block = resident.model.network.language.model.layers[2]
    monkeypatch.setattr(block, "forward", full(seen))
    new_cache = resident.model.network.new_cache
    alive_when_it_is_emptied = []

    def counted():
        alive_when_it_is_emptied.append([ref() is not None for ref in seen])
        return new_cache()

    monkeypatch.setattr(resident.model.network, "new_cache", counted)
    with pytest.raises(OutOfMemory) as caught:
        resident.reply(Request(talk(screen(resident))), stop=StopToken())
    assert caught.value.__cause__ is not None
    assert alive_when_it_is_emptied == [[False, False]]


def test_a_load_that_is_stopped_at_its_end_leaves_no_weights(folder, monkeypatch):
    networks, stop = [], StopToken()
    load = loading.load

    def noted(*arguments, **options):
        networks.append(load(*arguments, **options))
        return networks[0]

    monkeypatch.setattr(loading, "load", noted)
    with pytest.raises(Stopped):
        open_resident(
            LoadOptions(folder),
            progress=lambda told: stop.stop() if told.doing == "Warming up" else None,
            stop=stop,
        )
    assert networks
    assert not list(networks[0].parameters())
    assert not list(networks[0].buffers())
