"""A loaded checkpoint answers, counts its work exactly, and survives whatever goes wrong."""

import gc
import json
import weakref
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import numpy as np
import pytest
import torch

from automation.core.errors import GenerationError, LoadError, OutOfMemory, Stopped
from automation.core.generation import PrefillProgress, TextDelta
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from model.images.tiles import TileCutter
from model.images.tiling import plan_for
from model.inference import loading
from model.inference.jobs import JobStop
from model.inference.options import DecodeSettings, LoadOptions, Request, Sampling
from model.inference.reply_grammar import ReplyShape
from model.inference.resident import Pictures, open_resident
from model.network.features import PADDED_BATCHES, TileFeatureCache
from model.prompt.conversation import SourceImage
from tests.fakes.model_specs import small_spec
from tests.fakes.random_network import random_network
from tests.fakes.tiny_models import SCREEN, opened, screen, talk, tiny_folder

SCHEMA = {
    "type": "object",
    "properties": {
        "thought": {"type": "string", "maxLength": 20},
        "x": {"type": "integer", "minimum": 0, "maximum": 1000},
    },
    "required": ["thought", "x"],
    "additionalProperties": False,
}
SHAPE = ReplyShape(json.dumps(SCHEMA))
FEW = DecodeSettings(max_new_tokens=6, sampling=Sampling(1.0))


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


def ask(resident, conversation, *, shape=None, settings=FEW, stop=None, on_event=None):
    request = Request(conversation, shape, settings, max_thinking_tokens=8)
    listener = on_event or (lambda _: None)
    return resident.reply(request, stop=stop or StopToken(), on_event=listener)


def test_it_tells_what_it_is_and_how_it_runs(resident):
    facts = resident.facts
    assert (facts.state, facts.name, facts.device) == ("ready", "tiny", "CPU")
    assert facts.kernels == "portable"
    assert "CUDA" in facts.kernels_why
    assert facts.template
    assert facts.memory.weights > facts.memory.encoder > 0
    assert 0 < facts.memory.used <= facts.memory.total


@pytest.mark.parametrize("thinking", [False, True])
def test_a_shaped_reply_fits_its_schema(resident, thinking):
    settings = DecodeSettings(sampling=Sampling(1.2, seed=5))
    conversation = talk(screen(resident), thinking=thinking)
    reply = ask(resident, conversation, shape=SHAPE, settings=settings)
    jsonschema.validate(json.loads(reply.text), SCHEMA)
    assert reply.finish == "stop"
    assert bool(reply.thinking) == thinking
    assert reply.stats.tokens_forced > 5
    assert len(reply.new_ids) == reply.stats.tokens_forced + reply.stats.tokens_sampled


def test_events_add_up_to_the_reply(resident):
    events = []
    reply = ask(
        resident,
        talk(screen(resident)),
        shape=SHAPE,
        on_event=events.append,
        settings=DecodeSettings(),
    )
    text = "".join(event.text for event in events if isinstance(event, TextDelta))
    progress = [event for event in events if isinstance(event, PrefillProgress)]
    assert text == reply.text
    assert progress[-1].done == progress[-1].total == reply.stats.tokens_prefilled


def test_the_first_prompt_is_read_whole(resident):
    stats = ask(resident, talk(screen(resident))).stats
    assert stats.tokens_reused == 0
    assert stats.tokens_prefilled == stats.tokens_new > 36
    assert (stats.tiles_encoded, stats.tiles_reused) == (9, 0)


def test_the_next_prompt_reads_only_what_is_new(resident):
    first = screen(resident)
    before = ask(resident, talk(first)).stats
    stats = ask(resident, talk(first, screen(resident, 1))).stats
    ahead_of_reply = len(resident.model.renderer.render(talk(first)).ids) - before.tokens_prefilled
    assert ahead_of_reply == 0
    assert stats.tokens_reused > 0.8 * before.tokens_prefilled
    assert stats.tokens_new <= stats.tokens_prefilled <= stats.tokens_new + 16
    assert (stats.tiles_encoded, stats.tiles_reused) == (9, 0)


@pytest.mark.parametrize("marks", [(0,), (1, 6), (0, 2, 5, 7)])
def test_only_changed_tiles_and_the_thumbnail_are_encoded(resident, marks):
    first = screen(resident)
    ask(resident, talk(first))
    stats = ask(resident, talk(first, screen(resident, marks=marks))).stats
    assert (stats.tiles_encoded, stats.tiles_reused) == (len(marks) + 1, 8 - len(marks))


def test_the_same_screen_again_is_not_encoded(resident):
    ask(resident, talk(screen(resident)))
    stats = ask(resident, talk(screen(resident), screen(resident))).stats
    assert (stats.tiles_encoded, stats.tiles_reused) == (0, 9)


def test_asking_again_costs_a_few_tokens(resident):
    conversation = talk(screen(resident))
    ask(resident, conversation)
    stats = ask(resident, conversation).stats
    assert stats.tokens_new == 0
    assert 0 < stats.tokens_prefilled < 12
    assert stats.tiles_encoded == 0


def test_the_same_request_gets_the_same_reply(resident):
    conversation = talk(screen(resident))
    replies = {ask(resident, conversation).new_ids for _ in range(3)}
    resident.forget()
    assert replies == {ask(resident, conversation).new_ids}


def test_what_was_read_ahead_is_not_read_again_but_counted_once(resident):
    conversation = talk(screen(resident))
    resident.prepare(conversation, stop=StopToken())
    prompt = resident.model.renderer.render(conversation)
    assert resident.session.length == prompt.stable[-1] < len(prompt.ids)
    assert resident.session.snapshot_lengths[-1] == prompt.stable[-1]
    events = []
    stats = ask(resident, conversation, on_event=events.append).stats
    told = [event for event in events if isinstance(event, PrefillProgress)]
    assert told == [PrefillProgress(len(prompt.ids), len(prompt.ids))], "the end only"
    assert stats.tokens_prefilled == stats.tokens_new
    assert stats.tokens_reused == 0
    assert stats.tiles_encoded == 9


def test_what_was_read_ahead_in_part_is_used(resident):
    conversation = talk(screen(resident))
    stop = JobStop()
    with pytest.raises(Stopped):
        resident._sync(
            conversation,
            resident.model.renderer.render(conversation),
            stop,
            lambda _: stop.stop(),
        )
    read = resident.session.length
    assert read > 0
    stats = ask(resident, conversation).stats
    assert stats.tokens_prefilled == stats.tokens_new
    assert stats.tiles_encoded == 9


class StopAfter(StopToken):
    """Set at the n-th look."""

    def __init__(self, looks):
        super().__init__()
        self.left = looks

    def check(self):
        self.left -= 1
        if self.left < 0:
            self.stop()
        super().check()


def test_a_stop_at_any_moment_leaves_it_able_to_answer(resident):
    conversation, settings = talk(screen(resident)), DecodeSettings(max_new_tokens=2)
    wanted = ask(resident, conversation, settings=settings).new_ids
    for looks in range(100):
        resident.forget()
        try:
            ask(resident, conversation, settings=settings, stop=StopAfter(looks))
        except Stopped:
            assert ask(resident, conversation, settings=settings).new_ids == wanted
        else:
            break
    assert looks > 8


def test_a_reply_taken_back_ends_as_cancelled_with_what_was_written(resident):
    stop, seen = JobStop(), []

    def listen(event):
        seen.append(event)
        if sum(isinstance(event, TextDelta) for event in seen) == 2:
            stop.stop()

    reply = ask(resident, talk(), shape=SHAPE, stop=stop, on_event=listen)
    assert reply.finish == "cancelled"
    assert reply.text.startswith('{"')
    assert len(reply.text) < 12


def test_a_reply_taken_back_by_its_caller_is_stopped(resident):
    outer = StopToken()
    stop = JobStop(outer)
    outer.stop("kill_key")
    stop.stop()
    with pytest.raises(Stopped, match="kill_key"):
        ask(resident, talk(), stop=stop)


def test_values_that_are_no_numbers_do_not_stay_in_the_session(resident):
    conversation = talk(screen(resident))
    wanted = ask(resident, conversation).new_ids
    resident.forget()
    norm = resident.model.network.language.model.norm_f.weight
    kept = norm.clone()
    norm.fill_(torch.nan)
    with pytest.raises(GenerationError) as caught:
        ask(resident, conversation)
    norm.copy_(kept)
    assert caught.value.reason == "not_finite"
    assert resident.session.length == 0
    assert ask(resident, conversation).new_ids == wanted


@pytest.mark.parametrize("layer", [0, 8])
def test_a_full_device_is_emptied_and_can_go_on(resident, monkeypatch, layer):
    conversation = talk(screen(resident))
    wanted = ask(resident, conversation).new_ids
    block = resident.model.network.language.model.layers[layer]

    def fail(*_arguments, **_options):
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")

    with monkeypatch.context() as patch:
        patch.setattr(block, "forward", fail)
        with pytest.raises(OutOfMemory, match="Close a program"):
            ask(resident, conversation)
        assert (resident.session.length, resident.pictures.bytes) == (0, 0)
        with pytest.raises(OutOfMemory):
            resident.prepare(conversation, stop=StopToken())
    assert ask(resident, conversation).new_ids == wanted


def test_other_failures_of_the_device_are_not_explained_away(resident, monkeypatch):
    block = resident.model.network.language.model.layers[3]

    def fail(*_arguments, **_options):
        raise RuntimeError("CUDA error: unspecified launch failure")

    with monkeypatch.context() as patch:
        patch.setattr(block, "forward", fail)
        with pytest.raises(RuntimeError, match="launch failure"):
            ask(resident, talk())


def test_a_conversation_that_is_too_long_is_refused(resident):
    with pytest.raises(GenerationError, match="the model reads 32768") as caught:
        ask(resident, talk(text="word " * 40_000))
    assert caught.value.reason == "too_long"


def test_a_released_model_holds_no_weights(folder):
    resident = opened(folder)
    ask(resident, talk(screen(resident)))
    network = resident.model.network
    resident.release()
    assert not list(network.parameters())
    assert not list(network.buffers())


def test_a_load_can_be_stopped_in_every_phase(folder, tmp_path):
    phases = []
    options = LoadOptions(folder=folder, data=tmp_path)
    open_resident(options, progress=lambda p: phases.append(p.doing), stop=StopToken())
    names = list(dict.fromkeys(phases))
    assert names == [
        "Reading the folder",
        "Checking files",
        "Preparing the device",
        "Loading weights",
        "Warming up",
    ]
    for name in names:
        stop = StopToken()
        with pytest.raises(Stopped):
            open_resident(
                LoadOptions(folder=folder, data=tmp_path / name),
                progress=lambda p, stop=stop, name=name: stop.stop() if p.doing == name else None,
                stop=stop,
            )


def test_a_file_that_changed_since_the_first_load_is_refused(tmp_path_factory, tmp_path):
    folder = tiny_folder(tmp_path_factory, seed=4)
    opened(folder, data=tmp_path)
    opened(folder, data=tmp_path)
    shard = next(folder.glob("*.safetensors"))
    content = bytearray(shard.read_bytes())
    content[-1] ^= 1
    shard.write_bytes(content)
    with pytest.raises(LoadError, match=shard.name):
        opened(folder, data=tmp_path)


# What failed or was stopped gives its room on the device back, whoever holds the error.


@pytest.fixture
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
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")

    return forward


@pytest.mark.usefixtures("_without_the_collector")
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


@pytest.mark.usefixtures("_without_the_collector")
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


# Pictures are resized and encoded only as far as their features are not known.


@pytest.fixture(scope="module")
def network():
    return random_network(small_spec())


@pytest.fixture
def resizes(monkeypatch):
    """Count how often a picture is resized."""
    counted = []
    resized = TileCutter.resized

    def counting(self, pixels, plan):
        counted.append(plan)
        return resized(self, pixels, plan)

    monkeypatch.setattr(TileCutter, "resized", counting)
    return counted


def noisy_screen(network, seed=0):
    width, height = SCREEN
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 4), dtype=np.uint8)
    return SourceImage(pixels, plan_for(Rect(0, 0, width, height), network.spec.image))


def test_a_picture_whose_features_are_kept_is_not_resized_again(network, resizes):
    pictures = Pictures(network, TileFeatureCache(budget_bytes=1 << 24))
    image = noisy_screen(network)
    first = pictures.features(pictures.cut([image])[0], StopToken())
    assert len(resizes) == 1
    again = pictures.features(pictures.cut([image])[0], StopToken())
    assert len(resizes) == 1
    assert first.equal(again)


def test_a_picture_whose_features_were_dropped_is_resized_once_more(network, resizes):
    pictures = Pictures(network, TileFeatureCache(budget_bytes=0))
    image = noisy_screen(network)
    first = pictures.features(pictures.cut([image])[0], StopToken())
    again = pictures.features(pictures.cut([image])[0], StopToken())
    assert len(resizes) == 2
    assert first.equal(again)


@pytest.mark.parametrize(
    ("changed", "tiles"),
    [
        (Rect(0, 0, 1920, 1080), 9),
        (Rect(30, 30, 40, 20), 2),
        (Rect(460, 30, 60, 20), 3),
        (Rect(0, 0, 1920, 500), 5),
        (Rect(0, 0, 0, 0), 0),
    ],
    ids=["all of it", "a button", "across an edge", "half of it", "nothing"],
)
def test_one_changed_screen_of_1080p_is_one_call_of_the_encoder_on_a_card(
    network, monkeypatch, changed, tiles
):
    monkeypatch.setattr("model.inference.resident.CPU_GROUP_TILES", PADDED_BATCHES[-1])
    pictures = Pictures(network, TileFeatureCache(budget_bytes=1 << 24, batches=PADDED_BATCHES))
    plan = plan_for(Rect(0, 0, 1920, 1080), network.spec.image)
    pixels = np.random.default_rng(0).integers(0, 256, (1080, 1920, 4), dtype=np.uint8)
    calls = []
    counting = network.vision.register_forward_pre_hook(
        lambda _, given: calls.append(len(given[0]))
    )
    try:
        pictures.features(pictures.cut([SourceImage(pixels, plan)])[0], StopToken())
        assert calls == [9]
        other = pixels.copy()
        other[changed.y : changed.y + changed.h, changed.x : changed.x + changed.w] ^= 0xFF
        pictures.features(pictures.cut([SourceImage(other, plan)])[0], StopToken())
    finally:
        counting.remove()
    assert len(calls) == 1 + bool(tiles)
    assert (pictures.encoded, sum(calls[1:])) == (9 + tiles, padded(tiles))


def padded(tiles):
    return next(size for size in (0, *PADDED_BATCHES) if size >= tiles)


def crash(note, what, times=1):
    """Leave what a process leaves that ends while something is tried."""
    for _ in range(times):
        with loading.on_trial(note, what) as problem:
            assert not problem
            kept = note.read_bytes()
        assert not note.exists()
        note.write_bytes(kept)


def why_not(note, what="one card"):
    with loading.on_trial(note, what) as problem:
        return problem


def test_two_crashes_while_graphs_are_tried_turn_them_off_on_that_card(tmp_path):
    note = tmp_path / "graphs-on-trial.txt"
    crash(note, "one card", times=2)
    assert f"delete {note}" in why_not(note)
    assert f"delete {note}" in why_not(note)
    assert not why_not(note, "another card")
    assert not why_not(note)


def test_one_logout_while_graphs_are_tried_turns_nothing_off(tmp_path):
    note = tmp_path / "graphs-on-trial.txt"
    for _ in range(3):
        crash(note, "one card")
        assert not why_not(note)


def test_what_another_process_is_trying_now_is_no_crash(tmp_path):
    note = tmp_path / "graphs-on-trial.txt"
    crash(note, "one card")
    with loading.on_trial(note, "one card") as problem:
        assert not problem
        kept = note.read_bytes()
        assert not why_not(note)
        assert note.read_bytes() == kept
    assert not note.exists()


def test_a_note_that_is_no_text_says_nothing(tmp_path):
    note = tmp_path / "graphs-on-trial.txt"
    note.write_bytes(b"\xff\xfe\x80")
    assert not why_not(note)
    assert not note.exists()


def test_a_note_that_cannot_be_taken_away_says_nothing(tmp_path, monkeypatch):
    note = tmp_path / "graphs-on-trial.txt"
    with monkeypatch.context() as patches:
        patches.setattr(Path, "unlink", _refused)
        for _ in range(4):
            assert not why_not(note)
    assert note.read_bytes() == b""


def _refused(*_arguments, **_options):
    raise PermissionError(13, "it is open elsewhere")


def test_graphs_are_not_tried_where_no_note_can_be_left(tmp_path):
    (tmp_path / "file").touch()
    assert "cannot be written" in why_not(tmp_path / "file" / "note.txt")


def test_graphs_are_turned_off_apart_from_the_kernels(shared):
    card = SimpleNamespace(device=torch.device("cuda:0"))
    options = LoadOptions(shared.model.spec.folder, has_graphs=False)
    found = loading._graphs(card, shared.model.plan, options, StopToken())
    assert "turned off" in found.problem
