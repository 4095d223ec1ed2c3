"""A loaded Qwen3.5 behind the same port: replies, what a second turn costs, pictures, stop, what it refuses."""

import json

import jsonschema
import numpy as np
import pytest
import torch
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

from automation.core.errors import KernelUnavailable, LoadError, Stopped
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from model.images.patches import PictureResizer, resized
from model.images.tiling import plan_for
from model.inference.options import DecodeSettings, Request, Sampling
from model.inference.reply_grammar import ReplyGrammar, ReplyShape, shape_of
from model.inference.session import Session
from model.network.device import Override
from model.network.graphs import Graphs
from model.network.qwen import patches_of
from model.prompt.conversation import SourceImage
from model.prompt.profile import DEFAULTS, profile
from model.spec import PatchSpec, PatchVisionSpec
from tests.fakes.strict_graphs import StrictGraphs
from tests.fakes.tiny_models import opened, talk
from tests.fakes.tiny_qwen import SCREEN, tiny_qwen_folder
from tests.unit.model.images.ui_pictures import ui_picture

FEW = DecodeSettings(max_new_tokens=6, sampling=Sampling(1.0))
CLOSE = 2e-5
OFFICIAL = PatchSpec(16, 2, 2, 65_536, 16_777_216, (0.5,) * 3, (0.5,) * 3)
"""As the makers' files have it."""
VISION = PatchVisionSpec(48, 2, 3, 96, 16, 2, 2, 8, 80)
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


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tiny_qwen_folder(tmp_path_factory)


@pytest.fixture(scope="module")
def shared(folder):
    return opened(folder)


@pytest.fixture
def resident(shared):
    shared.forget()
    return shared


def screen(resident, seed=0, *, dot=None):
    """Return a picture of noise, one pixel of it changed where a dot is wanted."""
    width, height = SCREEN
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 4), dtype=np.uint8)
    if dot is not None:
        pixels[dot] ^= 128
    plan = plan_for(Rect(0, 0, width, height), resident.model.spec.image)
    return SourceImage(pixels, plan)


def ask(resident, conversation, *, shape=None, settings=FEW, stop=None):
    request = Request(conversation, shape, settings, max_thinking_tokens=8)
    return resident.reply(request, stop=stop or StopToken())


def test_it_tells_what_it_is_and_how_it_runs(resident):
    facts = resident.facts
    assert (facts.state, facts.device, facts.kernels) == ("ready", "CPU", "portable")
    assert facts.memory.weights > facts.memory.encoder > 0
    assert facts.template == "The checkpoint has no chat template; ours is used."


@pytest.mark.parametrize("thinking", [False, True])
def test_a_shaped_reply_fits_its_schema(resident, thinking):
    settings = DecodeSettings(sampling=Sampling(1.2, seed=5))
    conversation = talk(screen(resident), thinking=thinking)
    reply = ask(resident, conversation, shape=SHAPE, settings=settings)
    jsonschema.validate(json.loads(reply.text), SCHEMA)
    assert reply.finish == "stop"
    assert (resident.model.tokenizer.token_id("</think>") in reply.new_ids) == thinking
    assert reply.stats.tokens_forced > 5


def test_the_familys_contract_can_be_held_with_its_tokenizer(resident):
    shape = shape_of(profile(DEFAULTS["qwen3_5"]))
    grammar = ReplyGrammar(shape, resident.model.grammar_tokens).start()
    forced = grammar.forced()
    assert resident.model.tokenizer.decode(forced).startswith('{"note":')
    for token in forced:
        grammar.consume(token)
    assert grammar.mask() is not None


def test_the_next_turn_reads_only_what_is_new(resident):
    first = screen(resident)
    before = ask(resident, talk(first)).stats
    stats = ask(resident, talk(first, screen(resident, 1))).stats
    assert (before.tokens_reused, before.tiles_encoded) == (0, 1)
    assert stats.tokens_reused > 0.8 * before.tokens_prefilled
    assert stats.tokens_new <= stats.tokens_prefilled <= stats.tokens_new + 16
    assert (stats.tiles_encoded, stats.tiles_reused) == (1, 0)


def test_its_logits_are_those_of_a_session_that_read_everything(resident):
    first, second = screen(resident), screen(resident, 1)
    ask(resident, talk(first))
    conversation = talk(first, second)
    prompt = resident.model.renderer.render(conversation)
    read = resident.session.prefilled_tokens
    found = synced(resident.session, resident, conversation, prompt)
    read = resident.session.prefilled_tokens - read
    fresh = Session(resident.model.network, resident.model.pass_tokens)
    expected = synced(fresh, resident, conversation, prompt)
    assert (fresh.prefilled_tokens, read < 0.6 * len(prompt.ids)) == (len(prompt.ids), True)
    assert float((found - expected).norm() / expected.norm()) < CLOSE


def test_with_graphs_a_turn_and_its_reply_give_the_same_logits(resident):
    make = StrictGraphs()
    graphed = Session(resident.model.network, 64, graphs=Graphs(make, 8, 2000))
    plain = Session(resident.model.network, 64)
    for images in ((screen(resident),), (screen(resident), screen(resident, 1))):
        conversation = talk(*images)
        prompt = resident.model.renderer.render(conversation)
        found, expected = (
            synced(session, resident, conversation, prompt) for session in (graphed, plain)
        )
        assert float((found - expected).norm() / expected.norm()) < CLOSE
        for tokens in ([7], [8, 9, 10]):
            found, expected = graphed.feed(tokens), plain.feed(tokens)
            assert float((found - expected).norm() / expected.norm()) < CLOSE
    assert graphed.is_graphed
    assert make.replays > 4


def synced(session, resident, conversation, prompt):
    pictures = resident.pictures.cut(conversation.images)
    session.sync(
        prompt,
        [picture.key for picture in pictures],
        lambda image: resident.pictures.features(pictures[image], StopToken()),
        stop=StopToken(),
    )
    return session.logits.clone()


def test_the_same_picture_is_not_encoded_again_and_one_pixel_makes_all_of_it_new(resident):
    ask(resident, talk(screen(resident)))
    same = ask(resident, talk(screen(resident), screen(resident))).stats
    other = ask(resident, talk(screen(resident), screen(resident, dot=(100, 100)))).stats
    assert (same.tiles_encoded, same.tiles_reused) == (0, 1)
    assert (other.tiles_encoded, other.tiles_reused) == (1, 0)


def test_asking_again_costs_a_few_tokens(resident):
    conversation = talk(screen(resident))
    ask(resident, conversation)
    stats = ask(resident, conversation).stats
    assert stats.tokens_new == 0
    assert 0 < stats.tokens_prefilled < 20


def test_a_stop_inside_the_encoder_is_heard_and_the_next_reply_is_whole(resident):
    picture, stop = screen(resident, 5), StopToken()
    block = resident.model.network.vision.blocks[0]
    forward = block.forward

    def stop_here(*given, **named):
        stop.stop("test")
        return forward(*given, **named)

    block.forward = stop_here
    try:
        with pytest.raises(Stopped):
            ask(resident, talk(picture), stop=stop)
    finally:
        del block.forward
    assert ask(resident, talk(picture)).stats.tiles_encoded == 1


def test_in_4_bit_each_linear_weight_of_the_layers_is_rounded_and_gives_nearly_the_same(
    tmp_path_factory,
):
    whole_blocks = {"hidden": 128, "mlp_width": 192, "value_dim": 32}
    folder = tiny_qwen_folder(tmp_path_factory, **whole_blocks)
    resident, rounded = opened(folder), opened(folder, where=Override(quantization="nf4"))
    named = dict(rounded.model.network.named_modules())
    layers = [name for name, part in named.items() if type(part).__name__ == "Linear4bit"]
    assert len(layers) == len(rounded.model.spec.language.linears)
    for name in layers:
        plain = resident.model.network.get_submodule(name)
        rows = torch.eye(plain.in_features, dtype=plain.weight.dtype)
        with torch.inference_mode():
            exact = plain(rows).float()
            gap = named[name](rows).float() - exact
        assert 1e-3 < float(gap.norm() / exact.norm()) < 0.15, name
    conversation = talk(screen(resident))
    prompt = resident.model.renderer.render(conversation)
    assert synced(rounded.session, rounded, conversation, prompt).isfinite().all()


def test_compiled_kernels_cannot_be_insisted_on(folder):
    with pytest.raises(KernelUnavailable, match="need CUDA"):
        opened(folder, kernels="compiled")


def test_a_style_of_another_family_is_refused(folder):
    with pytest.raises(LoadError, match="in the style nemotron_v2"):
        opened(folder, style="nemotron_v2")


@pytest.mark.parametrize(
    ("screen_px", "seen_px", "tokens"),
    [
        ((1280, 720), (1280, 704), 880),
        ((1366, 768), (1376, 768), 1032),
        ((1920, 1080), (1920, 1088), 2040),
        ((2560, 1440), (2560, 1440), 3600),
        ((3840, 2160), (3840, 2176), 8160),
        ((200, 100), (384, 192), 72),
    ],
)
def test_screens_are_seen_at_the_published_sizes(screen_px, seen_px, tokens):
    plan = plan_for(Rect(0, 0, *screen_px), OFFICIAL)
    assert (plan.canvas, plan.tokens) == (seen_px, tokens)


def test_pictures_are_what_the_makers_processor_makes():
    processor = Qwen2VLImageProcessorPil(
        size={"shortest_edge": 65_536, "longest_edge": 16_777_216}, patch_size=16, merge_size=2,
        image_mean=[0.5] * 3, image_std=[0.5] * 3,
    )  # fmt: skip
    pixels = ui_picture(900, 700)
    expected = processor(images=[pixels[..., 2::-1]], return_tensors="pt")
    plan = plan_for(Rect(0, 0, 900, 700), OFFICIAL)
    picture = PictureResizer(OFFICIAL).cut(pixels, plan).tiles()[0]
    columns, rows = plan.size[0] // 16, plan.size[1] // 16
    assert expected["image_grid_thw"].tolist() == [[1, rows, columns]]
    gap = (patches_of(picture, VISION) - expected["pixel_values"]).abs()
    # Both round to bytes; where one rounds up and the other down they are one level of 255 apart.
    assert float(gap.max()) < 1.01 / 127.5


def test_a_picture_that_needs_no_resizing_keeps_its_pixels():
    pixels = ui_picture(640, 480)
    picture = resized(pixels, plan_for(Rect(0, 0, 640, 480), OFFICIAL))
    assert np.array_equal(picture.permute(1, 2, 0).numpy(), pixels[..., 2::-1])
