"""What was answered before a stop is not asked again, and only of that very model and picture."""

import dataclasses
import itertools
import json
import stat
from dataclasses import replace

import numpy as np
import pytest

from automation.core.errors import (
    Damaged,
    GenerationError,
    LoadError,
    RecordError,
    SettingsError,
    Stopped,
)
from automation.core.generation import Completion, EngineStatus, LoadProgress, Memory, StepStats
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from model.calibrate.calibrate import (
    ANSWER_TOKENS,
    DOING,
    FOLDER,
    HOPELESS_AFTER,
    THINKING_TOKENS,
    EngineAsker,
    Resuming,
    calibrate,
    recall,
    run_calibration,
    store,
)
from model.calibrate.scoring import SPACES, CalibrationPoint
from model.calibrate.screens import drawn, screens_for
from model.checkpoint.manifest import remembered
from model.checkpoint.read import read_spec
from model.checkpoint.tiny import write_tiny_checkpoint
from model.images.tiling import plan_for
from model.inference.engine import ModelEngine
from model.prompt.conversation import SourceImage
from model.prompt.profile import all_profiles, profile
from tests.unit.model.calibrate.simulated import (
    OFFICIAL,
    PROFILE,
    SCREENS,
    TINY,
    Fixed,
    Simulated,
    exact,
    in_json,
    inside,
)

QUESTIONS = sum(len(screen.targets) for screen in SCREENS)


def calibrated(asker, contract=PROFILE, screens=SCREENS):
    return calibrate(asker, contract, screens, progress=lambda done, most: None, stop=StopToken())


@pytest.mark.parametrize("thinks", [None, False, True])
@pytest.mark.parametrize("space", SPACES)
def test_every_space_is_found_in_every_thinking_mode(space, thinks):
    found = calibrated(Simulated(space, thinks=thinks))
    assert found.space == space
    assert found.thinking is bool(thinks)
    assert found.hits == len(found.points) == QUESTIONS >= 9
    assert found.median_error_px <= 2
    assert "fits" not in found.sentence


@pytest.mark.parametrize("contract", all_profiles(), ids=lambda contract: contract.name)
@pytest.mark.parametrize("space", SPACES)
def test_every_profile_finds_every_space(contract, space):
    found = calibrated(Simulated(space), contract)
    assert (found.space, found.profile) == (space, contract.name)
    assert found.thinking is contract.thinking


@pytest.mark.parametrize("space", SPACES)
def test_a_checkpoint_with_small_tiles_is_told_apart_too(space):
    screens = screens_for(TINY)
    # A canvas of 128 pixels is coarser than a desktop, so the middle is missed by some pixels.
    assert calibrated(Simulated(space, screens), screens=screens).space == space


def test_a_checkpoint_that_fits_at_once_is_asked_once_for_every_target():
    asker = Simulated("norm_1000")
    calibrated(asker)
    assert len(asker.asked) == len({question for question, _ in asker.asked}) == QUESTIONS
    assert {thinking for _, thinking in asker.asked} == {PROFILE.thinking}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("space", SPACES)
def test_blurred_sight_is_no_other_space_and_no_stretch(space, seed):
    rng = np.random.default_rng(seed)

    def blurred(plan, box):
        spread = (0.015 * plan.source.w, 0.01 * plan.source.h)
        return inside(plan, *rng.normal((box.center.x, box.center.y), spread))

    asker = Simulated(space, look=blurred)
    assert calibrated(asker).space == space
    assert len(asker.asked) == QUESTIONS


@pytest.mark.parametrize("space", SPACES)
def test_a_quarter_of_wild_answers_is_borne(space):
    turn = itertools.count()

    def wild(plan, box):
        return inside(plan, 5, 5) if next(turn) % 4 == 3 else exact(plan, box)

    found = calibrated(Simulated(space, look=wild))
    assert found.space == space
    assert found.hits == QUESTIONS - QUESTIONS // 4


@pytest.mark.parametrize("space", SPACES)
def test_blindness_fits_no_space(space):
    rng = np.random.default_rng(7)

    def blind(plan, box):
        return inside(plan, rng.uniform(0, plan.source.w), rng.uniform(0, plan.source.h))

    found = calibrated(Simulated(space, look=blind))
    assert found.space is None
    assert not found.is_usable
    assert "No coordinate space fits" in found.sentence
    assert "Its clicks are not used" in found.sentence


@pytest.mark.parametrize("space", SPACES)
def test_swapped_axes_fit_no_space_and_are_named(space):
    found = calibrated(Simulated(space, say=lambda x, y: in_json(y, x)))
    assert found.space is None
    assert "x and y look swapped" in found.sentence


@pytest.mark.parametrize(("width", "height"), [(1000, 500), (100, 100), (1024, 1024), (1920, 1080)])
def test_a_picture_size_of_its_own_fits_no_space_and_is_named(width, height):
    found = calibrated(Fixed("norm_1000", width=width, height=height))
    assert found.space is None
    named = found.sentence.split("every picture were ")[1].split(" pixels")[0]
    assert [int(side) for side in named.split(" x ")] == pytest.approx([width, height], rel=0.03)


def test_one_point_for_everything_fits_no_space_and_is_named():
    found = calibrated(Simulated("norm_1000", say=lambda x, y: "(612, 840)"))
    assert found.space is None
    assert "the same point" in found.sentence


@pytest.mark.parametrize("answer", ["I cannot help with that.", "", "\x1b[31m no \u202e", "{" * 99])
def test_refusals_and_garbage_fit_no_space_and_are_quoted_harmlessly(answer):
    found = calibrated(Simulated("norm_1000", say=lambda x, y: answer))
    assert (found.space, found.hits, found.median_error_px) == (None, 0, None)
    assert "0 of 4 answers named one point" in found.sentence
    assert found.sentence.isprintable()


class Particular(Simulated):
    """Answers questions only whose numbers have this upper end."""

    most = 1

    def ask(self, image, question, *, thinking):
        answer = super().ask(image, question, thinking=thinking)
        return answer if f'"maximum": {self.most}}}' in question else "no"


class Wholly(Particular):
    most = 1000


def test_the_way_of_asking_that_came_closest_is_reported_when_none_fits():
    def half(plan, box):
        return exact(plan, box) if plan.source.w > 1000 else inside(plan, 5, 5)

    asker = Wholly("norm_1000", thinks=not PROFILE.thinking, look=half)
    found = calibrated(asker)
    assert (found.space, found.hits, len(found.points)) == (None, QUESTIONS // 2, QUESTIONS)
    assert found.thinking is not PROFILE.thinking
    assert "6 of 12 targets met at best" in found.sentence


def test_a_hopeless_way_of_asking_is_given_up_early():
    asker = Simulated("norm_1000", say=lambda x, y: "no")
    calibrated(asker)
    assert len(asker.asked) == HOPELESS_AFTER * len(SPACES) * 2


def test_a_question_about_its_own_space_is_tried_when_nothing_else_fits():
    assert calibrated(Particular("fraction")).space == "fraction"


def test_a_reply_that_is_none_counts_as_no_point():
    class Endless(Simulated):
        def ask(self, image, question, *, thinking):
            raise GenerationError("it repeats itself", reason="endless", written="so so so")

    found = calibrated(Endless("norm_1000"))
    assert found.space is None
    assert '"so so so"' in found.sentence


def test_a_checkpoint_that_fits_two_spaces_alike_is_not_trusted():
    plan = plan_for(Rect(0, 0, 1024, 512), OFFICIAL)
    assert plan.canvas == (1024, 512)
    screens = [drawn(plan, place) for place in range(4)]
    found = calibrated(Simulated("source_px", screens), screens=screens)
    assert found.space is None
    assert "pixels of the picture that was sent and pixels of the resized" in found.sentence


@pytest.mark.parametrize("space", SPACES)
def test_a_stretch_that_large_targets_hide_is_noticed(space):
    stretched = Simulated(space, say=lambda x, y: in_json(1.024 * x, y))
    found = calibrated(stretched)
    assert found.space is None
    assert found.hits == QUESTIONS
    assert "1 x 1 pixels" not in found.sentence


def test_a_stop_ends_the_questions():
    stop = StopToken()
    asker = Simulated("norm_1000")

    def progress(done, most):
        if done == 3:
            stop.stop()

    with pytest.raises(Stopped):
        calibrate(asker, PROFILE, SCREENS, progress=progress, stop=stop)
    assert len(asker.asked) == 3


def test_progress_rises_and_stays_within_its_bound():
    told = []
    asker = Simulated("canvas_px", thinks=True)
    calibrate(asker, PROFILE, SCREENS, progress=lambda *args: told.append(args), stop=StopToken())
    done = [one for one, _ in told]
    assert done == sorted(set(done))
    assert len({most for _, most in told}) == 1
    assert done[-1] <= told[0][1]
    assert len(told) == len(asker.asked)


def test_the_profile_asks_in_its_own_words():
    asker = Simulated("norm_1000")
    calibrated(asker, profile("holo2"))
    target = SCREENS[0].targets[0].description
    assert asker.asked[0][0] == profile("holo2").locating_question(target)


# Keeping


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


def changed_inside(**parts):
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
        changed_inside(space="pixels"),
        changed_inside(space=3),
        changed_inside(thinking=1),
        changed_inside(hits=99),
        changed_inside(points=[]),
        changed_inside(points="none"),
        changed_inside(sentence=None),
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


# What was answered before a stop is not asked again, and only of that very model and picture.


KEY, OTHER = "ab" * 32, "cd" * 32
STATUS = EngineStatus(state="ready", device="CPU", dtype="float32")
IMAGE = SourceImage(np.zeros((8, 8, 4), np.uint8), SCREENS[0].image.plan)
OTHER_IMAGE = SourceImage(np.ones((8, 8, 4), np.uint8), SCREENS[0].image.plan)


class Counting:
    def __init__(self, answer="(1, 2)"):
        self.answer = answer
        self.asked = 0

    def ask(self, image, question, *, thinking):
        self.asked += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def asked(data, asker, *, key=KEY, status=STATUS, image=IMAGE, question="Where?", thinking=False):
    return Resuming(asker, key, data, status).ask(image, question, thinking=thinking)


def test_the_same_question_is_answered_from_the_disk(tmp_path):
    assert asked(tmp_path, Counting("(1, 2)")) == "(1, 2)"
    later = Counting("(3, 4)")
    assert (asked(tmp_path, later), later.asked) == ("(1, 2)", 0)


@pytest.mark.parametrize(
    "other",
    [
        {"key": OTHER},
        {"image": OTHER_IMAGE},
        {"question": "Where now?"},
        {"thinking": True},
        {"status": replace(STATUS, quantization="nf4")},
        {"status": replace(STATUS, dtype="bfloat16")},
        {"status": replace(STATUS, device="NVIDIA H100")},
    ],
)
def test_anything_else_is_asked(tmp_path, other):
    asked(tmp_path, Counting("(1, 2)"))
    assert asked(tmp_path, Counting("(3, 4)"), **other) == "(3, 4)"


def test_a_question_without_a_reply_is_asked_again(tmp_path):
    with pytest.raises(GenerationError):
        asked(tmp_path, Counting(GenerationError("no reply")))
    assert asked(tmp_path, Counting("(3, 4)")) == "(3, 4)"


def test_what_was_forgotten_is_asked_again_and_no_file_stays(tmp_path):
    resuming = Resuming(Counting(), KEY, tmp_path, STATUS)
    resuming.ask(IMAGE, "Where?", thinking=False)
    resuming.forget()
    resuming.forget()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b'{"version": 2, "answers": {}}', b"\xff", b'{"version": 1, "answers": {"a": 1}}'],
)
def test_a_file_of_somebody_else_costs_the_answers_alone(tmp_path, content):
    asked(tmp_path, Counting("(1, 2)"))
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    kept.write_bytes(content)
    assert asked(tmp_path, Counting("(3, 4)")) == "(3, 4)"
    assert asked(tmp_path, Counting("(5, 6)")) == "(3, 4)"


def test_answers_that_cannot_be_kept_stop_nothing(tmp_path):
    (tmp_path / "calibrations").write_text("a file in the place of the folder")
    assert asked(tmp_path, Counting("(1, 2)")) == "(1, 2)"


def test_an_answer_that_is_no_unicode_stops_nothing(tmp_path):
    assert asked(tmp_path, Counting("\udc80")) == "\udc80"


# Running


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checkpoint")
    write_tiny_checkpoint(folder)
    return folder


class Speaking:
    """A loaded model that knows the screens; stands in the real engine's thread."""

    facts = EngineStatus(state="ready")

    def __init__(self, space, spec):
        self.space = space
        self.screens = {screen.image.plan: screen for screen in screens_for(spec.image)}
        self.requests = []
        self.released = False

    def reply(self, request, *, stop, on_event, asked_s):
        self.requests.append(request)
        (message,) = request.conversation.messages
        (image,) = message.images
        screen = dataclasses.replace(self.screens[image.plan], image=image)
        text = Simulated(self.space, [screen]).ask(image, message.text, thinking=False)
        return Completion(text, "a thought with (1, 2)", "stop", (), StepStats())

    def tidy(self):
        pass

    def prepare(self, conversation, *, stop):
        raise NotImplementedError

    def memory(self):
        return Memory()

    def release(self):
        self.released = True


class Opening:
    """Loads a speaking model; keeps what it was asked to load."""

    def __init__(self, space):
        self.space = space

    def __call__(self, options, *, progress, stop):
        self.options = options
        progress(LoadProgress(0, 10, "Loading weights"))
        progress(LoadProgress(10, 10, "Loading weights"))
        self.model = Speaking(self.space, read_spec(options.folder))
        return self.model


@pytest.fixture
def opening():
    return Opening("source_px")


@pytest.fixture
def engine(opening):
    engine = ModelEngine(opening)
    yield engine
    engine.close()


def test_a_folder_is_loaded_asked_and_its_space_is_kept(folder, tmp_path, engine, opening):
    told = []
    found = run_calibration(
        folder, tmp_path, progress=told.append, stop=StopToken(), device="cpu", engine=engine
    )
    assert found.space == "source_px"
    digest = remembered(folder, tmp_path).digest
    assert recall(digest, tmp_path) == found
    assert opening.options.folder == folder
    assert opening.options.where.device == "cpu"
    assert [p.doing for p in told if p.doing == "Loading weights"]
    assert told[-1] == LoadProgress(12, 96, DOING)


def test_the_answers_are_free_text_and_the_most_likely(folder, tmp_path, engine, opening):
    run_calibration(
        folder, tmp_path, progress=lambda _: None, stop=StopToken(), engine=engine, device="cpu"
    )
    for request in opening.model.requests:
        assert request.shape is None
        assert request.settings.sampling.temperature == 0
        assert request.settings.max_new_tokens == ANSWER_TOKENS
        assert not request.conversation.thinking


def test_thinking_gets_room_of_its_own():
    class Recording:
        def propose(self, request, *, stop):
            self.request = request
            return Completion("(1, 2)", "hm", "stop", (), StepStats())

    recording = Recording()
    EngineAsker(recording, StopToken()).ask(SCREENS[0].image, "Where?", thinking=True)
    assert recording.request.conversation.thinking
    assert recording.request.settings.max_new_tokens == ANSWER_TOKENS + THINKING_TOKENS


def test_a_lent_engine_keeps_its_model_and_is_no_longer_listened_to(
    folder, tmp_path, engine, opening
):
    told = []
    run_calibration(
        folder, tmp_path, progress=told.append, stop=StopToken(), engine=engine, device="cpu"
    )
    assert not opening.model.released
    before = len(told)
    engine.load(opening.options).result()
    assert len(told) == before


def stopped_after(questions, folder, data, engine):
    stop = StopToken()

    def progress(told):
        if told.doing == DOING and told.done_bytes == questions:
            stop.stop()

    with pytest.raises(Stopped):
        run_calibration(folder, data, progress=progress, stop=stop, engine=engine, device="cpu")


def test_a_stopped_calibration_goes_on_from_there(folder, tmp_path, engine, opening):
    stopped_after(5, folder, tmp_path, engine)
    digest = remembered(folder, tmp_path).digest
    assert recall(digest, tmp_path) is None
    (kept,) = (tmp_path / FOLDER).iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    asked_before = len(opening.model.requests)
    found = run_calibration(
        folder, tmp_path, progress=lambda _: None, stop=StopToken(), engine=engine, device="cpu"
    )
    assert (asked_before, len(opening.model.requests)) == (5, 12 - 5)
    assert found.space == "source_px"
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == [f"{digest}.json"]


def test_it_is_asked_anew_once_it_was_kept(folder, tmp_path, engine, opening):
    for _ in range(2):
        run_calibration(
            folder, tmp_path, progress=lambda _: None, stop=StopToken(), engine=engine, device="cpu"
        )
        assert len(opening.model.requests) == 12


def test_a_folder_or_profile_that_is_none_is_refused_before_anything_is_loaded(tmp_path):
    with pytest.raises(LoadError):
        run_calibration(tmp_path, tmp_path, progress=lambda _: None, stop=StopToken())
    with pytest.raises(SettingsError):
        run_calibration(
            tmp_path, tmp_path, progress=lambda _: None, stop=StopToken(), profile_name="gpt"
        )


def test_a_random_network_is_asked_for_real_until_it_is_stopped(folder, tmp_path):
    stop, answered = StopToken(), []

    def progress(told):
        if told.doing == DOING:
            answered.append(told)
            stop.stop()

    with pytest.raises(Stopped):
        run_calibration(folder, tmp_path, progress=progress, stop=stop, device="cpu")
    assert len(answered) == 1
    assert recall(remembered(folder, tmp_path).digest, tmp_path) is None
