"""What a model takes on this device, beside what the device could do at best. Loads torch.

The model is loaded and asked as a run does it: the same session, graphs and kernels read prompts, tokens
and pictures. Each time is laid beside a floor, the least work that is in it at the rate that this very
device was seen to reach: a token reads every weight that it is multiplied by, at the speed of a copy; a
prompt multiplies all of its tokens by them, at the speed of a large product. No part runs longer than the
time that is left: what was measured until then counts.
"""

import datetime
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal, TypeVar

import numpy as np
import torch

from automation.core.errors import (
    AssistantError,
    ModelError,
    OutOfMemory,
    Stopped,
)
from automation.core.generation import EngineStatus, LoadProgress
from automation.core.geometry import Rect
from automation.core.observation import Pixels
from automation.core.timing import StopToken
from model.calibrate.screens import drawn_pixels
from model.checkpoint.read import read_spec
from model.images.tiling import plan_for
from model.inference.jobs import JobStop
from model.inference.loading import LoadListener, module_bytes
from model.inference.options import DecodeSettings, LoadOptions, Request
from model.inference.reply_grammar import shape_of
from model.inference.resident import Cut, Resident, open_resident
from model.network.checks import once_ms
from model.network.device import NF4_BLOCK, Machine, choose, read_machine
from model.network.graphs import CudaGraphs, words
from model.network.network import Network
from model.network.offers import best_offer
from model.network.quantize import four_bit_kernels, nf4_linear
from model.prompt.conversation import Ids, RenderedPrompt, SourceImage
from model.prompt.dialogue import Dialogue
from model.prompt.profile import Profile, RunFacts
from model.prompt.tools import name_of
from model.spec import Family, Language

MS: Final = 1000.0

MOST_S: Final = 100.0
"""For all parts together, once the model is loaded."""
SLOW_MS: Final = 5000.0
"""What takes so long is not measured once more: no first call and no chance matters there."""

SCREEN: Final = (1920, 1080)
PROMPTS: Final = (512, 2304)
"""Tokens; 2,304 are a screen of 1080p, as Holotron-12B sees it."""
FEW_ROUNDS: Final = 3
"""Of what takes long; the median counts."""
ROUNDS: Final = 10
TOKENS: Final = 32
"""Single tokens that are read one after the other."""
REPLY_TOKENS: Final = 160
"""Most tokens of a whole step's reply; a thought and a click take about 80."""

Result = TypeVar("Result")
Cause = Literal["time", "memory", "failed", "not_here"]
"""Why a part was left out: no time was left, or no memory, or it failed; or, of what a run does without,
that it cannot be tried here."""
Limit = Literal["bandwidth", "launches", "prompt", "encoder", "memory"]
Try = Literal["graphs_off", "4bit"]


class Stopwatch:
    """Times work on a device: by its own events on CUDA, by the clock on a CPU."""

    def __init__(self, device: torch.device, rounds: int, stop: StopToken | None = None) -> None:
        """Prepare.

        Args:
            rounds: Of each measurement, where nothing else is said; the median is kept.
            stop: Heard between two rounds.
        """
        self._device = device
        self.rounds = rounds
        self._stop = stop or StopToken()

    def ms(
        self,
        work: Callable[[], object],
        *,
        before: Callable[[], object] = lambda: None,
        rounds: int | None = None,
    ) -> float:
        """Return the median of some rounds, after two that warm up; `before` each, untimed, `before` is called."""
        taken: list[float] = []
        for number in range(-2, rounds or self.rounds):
            self._stop.check()
            before()
            self.wait()
            once = once_ms(work, self._device)
            taken = [*taken, once] if number > 0 else [once]
            if sum(taken) > SLOW_MS:
                break
        return round(statistics.median(taken), 4)

    def wait(self) -> None:
        """Wait until the device has done everything."""
        if self._device.type == "cuda":
            torch.cuda.synchronize(self._device)


@dataclass(frozen=True, slots=True)
class Ceilings:
    """How fast a device does what everything consists of."""

    copy_bytes_per_s: float
    """Bytes read and bytes written, together."""
    flop_per_s: float
    """Of a large product of matrices."""


def ceilings(
    device: torch.device, dtype: torch.dtype, watch: Stopwatch, *, values: int, side: int
) -> Ceilings:
    """Measure how fast so many values are copied, and two square matrices multiplied."""
    return Ceilings(_copied(device, dtype, watch, values), _multiplied(device, dtype, watch, side))


def _copied(device: torch.device, dtype: torch.dtype, watch: Stopwatch, values: int) -> float:
    source = torch.ones(values, dtype=dtype, device=device)
    target = torch.empty_like(source)
    return 2 * source.nbytes / watch.ms(lambda: target.copy_(source)) * MS


def _multiplied(device: torch.device, dtype: torch.dtype, watch: Stopwatch, side: int) -> float:
    left = torch.randn(side, side, dtype=dtype, device=device)
    return 2 * side**3 / watch.ms(lambda: left @ left) * MS


@dataclass(frozen=True, slots=True)
class LeastWork:
    """What a device has to do at least."""

    token_bytes: int
    """Of weights, that a token reads."""
    token_flop: int
    """Of the layers' products, for each token of a prompt."""
    head_flop: int
    """Of the product that tells what follows a prompt."""


def least_work(network: Network) -> LeastWork:
    """Return the least work of a network, by its sizes and by the bytes that its weights are kept in."""
    language = network.spec.language
    read = module_bytes(network.language)
    if language.has_own_head:  # of the embedding a token reads one row
        read -= module_bytes(network.embeddings)
    return LeastWork(
        token_bytes=read,
        token_flop=2 * sum(rows * columns for rows, columns in language.linears),
        head_flop=2 * language.vocab_rows * language.hidden,
    )


@dataclass(frozen=True, slots=True)
class Room:
    """Bytes on the device."""

    free: int
    """Before the model was loaded."""
    weights: int
    encoder: int
    cache: int
    """Attention memory, states and snapshots, the room that is reserved for them included."""
    graphs: int
    """What CUDA graphs keep for themselves."""
    left: int
    """Free with the model loaded and used, for the work space of passes and for other programs."""
    total: int


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a run, from a screen that is new to a reply that clicks; the system prompt was read before."""

    ms: float
    encode_ms: float
    prompt_ms: float
    reply_ms: float
    prompt_tokens: int
    reply_tokens: int
    is_cut: bool
    """The reply was longer, and ended there."""

    @property
    def rest_ms(self) -> float:
        """What remains: the prompt's text, the picture, the grammar."""
        return max(0.0, self.ms - self.encode_ms - self.prompt_ms - self.reply_ms)


@dataclass(frozen=True, slots=True)
class Products:
    """All products of a token with the layers' weights, as they are kept and in 4 bit."""

    ms: float
    four_bit_ms: float


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part that was not measured."""

    part: str
    """For people."""
    cause: Cause
    why: str


HALF: Final = 0.5
FASTER: Final = 0.95
"""What is to be tried takes at most this part of what is used: less may be chance."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found out; None for a part that was left out."""

    status: EngineStatus
    family: Family
    room: Room
    work: LeastWork
    is_in_passes: bool
    """A prompt of the longest kind is read in several passes, for want of memory."""
    ceilings: Ceilings | None
    token_ms: float | None
    launched_ms: float | None
    """A token without CUDA graphs, where there are some."""
    prompts_ms: Mapping[int, float]
    encoder_ms: float | None
    step: Step | None
    products: Products | None
    left_out: tuple[LeftOut, ...]

    @property
    def token_floor_ms(self) -> float | None:
        """The least time of a token."""
        if self.ceilings is None:
            return None
        return self.work.token_bytes / self.ceilings.copy_bytes_per_s * MS

    def prompt_floor_ms(self, tokens: int) -> float | None:
        """Return the least time of a prompt of so many tokens."""
        if self.ceilings is None:
            return None
        flop = tokens * self.work.token_flop + self.work.head_flop
        return flop / self.ceilings.flop_per_s * MS

    @property
    def limit(self) -> Limit | None:
        """What takes most of a step, and why; None where that was not measured."""
        if any(one.cause == "memory" for one in self.left_out):
            return "memory"
        if self.step is None or self.token_ms is None or self.token_floor_ms is None:
            return None
        shares = {
            "encoder": self.step.encode_ms,
            "prompt": self.step.prompt_ms,
            "reply": self.step.reply_ms,
        }
        match max(shares, key=lambda name: shares[name]):
            case "encoder":
                return "encoder"
            case "prompt":
                return "memory" if self.is_in_passes else "prompt"
            case _:
                is_read = self.token_floor_ms >= HALF * self.token_ms
                return "bandwidth" if is_read else "launches"

    @property
    def tries(self) -> tuple[Try, ...]:
        """What was measured to be faster than what is used."""
        found: list[Try] = []
        if self.launched_ms and self.token_ms and self.launched_ms < FASTER * self.token_ms:
            found.append("graphs_off")
        if self.products and self.products.four_bit_ms < FASTER * self.products.ms:
            found.append("4bit")
        return tuple(found)


class TimeLimit(JobStop):
    """Set when its caller's token is, and taken back when the time is over."""

    def __init__(self, outer: StopToken, seconds: float) -> None:
        super().__init__(outer)
        self._end_s = time.perf_counter() + seconds

    @property
    def is_set(self) -> bool:
        """Tell whether a stop was asked for, or the time is over."""
        if time.perf_counter() >= self._end_s:
            self.stop("time")
        return super().is_set


class Bench:
    """Measures one loaded model, in the thread that owns it."""

    def __init__(
        self,
        resident: Resident,
        contract: Profile,
        *,
        progress: LoadListener,
        stop: StopToken,
        most_s: float = MOST_S,
    ) -> None:
        self._resident = resident
        self._network = resident.model.network
        self._contract = contract
        self._progress = progress
        self._limit = TimeLimit(stop, most_s)
        self._watch = Stopwatch(self._network.device, ROUNDS, self._limit)
        self._left_out: list[LeftOut] = []
        self._begun = 0
        self._prompts = 0
        text = resident.model.tokenizer.encode(contract.system_prompt(_FACTS), trusted=False)
        self._ids: Ids = np.resize(np.array(text, dtype=np.int64), 2 * max(PROMPTS))

    def run(self) -> Measured:
        """Measure every part.

        Raises:
            Stopped: the caller asked for it.
        """
        prompts: dict[int, float] = {}
        short, long = PROMPTS
        self._prompt(short, prompts)
        token_ms = self._part("Reading single tokens", self._token)
        # Not first: a card that has rested is slow for a moment, and a floor would lie too high.
        found = self._trial("Copying and multiplying", self._ceilings)
        encoder_ms = self._part("Looking at a screen", self._encoder)
        self._prompt(long, prompts)
        step = self._part("Taking a whole step", self._step)
        session, plan = self._resident.session, self._resident.model.plan
        launched_ms = products = None
        if session.is_graphed:
            launched_ms = self._trial("Reading tokens without CUDA graphs", self._launched)
        language = self._network.spec.language
        if plan.quantization == "none" and has_whole_blocks(language):
            products = self._trial("Multiplying in 4 bit", self._products)
        self._progress(LoadProgress(1, 1, "Measured"))
        is_in_passes = plan.device != "cpu" and self._resident.model.pass_tokens < long
        return Measured(
            status=self._resident.facts,
            family=self._network.spec.family,
            room=room_of(self._resident),
            work=least_work(self._network),
            is_in_passes=is_in_passes,
            ceilings=found,
            token_ms=token_ms,
            launched_ms=launched_ms,
            prompts_ms=prompts,
            encoder_ms=encoder_ms,
            step=step,
            products=products,
            left_out=tuple(self._left_out),
        )

    def _part(self, name: str, work: Callable[[], Result]) -> Result | None:
        """Return what a part of a run takes; None where it cannot be measured, and the reason is kept."""
        try:
            return self._tried(name, work)
        except OutOfMemory as error:
            self._left_out.append(LeftOut(name, "memory", str(error)))
        except (AssistantError, RuntimeError) as error:  # of the driver, mostly
            self._left_out.append(LeftOut(name, "failed", words(error)))
        return None

    def _trial(self, name: str, work: Callable[[], Result]) -> Result | None:
        """Return what is tried beside the model, with memory and kernels that a run does without."""
        try:
            return self._tried(name, work)
        except (AssistantError, RuntimeError) as error:
            self._left_out.append(LeftOut(name, "not_here", words(error)))
        return None

    def _tried(self, name: str, work: Callable[[], Result]) -> Result | None:
        self._progress(LoadProgress(self._begun, PARTS, name))
        self._begun += 1
        try:
            self._limit.check()
            with self._resident.explained(), torch.inference_mode():
                return work()
        except Stopped:
            if not self._limit.is_taken_back:
                raise
            self._left_out.append(LeftOut(name, "time", "no time was left for it"))
        return None

    def _ceilings(self) -> Ceilings:
        network = self._network
        values, side = (1 << 26, 8192) if network.device.type == "cuda" else (1 << 22, 512)
        return ceilings(network.device, network.dtype, self._watch, values=values, side=side)

    def _prompt(self, tokens: int, found: dict[int, float]) -> None:
        """Measure a prompt of words, of which nothing was read before."""
        name = f"Reading a prompt of {tokens:,} tokens"
        read = partial(self._read, tokens)
        taken = self._part(name, lambda: self._watch.ms(read, rounds=FEW_ROUNDS))
        if taken is not None:
            found[tokens] = taken

    def _read(self, tokens: int) -> None:
        """Read a prompt that begins unlike the last one, so that the session goes back to the start."""
        ids, last = self._ids, self._ids[self._prompts]
        while ids[self._prompts] == last:
            self._prompts = (self._prompts + 1) % max(PROMPTS)
        start = self._prompts
        prompt = RenderedPrompt("", ids[start : start + tokens], ())
        self._resident.session.sync(prompt, (), no_picture, stop=self._limit)

    def _token(self) -> float:
        """Measure tokens of a reply, each of which the next waits for."""
        session, token = self._resident.session, int(self._ids[0])
        self._read(min(PROMPTS))
        return self._watch.ms(lambda: session.feed([token]), rounds=TOKENS)

    def _launched(self) -> float:
        """Measure the same tokens without graphs, behind a prompt of the same length."""
        network, cache = self._network, self._network.new_cache()
        network.advance(network.embed(torch.from_numpy(self._ids[: min(PROMPTS)])), cache)
        row = network.embed(torch.from_numpy(self._ids[:1]))
        return self._watch.ms(lambda: network.forward_tokens(row, cache, self._limit))

    def _encoder(self) -> float:
        """Measure the pictures of a screen of which nothing was seen before, cut already."""
        pictures, draw = self._resident.pictures, np.random.default_rng(0)
        width, height = SCREEN
        shown: list[Cut] = []

        def show() -> None:
            noise = draw.integers(0, 256, (height, width, 4), dtype=np.uint8)
            shown[:] = pictures.cut([self._picture(noise)])

        try:
            return self._watch.ms(
                lambda: pictures.features(shown[0], self._limit), before=show, rounds=FEW_ROUNDS
            )
        finally:
            pictures.forget()

    def _picture(self, pixels: Pixels) -> SourceImage:
        return SourceImage(pixels, plan_for(Rect(0, 0, *SCREEN), self._network.spec.image))

    def _step(self) -> Step:
        """Take two steps: the first one of a run reads the system prompt too, all others do not."""
        (first, _), (second, targets) = (drawn_pixels(SCREEN, place) for place in range(2))
        task = f"click {targets[0].word}"
        self._click(task, first)
        return self._click(task, second)

    def _click(self, task: str, pixels: Pixels) -> Step:
        contract = self._contract
        clicks = tuple(tool for tool in contract.tools if name_of(tool).startswith("click"))
        dialogue = Dialogue(contract, contract.system_prompt(_FACTS), task)
        request = Request(
            dialogue.conversation((), self._picture(pixels)),
            shape=shape_of(replace(contract, tools=clicks)),
            settings=DecodeSettings(max_new_tokens=REPLY_TOKENS),
        )
        began = time.perf_counter()
        reply = self._resident.reply(request, stop=self._limit)
        ms = (time.perf_counter() - began) * MS
        self._limit.check()
        stats = reply.stats
        return Step(
            ms=round(ms, 4),
            encode_ms=round(stats.encode_s * MS, 4),
            prompt_ms=round(stats.prefill_s * MS, 4),
            reply_ms=round(stats.decode_s * MS, 4),
            prompt_tokens=stats.tokens_prefilled,
            reply_tokens=stats.tokens_sampled + stats.tokens_forced,
            is_cut=reply.finish == "length",
        )

    def _products(self) -> Products:
        """Measure the products of a token, one shape after the other; as graphs where a token is read so."""
        device, dtype = self._network.device, self._network.dtype
        kernels = four_bit_kernels(device)
        plain = small = 0.0
        for (rows, columns), count in Counter(self._network.spec.language.linears).items():
            weight = torch.randn(rows, columns, dtype=dtype, device=device) * columns**-0.5
            x = torch.randn(1, columns, dtype=dtype, device=device)
            layer = nf4_linear(kernels, weight.clone())
            plain += count * self._product_ms(partial(torch.nn.functional.linear, x, weight))
            small += count * self._product_ms(partial(layer, x))
        return Products(round(plain, 4), round(small, 4))

    def _product_ms(self, work: Callable[[], torch.Tensor]) -> float:
        if self._resident.session.is_graphed:
            work = CudaGraphs(self._network.device)(work)
        return self._watch.ms(work)


PARTS: Final = 8
_FACTS: Final = RunFacts(date=datetime.date(2026, 1, 1).isoformat())


def no_picture(_image: int) -> torch.Tensor:
    """Return the features of a picture in a prompt that has none."""
    raise AssertionError("a prompt of words was asked for a picture")


def has_whole_blocks(language: Language) -> bool:
    """Tell whether 4 bit would take every weight of the layers."""
    return all(columns % NF4_BLOCK == 0 for _, columns in language.linears)


def room_of(resident: Resident) -> Room:
    """Return what of the device's memory is used, and for what; passes take their work space of what is left."""
    resident.empty_device_cache()  # it holds what only the measuring took
    held = resident.memory()
    return Room(
        free=resident.model.plan.free_bytes,
        weights=held.weights,
        encoder=held.encoder,
        cache=held.cache,
        graphs=graph_pool_bytes(resident.model.network.device),
        left=max(0, held.total - held.used),
        total=held.total,
    )


def graph_pool_bytes(device: torch.device) -> int:
    """Return the bytes that lie in pools of CUDA graphs; what is not recorded lies in the pool (0, 0)."""
    if device.type != "cuda":
        return 0
    segments = torch.cuda.memory_snapshot()  # type: ignore[no-untyped-call]  # torch has no types here
    own = [one for one in segments if tuple(one["segment_pool_id"]) != (0, 0)]
    return sum(int(one["total_size"]) for one in own)


def bench(
    options: LoadOptions, contract: Profile, *, progress: LoadListener, stop: StopToken
) -> Measured:
    """Load a checkpoint as a run does, measure it, and let go of it.

    Raises:
        LoadError: the folder is broken, or the device that is wished for is not there.
        OutOfMemory: it does not fit; says what would.
        ModelError: it cannot be run here.
        Stopped: a stop was asked for.
    """
    machine = read_machine()
    try:
        choose(read_spec(options.folder), machine, options.where)  # before all files are hashed
        resident = open_resident(options, progress=progress, stop=stop)
    except OutOfMemory as error:
        raise OutOfMemory(f"{error}{_what_fits(machine)}") from error
    except RuntimeError as error:  # of the driver
        raise ModelError(
            f"the model could not be loaded: {words(error)}; see deskhand doctor"
        ) from error
    try:
        return Bench(resident, contract, progress=progress, stop=stop).run()
    finally:
        resident.release()


def _what_fits(machine: Machine) -> str:
    """Return a sentence about the model that fits the card's free memory, where one does."""
    found = best_offer(machine)
    if found is None:
        return ""
    offer, plan = found
    bits = "16 bit" if plan.quantization == "none" else "4 bit"
    return f" {offer.name} fits in {bits}: deskhand model download {offer.repo}"
