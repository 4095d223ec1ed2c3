"""A loaded model with its session: replies to conversations, one at a time, in the calling thread.

Knows no threads and no window. What it returns and raises is what the engine passes on. Usage between
two replies is counted: what was read ahead belongs to the reply that follows.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import torch

from automation.core.errors import GenerationError, OutOfMemory, Stopped
from automation.core.generation import (
    Completion,
    EngineStatus,
    FinishReason,
    GenerationEvent,
    Memory,
    PrefillProgress,
    StepStats,
)
from automation.core.timing import StopToken
from model.images.patches import PictureResizer, ResizedPicture
from model.images.tiles import CutPicture, TileCutter
from model.inference.decode import OPENING, Decoder, Reply
from model.inference.jobs import JobStop, clear_frames
from model.inference.loading import LoadedModel, LoadListener, memory_of, open_model
from model.inference.options import LoadOptions, Request, SnapshotLimits
from model.inference.reply_grammar import (
    AfterThinking,
    ReplyGrammar,
    ReplyShape,
    ThinkingTokens,
    TokenConstraint,
)
from model.inference.session import Session, SyncReport
from model.network.features import PADDED_BATCHES, TileFeatureCache
from model.network.network import Network, heard_between
from model.network.quantize import is_out_of_memory
from model.prompt.conversation import Conversation, RenderedPrompt, SourceImage
from model.spec import PatchSpec, PictureSpec

CPU_GROUP_TILES: Final = 4
"""Tiles encoded between two looks at the stop token on a processor; a GPU takes a whole picture, in
0.05 to 0.3 s (computed for 55 TFLOP/s)."""


Cut: TypeAlias = CutPicture | ResizedPicture
"""One picture as tiles with names, or whole as one."""


def _cutter_for(image: PictureSpec, device: torch.device) -> TileCutter | PictureResizer:
    """Return what brings pictures into the shape that a family's encoder takes."""
    if isinstance(image, PatchSpec):
        return PictureResizer(image, device=device)
    return TileCutter(image, device=device)


class Pictures:
    """Encodes pictures tile by tile, each content once. Owned by the engine thread."""

    def __init__(self, network: Network, cache: TileFeatureCache) -> None:
        self._network = network
        self._cache = cache
        self._cutter = _cutter_for(network.spec.image, network.device)
        self.encode_s = 0.0
        """Seconds spent on features so far."""

    @property
    def encoded(self) -> int:
        """Tiles that went through the encoder so far."""
        return self._cache.misses

    @property
    def reused(self) -> int:
        """Tiles whose features were there already."""
        return self._cache.hits

    @property
    def bytes(self) -> int:
        """What the kept features occupy."""
        return self._cache.bytes

    def cut(self, images: Sequence[SourceImage]) -> tuple[Cut, ...]:
        """Return the pictures as named tiles; equal names have equal features."""
        cut: Callable[..., Cut] = self._cutter.cut  # with a plan of its own family
        return tuple(cut(image.pixels, image.plan) for image in images)

    def features(self, picture: Cut, stop: StopToken) -> torch.Tensor:
        """Return a picture's (tokens, hidden) features.

        Raises:
            Stopped: between two groups of tiles, and what was encoded is kept; or between two blocks of
                an encoder that takes a picture whole.
        """
        parts = []
        device = self._network.device
        group = PADDED_BATCHES[-1] if device.type == "cuda" else CPU_GROUP_TILES
        for start in range(0, len(picture.keys), group):
            stop.check()
            began, encoded = time.perf_counter(), self.encoded
            with heard_between(self._network.encoder_blocks, stop, device):
                found = self._group(picture, start, group)
            parts.append(found.flatten(0, 1))
            if self.encoded > encoded and device.type == "cuda":
                torch.cuda.synchronize(device)
            self.encode_s += time.perf_counter() - began
        return torch.cat(parts)

    def _group(self, picture: Cut, start: int, most: int) -> torch.Tensor:
        """Return the features of at most so many tiles from `start` on."""
        return self._cache.features(
            self._network,
            picture.keys[start : start + most],
            lambda places: picture.tiles([start + place for place in places]),
        )

    def forget(self) -> None:
        """Let go of all features, and of the pictures kept for comparison."""
        self._cache.clear()
        self._cutter.forget()


@dataclass(frozen=True, slots=True)
class Usage:
    """Counters of a session and its pictures at one moment."""

    prefilled: int
    new: int
    encoded: int
    reused: int
    encode_s: float


def usage_of(session: Session, pictures: Pictures) -> Usage:
    """Return what was done since both began."""
    return Usage(
        prefilled=session.prefilled_tokens,
        new=session.new_tokens,
        encoded=pictures.encoded,
        reused=pictures.reused,
        encode_s=pictures.encode_s,
    )


@dataclass(frozen=True, slots=True)
class Times:
    """`time.perf_counter()` at the turns of one reply; None for one that was not reached."""

    asked: float
    read_began: float
    read: float | None = None
    first_token: float | None = None
    ended: float = 0.0


def stats_of(
    reply: Reply, report: SyncReport, times: Times, *, before: Usage, at_read: Usage, after: Usage
) -> StepStats:
    """Return the counters of one reply.

    Args:
        report: Of bringing the session to its prompt; an interrupted one reports nothing.
        times: When what was reached.
        before: After the previous reply.
        at_read: When reading the prompt began; the difference to `before` was read ahead.
    """
    ahead = at_read.prefilled - before.prefilled
    read = times.ended if times.read is None else times.read
    read_s = read - times.read_began - (after.encode_s - at_read.encode_s)
    return StepStats(
        tokens_reused=max(0, report.reused - ahead),
        tokens_prefilled=after.prefilled - before.prefilled,
        tokens_new=after.new - before.new,
        tokens_sampled=reply.sampled,
        tokens_forced=reply.forced,
        tiles_encoded=after.encoded - before.encoded,
        tiles_reused=after.reused - before.reused,
        encode_s=after.encode_s - before.encode_s,
        prefill_s=max(0.0, read_s),
        first_token_s=0.0 if times.first_token is None else times.first_token - times.asked,
        decode_s=times.ended - read,
    )


EventListener = Callable[[GenerationEvent], None]

KEPT_GRAMMARS: Final = 4
"""Compiled grammars; a run uses one, calibration another."""


def _ignore(_event: GenerationEvent) -> None:
    """Listen to nothing."""


class Resident:
    """One checkpoint that is loaded. Owned by the engine thread."""

    def __init__(self, model: LoadedModel, options: LoadOptions) -> None:
        network = model.network
        self.model = model
        self._device = network.device
        limits = options.snapshots
        on_device = min(limits.on_device, model.plan.states - 1)
        self.session = Session(
            network,
            model.pass_tokens,
            SnapshotLimits(limits.count, on_device, limits.bytes),
            model.graphs,
        )
        self.pictures = Pictures(network, TileFeatureCache(budget_bytes=options.features_bytes))
        self._thinking: ThinkingTokens | None = None
        self._grammars: dict[ReplyShape, ReplyGrammar] = {}
        self._usage = usage_of(self.session, self.pictures)

    def reply(
        self,
        request: Request,
        *,
        stop: StopToken,
        on_event: EventListener = _ignore,
        asked_s: float | None = None,
    ) -> Completion:
        """Read what is new of a conversation and write the reply.

        Args:
            stop: Checked for every block of a pass over the prompt and every token. A `JobStop` that only the
                engine set ends the reply with finish `cancelled`.
            on_event: Told in this thread.
            asked_s: `time.perf_counter()` when it was asked for; None for now.

        Raises:
            Stopped: the session keeps what was read.
            GenerationError: the network's output is no reply.
            OutOfMemory: no room, on the device or in main memory; the session was emptied.
        """
        began = time.perf_counter()
        times = Times(asked=began if asked_s is None else asked_s, read_began=began)
        at_read = usage_of(self.session, self.pictures)
        with self.explained():
            prompt = self._render(request.conversation, request.settings.max_new_tokens)
            is_thinking = prompt.text.rstrip().endswith(OPENING)
            constraint = self._constraint(request, is_thinking=is_thinking)
        reply = Reply(self.model.tokenizer.stream(), is_thinking=is_thinking, on_text=on_event)
        decoder = Decoder(
            self.session, self.model.spec.tokens, request.settings, constraint=constraint
        )
        report = SyncReport(0, 0, 0)
        finish: FinishReason = "cancelled"
        try:
            with self.explained():
                report = self._sync(request.conversation, prompt, stop, on_event)
                times = replace(times, read=time.perf_counter())
                finish = decoder.run(reply, stop)
        except Stopped:
            if not (isinstance(stop, JobStop) and stop.is_taken_back):
                raise
            reply.finish()
        except GenerationError as error:
            if error.reason == "not_finite":
                self.forget()
            raise
        times = replace(times, first_token=decoder.first_token, ended=time.perf_counter())
        before, self._usage = self._usage, usage_of(self.session, self.pictures)
        stats = stats_of(reply, report, times, before=before, at_read=at_read, after=self._usage)
        return Completion(reply.text, reply.thinking, finish, tuple(reply.ids), stats)

    def prepare(self, conversation: Conversation, *, stop: StopToken) -> None:
        """Read a conversation up to where a reply would be asked for, so that it begins at once.

        Raises:
            Stopped: what was read is kept as far as `Session.sync` says.
        """
        with self.explained():
            prompt = self._render(conversation, 0)
            end = max(prompt.stable, default=len(prompt.ids))
            self._sync(conversation, replace(prompt, ids=prompt.ids[:end]), stop, _ignore)

    def tidy(self) -> None:
        """Move older snapshots to main memory; for when nobody waits.

        Raises:
            OutOfMemory: main memory has no room for older snapshots; the session was emptied.
        """
        with self.explained():
            self.session.tidy()

    @property
    def facts(self) -> EngineStatus:
        """What it is and how it runs, as a status in state `ready`."""
        model, is_card = self.model, self._device.type == "cuda"
        return EngineStatus(
            state="ready",
            name=model.spec.name,
            device=model.plan.label,
            dtype=model.plan.dtype,
            quantization=model.plan.quantization,
            kernels=model.kernels.path,
            kernels_why=model.kernels.why,
            norms=model.kernels.norms if is_card else "",
            norms_why=model.kernels.norms_why if is_card else "",
            is_graphed=self.session.is_graphed,
            graphs_why=self.session.graphs_why,
            template=model.template,
            memory=self.memory(),
        )

    def forget(self) -> None:
        """Let go of the session's memory and of all features."""
        self.session.reset()
        self.pictures.forget()
        self._usage = usage_of(self.session, self.pictures)

    def release(self) -> None:
        """Free the device's memory, whoever still holds parts of the model.

        Weights are taken out of their modules: waiting for the garbage collector, or calling it,
        would hold the window up.
        """
        self.model.network.release()
        self.session.release()
        self.pictures.forget()
        self.empty_device_cache()

    def empty_device_cache(self) -> None:
        """Give back to the device what no tensor takes."""
        with suppress(RuntimeError):  # a device that failed cannot give memory back
            if self._device.type == "cuda":
                torch.cuda.empty_cache()

    def memory(self) -> Memory:
        """Return what of the device is in use."""
        return memory_of(self.model.network, self.session.device_bytes)

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Empty a device that is full, so that it can go on, and say so."""
        try:
            yield
        except (RuntimeError, MemoryError) as error:
            if isinstance(error, RuntimeError) and not is_out_of_memory(error):
                raise
            clear_frames(error)
            self.forget()
            self.empty_device_cache()
            raise OutOfMemory(
                "The device is full: other programs took memory, or the conversation grew too "
                "long. Close a program, keep fewer pictures, or load the model with 4 bit."
            ) from error

    def _render(self, conversation: Conversation, more_tokens: int) -> RenderedPrompt:
        prompt = self.model.renderer.render(conversation)
        most, needed = self.model.spec.language.max_positions, len(prompt.ids) + more_tokens
        if needed > most:
            raise GenerationError(
                (
                    f"the conversation and its reply take {needed} tokens, the model reads {most}; "
                    "keep fewer pictures or begin a new task"
                ),
                reason="too_long",
            )
        return prompt

    def _sync(
        self,
        conversation: Conversation,
        prompt: RenderedPrompt,
        stop: StopToken,
        on_event: EventListener,
    ) -> SyncReport:
        pictures = self.pictures.cut(conversation.images)
        return self.session.sync(
            prompt,
            [picture.key for picture in pictures],
            lambda image: self.pictures.features(pictures[image], stop),
            stop=stop,
            on_progress=lambda done, total: on_event(PrefillProgress(done, total)),
        )

    def _constraint(self, request: Request, *, is_thinking: bool) -> TokenConstraint | None:
        if request.shape is None:
            return None
        answer = self._grammar(request.shape).start()
        if not is_thinking:
            return answer
        if self._thinking is None:
            self._thinking = ThinkingTokens(self.model.grammar_tokens)
        return AfterThinking(answer, self._thinking, most=request.max_thinking_tokens)

    def _grammar(self, shape: ReplyShape) -> ReplyGrammar:
        if shape not in self._grammars:
            if len(self._grammars) >= KEPT_GRAMMARS:
                del self._grammars[next(iter(self._grammars))]
            self._grammars[shape] = ReplyGrammar(shape, self.model.grammar_tokens)
        return self._grammars[shape]


def open_resident(options: LoadOptions, *, progress: LoadListener, stop: StopToken) -> Resident:
    """Load a checkpoint in the calling thread, which is the one that has to use it.

    Raises:
        LoadError: the folder is broken, changed, hostile or of another kind.
        OutOfMemory: it does not fit; says how much is missing and what to choose.
        KernelUnavailable: compiled kernels or a precision were insisted on and cannot be used.
        Stopped: a stop was asked for; nothing is left on the device.
    """
    leave_a_core()
    try:
        return Resident(open_model(options, progress=progress, stop=stop), options)
    except BaseException as error:
        clear_frames(error)
        with suppress(RuntimeError):  # a device that failed cannot give memory back
            torch.cuda.empty_cache()
        raise


def leave_a_core() -> None:
    """Use one core less than there are, so that the window's thread finds one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    torch.set_num_threads(max(1, (cores or 1) - 1))
