"""The database schema, and how it grows.

One file, `history.db`, beside a folder of pictures, `blobs/`. What a run is made of:

    run        one task: the user's words, who decided, how it ended. `ended_utc` is empty while it
               lives; a run that is found unended and whose owner is gone was cut off by a crash.
               Of one with `is_kept` 0 there is no word: no task, no intent, no step, no picture.
    intent     what was about to happen, durable before the first event of it. `open` until the
               outcome is there: `done` (a step row says what came of it), `withdrawn` (the executor
               declined, nothing was sent), `unknown` (a crash or a full disk came between).
    step       one finished, rejected or blocked step. `record` holds the whole StepRecord as JSON
               and is what is read back; the other columns repeat parts of it so that they can be
               searched and counted, and hold what the step value does not: the model's raw answer.
    blob       one picture: the address (SHA-256 of size and visible pixels, so that equal pictures
               are kept once and the address is known before the file is written), the SHA-256 of
               the file, and the desktop pixel at its corner. The row comes after the file is safe.
               With `deleted_utc` the picture is to go, or gone when `bytes` is 0; the row stays for
               as long as a step refers to it, so that `deleted_why` can be told.
    session, message    conversations with a model; a run may belong to one.
    macro      the macros that are known, with the hash that the user trusts.
    setting    small state of the window. What the user permits is never kept here.
    meta       when this database was made: pictures older than that belong to one that was put
               aside, and are left alone. And `wipe`, while a wipe is not finished, and what the
               computer's clock said when it was last believed.

A run with `deleted_utc` is on its way out: it is listed nowhere and its rows go next.

Times: `*_utc` is ISO 8601 in UTC and for people; order comes from ids and `t_mono_ns`, which is
monotonic and means nothing across restarts. Booleans are 0 or 1. Nothing is deleted by a trigger.
JSON is checked by the strict parser on the way out and not by the schema: with `trusted_schema` off,
SQLite (3.40 at least) refuses json_valid() in a CHECK as an unsafe function.

Growing: a migration is a tuple of statements. They are numbered from 1 by their place, go forward
only, and run in one transaction that also sets `user_version`, after a backup has been made beside
the file. A migration that was published is never edited. A database with a higher number than
`VERSION` was written by a later deskhand; it is opened read-only and said so.
"""

from typing import Final

APPLICATION_ID: Final = 0x6465736B
"""`desk`; tells our databases from others in the file's header."""

_FIRST: Final = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    """
    CREATE TABLE session (
        id INTEGER PRIMARY KEY,
        uuid TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL DEFAULT '',
        created_utc TEXT NOT NULL,
        mode TEXT NOT NULL DEFAULT '',
        model_sha TEXT,
        endpoint TEXT,
        app_version TEXT NOT NULL,
        pinned INTEGER NOT NULL DEFAULT 0,
        deleted_utc TEXT
    ) STRICT
    """,
    """
    CREATE TABLE message (
        id INTEGER PRIMARY KEY,
        session_id INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        role TEXT NOT NULL,
        body TEXT NOT NULL,
        t_utc TEXT NOT NULL,
        UNIQUE (session_id, seq)
    ) STRICT
    """,
    """
    CREATE TABLE macro (
        id INTEGER PRIMARY KEY,
        uuid TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        origin TEXT NOT NULL,
        file_sha TEXT NOT NULL,
        trusted_sha TEXT,
        created_utc TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE run (
        id INTEGER PRIMARY KEY,
        uuid TEXT NOT NULL UNIQUE,
        session_id INTEGER REFERENCES session ON DELETE SET NULL,
        macro_id INTEGER REFERENCES macro ON DELETE SET NULL,
        task TEXT NOT NULL,
        policy TEXT NOT NULL,
        approve TEXT NOT NULL,
        model_sha TEXT,
        endpoint TEXT,
        app_version TEXT NOT NULL,
        started_utc TEXT NOT NULL,
        ended_utc TEXT,
        outcome TEXT,
        message TEXT NOT NULL DEFAULT '',
        lost_pictures INTEGER NOT NULL DEFAULT 0,
        kill_latency_us INTEGER,
        pinned INTEGER NOT NULL DEFAULT 0,
        deleted_utc TEXT
    ) STRICT
    """,
    "CREATE INDEX run_unended ON run (id) WHERE ended_utc IS NULL",
    """
    CREATE TABLE blob (
        sha256 TEXT PRIMARY KEY,
        file_sha256 TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        mime TEXT NOT NULL,
        w INTEGER NOT NULL,
        h INTEGER NOT NULL,
        origin_x INTEGER NOT NULL,
        origin_y INTEGER NOT NULL,
        created_utc TEXT NOT NULL,
        redacted INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    """
    CREATE TABLE intent (
        id INTEGER PRIMARY KEY,
        run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
        n INTEGER NOT NULL,
        t_mono_ns INTEGER NOT NULL,
        t_utc TEXT NOT NULL,
        kind TEXT NOT NULL,
        action TEXT NOT NULL,
        proposal TEXT NOT NULL,
        risk TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'open'
            CHECK (state IN ('open', 'done', 'withdrawn', 'unknown'))
    ) STRICT
    """,
    "CREATE INDEX intent_of_run ON intent (run_id, n)",
    """
    CREATE TABLE step (
        id INTEGER PRIMARY KEY,
        run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
        n INTEGER NOT NULL,
        t_mono_ns INTEGER NOT NULL,
        t_utc TEXT NOT NULL,
        kind TEXT NOT NULL,
        sentence TEXT NOT NULL,
        window_app TEXT NOT NULL,
        risk INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        approved_by TEXT NOT NULL,
        receipt TEXT NOT NULL,
        events_sent INTEGER NOT NULL,
        ms_total REAL NOT NULL,
        before_sha TEXT REFERENCES blob,
        overlay_sha TEXT REFERENCES blob,
        after_sha TEXT REFERENCES blob,
        model_raw TEXT,
        parse_error TEXT,
        prompt_tokens INTEGER,
        out_tokens INTEGER,
        record TEXT NOT NULL,
        UNIQUE (run_id, n)
    ) STRICT
    """,
    "CREATE INDEX step_before ON step (before_sha)",
    "CREATE INDEX step_overlay ON step (overlay_sha)",
    "CREATE INDEX step_after ON step (after_sha)",
    "INSERT INTO meta VALUES ('created_utc', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
)

_SECOND: Final = (
    "ALTER TABLE blob ADD COLUMN deleted_utc TEXT",
    "ALTER TABLE blob ADD COLUMN deleted_why TEXT NOT NULL DEFAULT ''",
)

_THIRD: Final = (
    "ALTER TABLE run ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE run ADD COLUMN unkept_steps INTEGER NOT NULL DEFAULT 0",
)

_FOURTH: Final = (
    "ALTER TABLE run ADD COLUMN effects TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE run ADD COLUMN unseen INTEGER NOT NULL DEFAULT 0",
    # What was said in words becomes a code, and the four kinds of receipts have new names.
    """
    UPDATE step SET record = json_set(
        record,
        '$.receipt.kind', CASE receipt
            WHEN 'confirmed' THEN 'effect_seen'
            WHEN 'changed_elsewhere' THEN
                iif(record ->> '$.receipt.detail' LIKE 'the press went to %', 'denied', 'not_seen')
            WHEN 'no_visible_change' THEN
                iif(
                    record ->> '$.receipt.detail' IN
                        ('nothing on the screen changed', 'nothing moved; the end may be reached',
                         'only a text cursor or a tooltip changed', 'no window opened', ''),
                    'not_seen', 'denied'
                )
            ELSE 'not_seen' END,
        '$.receipt.code', CASE
            WHEN record ->> '$.receipt.detail' = 'nothing was sent' THEN 'not_sent'
            WHEN record ->> '$.receipt.detail' = 'read back, exact' THEN 'exact'
            WHEN record ->> '$.receipt.detail' IN ('it is on', 'it is on, as before') THEN 'on'
            WHEN record ->> '$.receipt.detail' = 'it is off' THEN 'off'
            WHEN record ->> '$.receipt.detail' IN ('it has the keyboard', 'the pointer is there')
                THEN 'focused'
            WHEN record ->> '$.receipt.detail' LIKE 'the press went to %' THEN 'went_elsewhere'
            WHEN record ->> '$.receipt.detail' = 'read back, the field is as it was' THEN 'as_it_was'
            WHEN record ->> '$.receipt.detail' LIKE 'it is still %' THEN 'still'
            WHEN receipt = 'no_visible_change' THEN 'unchanged'
            ELSE '' END
    ) WHERE json_valid(record) AND json_type(record, '$.receipt') = 'object'
    """,
    """
    UPDATE step SET receipt = CASE
        WHEN json_valid(record) THEN coalesce(record ->> '$.receipt.kind', 'not_seen')
        WHEN receipt = 'confirmed' THEN 'effect_seen' ELSE 'not_seen' END
    """,
)

_FIFTH: Final = (
    # Of older runs only the steps tell how often the user was asked.
    "ALTER TABLE run ADD COLUMN asked INTEGER",
)

_SIXTH: Final = (
    # Of older runs only the steps tell for how long the user was waited for.
    "ALTER TABLE run ADD COLUMN waited_ms INTEGER",
)

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    _FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH, _SIXTH,
)  # fmt: skip
VERSION: Final = len(MIGRATIONS)
