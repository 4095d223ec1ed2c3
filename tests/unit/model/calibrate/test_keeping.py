import json
from dataclasses import replace

import pytest

from automation.core.errors import Damaged, RecordError
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from model.calibrate.calibrate import FOLDER, calibrate, recall, store
from model.calibrate.scoring import CalibrationPoint
from tests.unit.model.calibrate.simulated import PROFILE, SCREENS, Simulated

KEY, OTHER = "ab" * 32, "cd" * 32


def found(space, **wish):
    return calibrate(
        Simulated(space, **wish), PROFILE, SCREENS, progress=lambda *_: None, stop=StopToken()
    )


GOOD = found("norm_1000")
NONE = found("norm_1000", say=lambda x, y: "no idea")


@pytest.mark.parametrize("calibration", [GOOD, NONE])
def test_what_was_stored_is_recalled(tmp_path, calibration):
    store(calibration, KEY, tmp_path)
    assert recall(KEY, tmp_path) == calibration


def test_a_checkpoint_that_was_never_calibrated_is_unknown(tmp_path):
    store(GOOD, KEY, tmp_path)
    assert recall(OTHER, tmp_path) is None


def test_a_newer_calibration_takes_the_place_of_the_older(tmp_path):
    store(GOOD, KEY, tmp_path)
    store(NONE, KEY, tmp_path)
    assert recall(KEY, tmp_path) == NONE


def test_only_the_user_can_read_it_and_nothing_else_is_left(tmp_path):
    path = store(GOOD, KEY, tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert list(path.parent.iterdir()) == [path]


def changed(**parts):
    def change(document):
        document.update(parts)

    return change


def inside(**parts):
    def change(document):
        document["calibration"].update(parts)

    return change


@pytest.mark.parametrize(
    "change",
    [
        changed(version=2),
        changed(checkpoint=OTHER),
        changed(more=1),
        changed(calibration=None),
        inside(space="pixels"),
        inside(space=3),
        inside(thinking=1),
        inside(hits=99),
        inside(points=[]),
        inside(points="none"),
        inside(sentence=None),
        lambda document: document["calibration"].pop("median_error_px"),
        lambda document: document["calibration"]["points"][0].update(at_px=[1]),
        lambda document: document["calibration"]["points"][0].update(numbers=["1", "2"]),
    ],
)
def test_a_file_that_is_not_ours_is_refused_by_name(tmp_path, change):
    path = store(GOOD, KEY, tmp_path)
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))
    with pytest.raises(Damaged, match=r"abab.*cannot be used: .*calibrate the model again"):
        recall(KEY, tmp_path)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe"])
def test_a_file_that_is_no_json_of_ours_is_refused(tmp_path, content):
    store(GOOD, KEY, tmp_path).write_bytes(content)
    with pytest.raises(Damaged):
        recall(KEY, tmp_path)


def test_a_file_that_is_too_large_is_refused(tmp_path):
    path = store(GOOD, KEY, tmp_path)
    path.write_bytes(path.read_bytes() + b" " * 300_000)
    with pytest.raises(Damaged, match="more than 262144 bytes"):
        recall(KEY, tmp_path)


def test_a_folder_in_place_of_the_file_is_refused(tmp_path):
    (tmp_path / FOLDER / f"{KEY}.json").mkdir(parents=True)
    with pytest.raises(Damaged):
        recall(KEY, tmp_path)
    with pytest.raises(RecordError, match="was not kept"):
        store(GOOD, KEY, tmp_path)
    assert len(list((tmp_path / FOLDER).iterdir())) == 1


@pytest.mark.parametrize(
    ("at", "is_hit"),
    [
        ((10, 20), True),
        ((39, 29), True),
        ((9, 20), False),
        ((40, 20), False),
        ((10, 19), False),
        ((10, 30), False),
        (None, False),
    ],
)
def test_a_hit_is_a_pixel_of_the_target(at, is_hit):
    point = CalibrationPoint(100, 100, "Lemon", Rect(10, 20, 30, 10), (1.0, 2.0), at, None)
    assert point.is_hit is is_hit


def test_an_unfit_result_claims_no_space():
    assert NONE.space is None
    assert not NONE.is_usable
    assert replace(GOOD, space=None) != GOOD
