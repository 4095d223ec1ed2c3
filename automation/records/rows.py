"""A picture and a step as rows."""

import sqlite3
import time

from automation.core.actions import kind_of
from automation.core.proposal import StepRecord
from automation.records.blobs import MIME, Blob
from automation.records.codec import text_of
from automation.records.ledger import utc_now


def insert_blob(database: sqlite3.Connection, blob: Blob) -> None:
    """Write a picture that is safe on disk; one that was deleted is there again."""
    database.execute(
        "INSERT INTO blob (sha256, file_sha256, bytes, mime, w, h, origin_x, origin_y, created_utc)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (sha256) DO UPDATE SET"
        " file_sha256 = excluded.file_sha256, bytes = excluded.bytes,"
        " created_utc = excluded.created_utc, deleted_utc = NULL, deleted_why = ''",
        (blob.sha256, blob.file_sha256, blob.bytes, MIME, blob.w, blob.h, blob.origin_x,
         blob.origin_y, utc_now()),
    )  # fmt: skip


def insert_step(database: sqlite3.Connection, run_row: int, record: StepRecord) -> None:
    """Write a step; its pictures have rows already."""
    times, pictures = record.timings, record.pictures
    total_ms = times.observe + times.propose + times.confirm + times.execute + times.verify
    element = record.proposal.element
    values: dict[str, str | int | float | None] = {
        "run_id": run_row,
        "n": record.n,
        "t_mono_ns": time.monotonic_ns(),
        "t_utc": utc_now(),
        "kind": kind_of(record.action),
        "sentence": _storable(record.proposal.sentence),
        "window_app": _storable(element.window_title) if element else "",
        "risk": int(record.risk.level),
        "verdict": record.confirmation.verdict,
        "approved_by": record.confirmation.by,
        "receipt": record.receipt.kind,
        "events_sent": record.execution.events_sent if record.execution else 0,
        "ms_total": total_ms,
        "before_sha": pictures.before or None,
        "overlay_sha": pictures.overlay or None,
        "after_sha": pictures.after or None,
        "record": text_of(record),
    }
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    database.execute(f"INSERT INTO step ({names}) VALUES ({marks})", values)


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
