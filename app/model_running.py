"""The `deskhand model` commands that run a network or fetch one."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.command_speaker import Ending, Speaker
from app.folders import user_folders
from app.meter import Meter
from app.terminal import LineSource
from automation.core.proposal import Outcome
from automation.core.stopping import StopToken

if TYPE_CHECKING:
    from model.download.values import DownloadPlan

GB: Final = 1e9
MODELS: Final = "models"
"""Folder inside our data folder that fetched models go to."""


def data_folder() -> Path:
    """Return our data folder, made if it is missing.

    Raises:
        SettingsError: it cannot be made, or is somebody else's.
    """
    folders = user_folders()
    folders.create()
    return folders.data


def probe(arguments: argparse.Namespace, _speaker: Speaker, stop: StopToken) -> Ending:
    """Run one request and keep every number of it."""
    from model.probe import probe as run_probe

    out = Path(arguments.out)
    run_probe(
        Path(arguments.folder),
        Path(arguments.request),
        out,
        device=arguments.device,
        dtype=arguments.dtype,
        stop=stop,
    )
    return Ending(f"The numbers are in {out}.")


def calibrate(arguments: argparse.Namespace, speaker: Speaker, stop: StopToken) -> Ending:
    """Find out which coordinates a model speaks; that none fits is an answer too."""
    from model.calibrate.running import run_calibration

    folder = Path(arguments.folder)
    sys.stderr.write(
        f"Up to {_most_questions(folder)} questions about drawn screens follow. "
        "Ctrl+C or deskhand stop ends it; run it again to go on from there.\n"
    )
    with Meter(sys.stderr, left="{} at most") as meter:
        found = run_calibration(
            folder,
            data_folder(),
            progress=meter,
            stop=stop,
            device=arguments.device,
        )
    if speaker.is_json:
        fields = {
            "space": found.space,
            "thinking": found.thinking,
            "profile": found.profile,
            "hits": found.hits,
            "points": len(found.points),
            "median_error_px": found.median_error_px,
        }
        speaker.tell("calibration", fields, "")
    return Ending(found.sentence, Outcome.DONE if found.is_usable else Outcome.UNVERIFIED)


def _most_questions(folder: Path) -> int:
    """Return how often a model is asked when nothing fits: each space, thinking and not."""
    from model.calibrate.scoring import SPACES
    from model.calibrate.screens import screens_for
    from model.checkpoint.reading import read_spec

    targets = sum(len(screen.targets) for screen in screens_for(read_spec(folder).image))
    return targets * len(SPACES) * 2


def download(arguments: argparse.Namespace, speaker: Speaker, stop: StopToken) -> Ending:
    """Say size and licence, ask, then fetch, verify and read a model."""
    from model.download.download import download as fetch
    from model.download.download import plan_download
    from model.download.places import Places, present

    folder = Path(arguments.to) if arguments.to else _folder_for(arguments.repo)
    there = present(folder)
    if there is not None:
        record = Places(folder).read_record()
        if record is not None and record.repo == arguments.repo:
            return Ending(
                f"{folder} already holds the whole checkpoint of {arguments.repo}; "
                "nothing was fetched."
            )
        return Ending(
            f"{folder} already holds a whole checkpoint called {there.name}; nothing was fetched. "
            f"Name another folder to fetch {arguments.repo}."
        )
    plan = plan_download(arguments.repo, folder, revision=arguments.revision)
    speaker.tell("download", _fields(plan), _words(plan))
    if not (arguments.accept_license or _agrees(speaker, stop)):
        message = "size and licence were not accepted; run it again with --accept-license"
        return Ending(message, Outcome.REJECTED)
    with Meter(sys.stderr) as meter:
        spec = fetch(plan, accepted_licence=True, progress=meter, stop=stop)
    return Ending(f"{spec.name} is in {folder}; deskhand model check {folder} reads it again.")


def _folder_for(repo: str) -> Path:
    return data_folder() / MODELS / repo.rpartition("/")[2]


def _agrees(speaker: Speaker, stop: StopToken) -> bool:
    """Ask on the terminal; where nobody can answer, nobody agreed.

    Raises:
        Stopped: a stop was asked for while waiting.
    """
    if speaker.is_json or not sys.stdin.isatty():
        return False
    sys.stdout.write("Accept size and licence, and download? [y/N] ")
    sys.stdout.flush()
    answer = LineSource(sys.stdin).next(stop) or ""
    return answer.strip().lower() in {"y", "yes"}


def _fields(plan: "DownloadPlan") -> dict[str, object]:
    return {
        "repo": plan.listing.repo,
        "commit": plan.listing.commit,
        "folder": str(plan.folder),
        "licence": plan.licence,
        "files": len(plan.files),
        "bytes": plan.bytes,
        "missing_bytes": plan.missing_bytes,
        "free_bytes": plan.free_bytes,
    }


def _words(plan: "DownloadPlan") -> str:
    rows = (
        ("model", f"{plan.listing.repo} at {plan.listing.commit[:12]}"),
        ("licence", plan.licence),
        ("size", f"{plan.bytes / GB:.1f} GB in {len(plan.files)} files"),
        ("to fetch", f"{plan.missing_bytes / GB:.1f} GB"),
        ("folder", f"{plan.folder}, {plan.free_bytes / GB:.1f} GB free"),
    )
    return "\n".join(f"{name:<12} {text}" for name, text in rows)
