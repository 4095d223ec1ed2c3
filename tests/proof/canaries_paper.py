"""Fuzzed runs on paper, and the search through everything that they left."""

import contextlib
import io
import json
import random
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from app.run_lines import LineWriter, PlainWriter
from app.run_start import picture_source
from app.settings import key_chord
from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.commands.policy import CommandsPolicy
from automation.commands.read.by_values import meant_for_passwords
from automation.core.actions import Aim, Write
from automation.core.errors import GenerationError
from automation.core.events import Retold, Task
from automation.core.proposal import Confirmation
from automation.core.timing import StopToken
from automation.records.report import html_report, jsonl
from automation.records.store import Store
from automation.safety.receipts import EffectVerifier
from automation.safety.rules import Permission, RuledConfirmer, Rules
from model.policy import HolotronPolicy, Manner
from model.prompt.profile import profile
from tests.fakes.fake_engine import FakeEngine, FakeVoice
from tests.fakes.model_specs import small_spec
from tests.proof.canaries_desk import LOGIN, SIZE, VAULT, PaperDesk, PaperHands, PaperVault
from tests.proof.canaries_macros import compile_last
from tests.proof.canaries_recordings import find_what_is_there, one_recording
from tests.proof.canaries_search import Search, bytes_of, canary, logged

NAME = "mail"
KINDS = ("keyring", "field", "title", "tree", "ocr", "spoken")


def paper_runs(seeds: Iterable[int], recordings: Iterable[int], scratch: Path) -> dict:
    """Run and record once for each seed, and search; count what happened: silence must mean something."""
    search, counts = Search(), Counter()
    for seed in seeds:
        one_run(seed, scratch / str(seed), search, counts)
        counts["paper_runs"] += 1
    for seed in recordings:
        one_recording(seed, scratch / f"recorded-{seed}", search, counts)
    counts += find_what_is_there(scratch / "unguarded-recordings")
    counts["reruns_without_guards_hit"] += _finds_what_is_there(scratch / "unguarded")
    return {
        **{key: int(counts[key]) for key in ("real_runs", "wrongly_typed", "secrets_typed")},
        **{key: int(value) for key, value in counts.items()},
        "bytes_searched": search.bytes,
        "pictures_searched": search.pictures,
        "hits": search.hits,
    }


def one_run(seed: int, folder: Path, search: Search, counts: Counter, *, is_guarded=True) -> None:
    """Run one task on a desktop of this seed and search everything that it left."""
    dice = random.Random(seed)
    canaries = {kind: canary(kind, dice, typable=kind in ("keyring", "spoken")) for kind in KINDS}
    desk = PaperDesk(dice, canaries)
    programs = dice.choice(((), (LOGIN,), ("/usr/bin/other",)))
    vault = PaperVault({NAME: canaries["keyring"].text}, programs)
    if not is_guarded:
        desk.screen._is_private = desk.reader._is_private = lambda window: False
        desk.screen._find_secrets = lambda observation: ()
    hands = PaperHands(desk, vault, dice)
    engine = FakeEngine(*_replies(dice, desk, canaries))
    out, plain, events = io.StringIO(), io.StringIO(), []
    writers = (LineWriter(out), PlainWriter(plain), events.append)
    with logged() as log, contextlib.closing(Store(folder)) as store:
        policy, text = _policy_and_task(dice, desk, engine, canaries)
        confirmer = _confirmer(dice, desk, canaries, policy)
        parts = Parts(
            screen=desk.screen,
            policy=policy,
            confirmer=confirmer,
            executor=hands,
            verifier=EffectVerifier(desk.reader, desk.screen, hands.parts.clock),
            reader=desk.reader,
            open_log=store.new_run,
            clock=hands.parts.clock,
            find_secret=vault.find,
            spoken_secrets=meant_for_passwords,
        )
        _break_reader(dice, desk, canaries)
        listener = lambda event: [write(event) for write in writers]  # noqa: E731
        ended = Loop(parts, listener=listener).run(
            Task(text, policy=policy.name, approve=confirmer.mode, max_steps=6), StopToken()
        )
        counts[f"ended_{ended.outcome}"] += 1
        compile_last(store, ended.run, folder, counts)
        while_open = bytes_of(folder)
        exported = _exported(store)
    _count(counts, desk, hands, engine, events, canaries)
    is_known = _was_late(events) or bool(meant_for_passwords(text))
    everything = tuple(c for c in canaries.values() if is_known or c.kind != "spoken")
    found = (
        ("the open history", while_open),
        ("an export", exported),
        ("the log", log.getvalue().encode()),
        ("standard output", plain.getvalue().encode() if not _was_late(events) else b""),
        ("JSON lines", _lines_since_known(out.getvalue(), events).encode()),
        ("the wire to the executor", bytes(hands.wire)),
        ("the end", repr(ended).encode()),
    )
    for where, data in found:
        known = everything if where != "the wire to the executor" else _not_spoken(everything)
        search.text(seed, where, data, known)
    search.folder(seed, folder, everything)
    for request in engine.requests:
        told = "\n".join(message.text for message in request.conversation.messages)
        search.text(seed, "a prompt", told.encode(), _not_spoken(everything))
        for image in request.conversation.images:
            search.picture(seed, "a prompt's picture", image.pixels)


def _policy_and_task(dice, desk, engine, canaries):
    """Return who decides and the task; what is spoken of a secret stands in both kinds of task."""
    spoken = canaries["spoken"].text
    reference = f"${{secret:{NAME}}}"
    if dice.random() < 0.6:
        task = dice.choice(
            (
                f"type {reference} into Password",
                f"type {reference} into Password and click Go",
                f"click Save then type {reference} into Password",
                f"set Password to {reference}",
                f"type {reference} into Token",
                f"type {reference} into User",
                f"type {reference}",
                "type ${secret:nobody} into Password",
                f'type "{spoken}" into Password',
                f"type {spoken} into Password",
                f'type "bob" into User, then type "{spoken}" into Password and click Go',
                f'type "{spoken}" into Token',
                f"set Token to {spoken}",
                f'type "{spoken}"',
                f"sign in as bob, password {spoken}",
                f"press Ctrl+S, my password is {spoken}",
                f"switch to {canaries['title'].text[:3]}",
                "click vault",
                "switch to vault",
                "close vault",
                "click Go",
                "copy, then paste into User",
                "press Ctrl+C",
            )
        )
        return CommandsPolicy(desk.reader, _NoApps(), key_chord), task
    manner = Manner(profile(), small_spec().image, is_calibrated=True)
    policy = HolotronPolicy(engine, manner, desk.reader, read_key=key_chord, voice=FakeVoice())
    task = dice.choice(
        (
            f"sign in with {reference}",
            f"sign in as bob, password {spoken}",
            f"sign in, the code is {spoken}",
            "look what is in the vault and tell me",
        )
    )
    return policy, task


def _replies(dice, desk, canaries):
    """Return what the model says: good steps, wrong ones, and none at all."""
    spoken = canaries["spoken"].text
    places = [desk.password.box, desk.token.box, desk.user.box, desk.vault.rect]
    replies = []
    for _ in range(dice.randrange(1, 5)):
        box = dice.choice(places).center
        x, y = round(box.x / SIZE[0] * 1000), round(box.y / SIZE[1] * 1000)
        at = {"element": dice.choice(("the field", spoken)), "x": min(x, 999), "y": min(y, 999)}
        replies.append(
            dice.choice(
                (
                    lambda: _reply("write_desktop", content=f"${{secret:{NAME}}}", overwrite=True),
                    lambda: _reply("write_desktop", content=spoken, overwrite=True),
                    lambda at=at: _reply("click_desktop", button="left", **at),
                    lambda: _reply("answer", content="done"),
                    lambda: f"not a step {spoken}",
                    lambda: GenerationError("endless", reason="endless", written=spoken),
                )
            )()
        )
    return [*replies, _reply("answer", content="done")]


def _reply(tool, **arguments):
    call = {"tool_name": tool, **arguments}
    return json.dumps({"note": None, "thought": "I see it", "tool_call": call})


def _confirmer(dice, desk, canaries, policy):
    def decide(proposal, risk, observation, stop):
        if isinstance(proposal.intent, Write) and dice.random() < 0.15:
            wrong = Write(canaries["spoken"].text, Aim(desk.password.box.center))
            return Confirmation("edited", "user", action=wrong, decided_s=time.monotonic())
        if dice.random() < 0.1:
            return Confirmation("rejected", "user", reason="not now")
        return Confirmation("accepted", "user", decided_s=time.monotonic())

    mode = dice.choice(("ask", "ask", "ask", "auto", "assist", "dry-run"))
    rules = Rules({VAULT: Permission.NEVER_LOOK, LOGIN: Permission.ALLOW_R2})
    human = _Human(decide) if mode in ("ask", "assist") else None
    return RuledConfirmer(mode, rules, human, is_explicit=lambda: policy.name == "commands")


class _Human:
    def __init__(self, decide):
        self.confirm = decide

    def choose(self, question, observation, stop):
        return 1


class _NoApps:
    def find(self, name):
        return ()

    def __getattr__(self, name):
        return lambda *arguments: ()


def _break_reader(dice, desk, canaries) -> None:
    """Let a part fail with secrets among its locals, as any bug would."""
    if dice.random() > 0.1:
        return
    calls = [dice.randrange(1, 4)]
    read = desk.reader.at

    def at(observation, point):
        secret = "".join(c.text for c in canaries.values())
        calls[0] -= 1
        if calls[0] == 0:
            return [secret][len(secret)]
        return read(observation, point)

    desk.reader.at = at


def _exported(store: Store) -> bytes:
    runs = [(run, store.steps(run.run)) for run in store.runs()]
    lines = b"".join(line for run, steps in runs for line in jsonl(run, steps))
    return lines + html_report(runs, picture_source(store)).encode() if runs else lines


def _was_late(events) -> bool:
    """Tell whether it was learnt in the middle that the task holds a secret."""
    return any(isinstance(event, Retold) for event in events)


def _lines_since_known(lines: str, events) -> str:
    """Return the lines from there on: what was on its way before nobody can take back."""
    if not _was_late(events):
        return lines
    told = lines.splitlines()
    later = [n for n, line in enumerate(told) if '"event": "end"' in line]
    return "\n".join(told[later[0] :] if later else [])


def _not_spoken(canaries):
    """Leave out what the user said: the model is told the task, and the executor what to type."""
    return tuple(c for c in canaries if c.kind != "spoken")


def _count(counts, desk, hands, engine, events, canaries) -> None:
    secret = canaries["keyring"].text
    counts["secrets_typed"] += sum(typed == secret for _, typed in hands.typed)
    counts["wrongly_typed"] += hands.went_wrong(canaries["spoken"].core, secret)
    counts["prompts"] += len(engine.requests)
    counts["retold"] += sum(isinstance(event, Retold) for event in events)


def _finds_what_is_there(folder: Path) -> int:
    """Run some of the same with the guards off: a search that finds nothing then is blind."""
    search, counts = Search(), Counter()
    for seed in range(3):
        one_run(seed, folder / str(seed), search, counts, is_guarded=False)
    return len(search.hits)
