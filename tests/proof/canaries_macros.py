"""What becomes of a recorded macro on paper: it is edited, played with a secret, compiled and given away."""

import contextlib
import io
import zipfile
from collections import Counter
from pathlib import Path
from unittest import mock

import numpy as np
from PIL import Image

from app.macros.compile import compiled_run, keep
from app.macros.export import export_script
from app.macros.library import library_of, trust_of
from app.macros.play import MacroRun
from app.macros.play_request import PlayRequest
from app.macros.request import FILE, LastValues
from app.run_lines import LineWriter
from automation.agent.loop import Loop
from automation.agent.parts import Parts
from automation.core.errors import AssistantError, MacroError
from automation.core.timing import StopToken
from automation.macros.edit.session import EditSession
from automation.macros.macro import Macro
from automation.macros.package import pack
from automation.macros.trust import digest
from automation.records.store import Store
from automation.safety.receipts import EffectVerifier
from automation.safety.rules import Permission, RuledConfirmer, Rules
from tests.fakes.fake_confirmer import Accepting
from tests.proof.canaries_desk import LOGIN, VAULT, PaperHands, PaperVault
from tests.proof.canaries_search import Canary, Search, bytes_of

NAME = "mail"


def use_macro(seed: int, made, folder: Path, search: Search, counts: Counter) -> None:
    """Edit the macro of a folder, play it, compile that run and give it away; search what is left."""
    every = (*made.hidden(), made.canaries["keyring"])
    data = made.folder / "data"
    with contextlib.suppress(MacroError):
        _edit(made, folder)
    search.folder(seed, folder, every)
    _play(seed, made, folder, search, counts, every)
    _give_away(seed, data, search, every)
    counts["macros"] += 1


def _edit(made, folder: Path) -> None:
    """Edit it and leave the edits in the draft, as a kill does; then save them or not."""
    session = EditSession(library_of(made.folder / "data"), folder)
    steps = session.document.macro.steps
    if steps:
        session.document.set_breakpoint([made.dice.choice(steps).id], True)
        session.document.duplicate([made.dice.choice(steps).id])
        session.document.undo()
    if made.dice.random() < 0.5:
        session.save()
        kept = library_of(made.folder / "data").open_at(folder)
        book = trust_of(made.folder / "data")
        book.trust(digest(kept.macro, kept.image), kept.macro.name, "made")
    session.close()


def _play(seed, made, folder: Path, search: Search, counts: Counter, every) -> None:
    """Play it with the secret from the keyring; one typed into the form in its place is refused."""
    data, out = made.folder / "data", io.StringIO()
    macro = library_of(data).open_at(folder).macro
    values = {name: _value(made, param) for name, param in macro.params.items()}
    _check_refused(seed, made, folder, macro, search)
    LastValues(data / FILE).keep(folder.name, macro, values, None)
    secrets = [name for name, param in macro.params.items() if param.type == "secret"]
    search.hits += [
        f"{seed}: the name of a secret in {FILE}"
        for name in LastValues(data / FILE).of(folder.name).values
        if name in secrets
    ]
    made.desk.start_anew()
    vault = PaperVault({NAME: made.canaries["keyring"].text}, made.dice.choice(((), (LOGIN,))))
    hands = PaperHands(made.desk, vault, made.dice)
    with (
        mock.patch("app.macros.play.SystemClock", return_value=hands.parts.clock),
        contextlib.closing(Store(data)) as store,
    ):
        play = MacroRun(
            PlayRequest(folder.name, values=values, approve=made.dice.choice(("ask", "auto"))),
            library_of(data), trust_of(data),
            settings=made.settings, data=data, secrets=lambda: (NAME,),
        )  # fmt: skip
        ended = Loop(
            _parts(made, play, hands, vault, store), listener=_listener(play, LineWriter(out))
        ).run(play.task, StopToken())
        counts[f"played_{ended.outcome}"] += 1
        compile_last(store, ended.run, data, counts)
        while_open = bytes_of(data)
    secret = made.canaries["keyring"].text
    counts["secrets_typed"] += sum(typed == secret for _, typed in hands.typed)
    counts["wrongly_typed"] += _went_wrong(made, hands, secret)
    for where, said in [
        ("the lines of a play", out.getvalue().encode()),
        ("the open history of a play", while_open),
        ("the end of a play", repr(ended).encode()),
        ("the wire to the executor", bytes(hands.wire)),
    ]:
        search.text(seed, where, said, every)


def _went_wrong(made, hands: PaperHands, secret: str) -> int:
    """Count secrets in the open field; where that is covered the card said that nobody knows the field."""
    top = made.desk.windows.top_at(made.desk.user.box.center)
    if top is None or top.window_id != made.desk.login.window_id:
        hands.typed = [(a, typed) for a, typed in hands.typed if getattr(a, "at", None) is not None]
    return hands.went_wrong(made.canaries["spoken"].core, secret)


def _value(made, param) -> str:
    if param.type == "secret":
        return NAME
    return made.dice.choice(("Ada", "12"))


def _check_refused(seed, made, folder: Path, macro: Macro, search: Search) -> None:
    """Give the secret itself where its name is asked for: it is refused, and nobody repeats it."""
    secret = made.canaries["spoken"].text
    wrong = {n: secret for n, p in macro.params.items() if p.type == "secret"}
    if not wrong:
        return
    data = made.folder / "data"
    try:
        MacroRun(
            PlayRequest(folder.name, values=wrong), library_of(data), trust_of(data),
            settings=made.settings, data=data, secrets=lambda: (NAME,),
        )  # fmt: skip
    except AssistantError as error:
        search.text(seed, "a refusal", str(error).encode(), [made.canaries["spoken"]])
    else:
        search.hits.append(f"{seed}: a secret was taken for the name of one")
    LastValues(data / FILE).keep(folder.name, macro, wrong, None)


def _parts(made, play: MacroRun, hands, vault, store) -> Parts:
    rules = Rules({VAULT: Permission.NEVER_LOOK, LOGIN: Permission.ALLOW_R2})
    mode, desk = play.request.approve, made.desk
    human = Accepting() if mode == "ask" else None
    return Parts(
        screen=desk.screen,
        policy=play.brought.policy(desk.reader),
        confirmer=RuledConfirmer(mode, rules, human, is_explicit=lambda: True),
        executor=hands,
        verifier=EffectVerifier(desk.reader, desk.screen, hands.parts.clock),
        reader=desk.reader,
        open_log=store.new_run,
        clock=hands.parts.clock,
        find_secret=vault.find,
    )


def _listener(play: MacroRun, write: LineWriter):
    def listen(event) -> None:
        play.listen(event)
        write(event)

    return listen


def compile_last(store: Store, run: str, data: Path, counts: Counter) -> None:
    """Make a macro of a run, as the history offers it, into a library that is searched later."""
    if not run:
        return
    try:
        compiled = compiled_run(store, run, "compiled", None)
        keep(compiled, compiled.proposals, library_of(data), trust_of(data))
    except AssistantError:
        counts["not_compiled"] += 1
    else:
        counts["compiled"] += 1


def _give_away(seed, data: Path, search: Search, every: tuple[Canary, ...]) -> None:
    """Export every macro as a zip and as a script."""
    library, book = library_of(data), trust_of(data)
    for one in library.entries():
        there = library.folder(one.name)
        _search_zip(seed, pack(library.package(there)), search, every)
        out = data / "scripts" / f"{there.name}.py"
        out.parent.mkdir(exist_ok=True)
        with contextlib.suppress(MacroError):  # it cannot be replayed, so there is no script of it
            export_script(library.open_at(there), out, library, book, may_replace=True)


def _search_zip(seed, data: bytes, search: Search, every: tuple[Canary, ...]) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            member = archive.read(name)
            search.text(seed, f"{name} of a package", member + name.encode(), every)
            if name.endswith(".png"):
                with Image.open(io.BytesIO(member)) as picture:
                    pixels = np.asarray(picture.convert("RGBA"))
                search.picture(seed, f"{name} of a package", pixels)
