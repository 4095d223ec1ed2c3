"""Model servers on the model page: where the model runs, consent, trying a server, what fits here."""

import contextlib
import threading

import msgspec
import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.gui.commands import ModelWishes
from app.gui.model_page.page import ModelPage
from app.gui.model_page.server_cards import Offer, Offers, StartLine
from app.gui.model_page.server_control import ServerControl, ServerWork, offers_here, place_of
from app.gui.widgets.theme import Theme
from app.model_server import Checked, Finding, FoundServer, NoSuchModel, address_of
from app.settings import Folders, ModelSettings, OtherServer, ServerSettings
from automation.core.errors import SecretsError
from model.recipes import GB_OF_A_CARD
from model.server.asking import ServerError, ServerFault, message

HERE = "http://127.0.0.1:8080/v1"
FAR = "https://gpu-box.example/v1"
HOST = "gpu-box.example:443"
LLAMA = FoundServer("llama.cpp", address_of(HERE), ("tiny.gguf",))
OFFERS = Offers(
    "A card.",
    (
        Offer(
            "One",
            (
                StartLine("llama.cpp", "llama-server one", "Licence: MIT."),
                StartLine("vllm", "vllm serve one", "Licence: MIT."),
            ),
        ),
        Offer("Two", (StartLine("llama.cpp", "llama-server two", "Licence: none."),)),
    ),
    (("llama.cpp", "b1 or newer"),),
)


class World:
    """What the works of a control do, and what they were asked."""

    def __init__(self):
        self.found = (LLAMA,)
        self.checked = []
        self.outcome = Checked("tiny.gguf", (Finding("It answers.", is_good=True),))
        self.known = {}
        self.keys = {}
        self.may_end = threading.Event()
        self.may_end.set()
        self.begun = threading.Event()
        self.forget_problem = ""

    def check(self, settings, _folders, stop, tell):
        self.checked.append(settings)
        tell(message("asking_models", host=HOST), 0.5)
        self.begun.set()
        while not self.may_end.wait(0.01):
            stop.check()
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome

    def forget(self, host):
        if self.forget_problem:
            raise SecretsError(self.forget_problem)
        del self.keys[host]

    def work(self):
        return ServerWork(
            find=lambda: self.found,
            check=self.check,
            known=lambda server, _folders: self.known.get(server.url, ()),
            keep_key=self.keys.__setitem__,
            forget_key=self.forget,
            offers=lambda: OFFERS,
        )


@pytest.fixture
def world():
    return World()


class Joined:
    """A page and its control, with the settings as they are kept."""

    def __init__(self, qtbot, folder, world, settings):
        self.theme = Theme("light")
        self.page = ModelPage(self.theme, ModelWishes())
        qtbot.addWidget(self.page)
        self.page.resize(1040, 760)
        self.owner = QObject()
        self.kept = settings
        self.heard = []
        self.control = ServerControl(
            self.page, self.theme, settings, Folders(folder, folder, folder), self.owner,
            heard=self._heard, work=world.work(),
        )  # fmt: skip
        self.control.settings_changed.connect(self._keep)
        self.page.show()
        qtbot.waitExposed(self.page)

    @contextlib.contextmanager
    def _heard(self, name, _stop):
        self.heard.append(name)
        yield

    def _keep(self, settings):
        self.kept = settings

    @property
    def card(self):
        return self.page.server

    @property
    def words(self):
        labels = self.page.findChildren(QLabel)
        return " | ".join(label.text() for label in labels if label.isVisible())

    def choose(self, place):
        QTest.mouseClick(self.page.where.buttons[place], Qt.MouseButton.LeftButton)

    def use(self, url, key=""):
        self.card.address.setText(url)
        self.card.key.setText(key)
        QTest.mouseClick(self.card.use, Qt.MouseButton.LeftButton)


@pytest.fixture
def join(qtbot, tmp_path, world):
    made = []

    def joined(settings=None):
        made.append(Joined(qtbot, tmp_path, world, settings or ModelSettings()))
        return made[-1]

    yield joined
    for one in made:
        one.control.close()


def near_in_use(**changes):
    server = ServerSettings(HERE, "tiny.gguf")
    return ModelSettings(where="server", server=msgspec.structs.replace(server, **changes))


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        (ModelSettings(), "card"),
        (ModelSettings(where="none"), "none"),
        (near_in_use(), "near"),
        (near_in_use(url=FAR), "far"),
        (near_in_use(url="nonsense://"), "far"),
    ],
)
def test_the_page_shows_where_the_settings_have_the_model_run(join, settings, place):
    joined = join(settings)
    assert place_of(settings) == place
    assert joined.page.where.buttons[place].isChecked()
    assert joined.card.isVisible() is (place in ("near", "far"))
    assert joined.page.offers.isVisible() is (place == "near")
    assert joined.page.state.isVisible() is (place == "card")


def test_nowhere_and_the_card_are_kept_at_once(join):
    joined = join()
    joined.choose("none")
    assert joined.kept.where == "none"
    assert not joined.page.state.isVisible()
    joined.choose("card")
    assert joined.kept.where == "here"
    assert joined.page.state.isVisible()


def test_a_server_here_is_found_tried_and_used_without_a_question(join, world, qtbot):
    joined = join()
    joined.choose("near")
    assert joined.kept.where == "here"  # choosing to look for one has not changed who decides
    qtbot.waitUntil(lambda: joined.card.address.text() == HERE)
    assert "llama.cpp · 127.0.0.1:8080 · tiny.gguf" in joined.card.found.currentText()
    QTest.mouseClick(joined.card.use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: joined.control.status.is_in_use)
    assert joined.control.consent is None
    assert (joined.kept.where, joined.kept.server.url) == ("server", HERE)
    assert joined.kept.server.model == "tiny.gguf"
    assert joined.heard == ["server check"]
    assert "tiny.gguf on 127.0.0.1:8080 takes goals" in joined.words
    qtbot.waitUntil(lambda: "It answers." in joined.words)


def test_nothing_goes_elsewhere_before_the_user_has_agreed_to_that_host(join, world, qtbot):
    joined = join()
    joined.choose("far")
    joined.use("gpu-box.example")
    assert world.checked == []
    consent = joined.control.consent
    told = " ".join(label.text() for label in consent.findChildren(QLabel))
    assert HOST in consent.windowTitle()
    assert "a picture of your screen" in told
    QTest.mouseClick(consent.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: joined.control.status.is_in_use)
    assert joined.kept.server.allowed == (HOST,)
    assert [address_of(settings.url).host for settings in world.checked] == [HOST]


def test_who_closes_the_question_has_sent_and_kept_nothing(join, world, qtbot):
    joined = join()
    joined.choose("far")
    joined.use(FAR, key="sk-1")
    QTest.mouseClick(joined.control.consent.leave, Qt.MouseButton.LeftButton)
    assert joined.control.consent is None
    joined.page.server_wishes.agree.emit()  # late, from nowhere
    assert (world.checked, world.keys, joined.kept) == ([], {}, ModelSettings())


def test_consent_is_for_one_host_and_another_is_asked_about_anew(join, world, qtbot):
    joined = join(near_in_use(url=FAR, allowed=(HOST,)))
    joined.use("https://other.example/v1")
    assert joined.control.consent.host == "other.example:443"
    joined.use(FAR)
    qtbot.waitUntil(lambda: len(world.checked) == 1)


def test_a_key_goes_into_the_keyring_and_not_into_the_settings(join, world, qtbot):
    joined = join(near_in_use(url=FAR, allowed=(HOST,)))
    joined.use(FAR, key="sk-1")
    qtbot.waitUntil(lambda: joined.control.status.is_in_use and not joined.control.status.doing)
    assert world.keys == {HOST: "sk-1"}
    assert joined.kept.server.has_key
    assert b"sk-1" not in msgspec.json.encode(joined.kept)
    assert joined.card.key.text() == ""


def test_a_question_is_withdrawn_where_another_server_is_shown_and_no_key_goes_astray(
    join, world, qtbot
):
    joined = join(two_in_use())
    joined.use("https://other.example/v1", key="sk-2")
    assert joined.control.consent.host == "other.example:443"
    joined.page.server_wishes.show.emit(FAR)
    assert joined.control.consent is None
    joined.page.server_wishes.agree.emit()
    assert (world.checked, world.keys, joined.kept) == ([], {}, two_in_use())


def test_a_key_is_kept_for_the_host_that_was_agreed_to_whatever_is_shown(join, world, qtbot):
    joined = join(two_in_use())
    joined.use("https://other.example/v1", key="sk-2")
    settings = two_in_use()
    joined.control.set_settings(msgspec.structs.replace(settings, images_kept=1))
    QTest.mouseClick(joined.control.consent.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(world.checked) == 1)
    assert world.keys == {"other.example:443": "sk-2"}


def test_trying_can_be_cancelled_and_changes_nothing(join, world, qtbot):
    joined = join(near_in_use(url=FAR, allowed=(HOST,), model="before"))
    world.may_end.clear()
    joined.use(FAR)
    assert world.begun.wait(60)
    qtbot.waitUntil(lambda: joined.card.progress.words.text() == f"Asking {HOST} for its models")
    assert not joined.card.use.isEnabled()
    QTest.mouseClick(joined.card.progress.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not joined.control.status.doing)
    assert "was cancelled. Nothing was changed." in joined.words
    assert joined.kept.server.model == "before"


def test_of_several_models_one_is_chosen(join, world, qtbot):
    joined = join(near_in_use(url=FAR, allowed=(HOST,), model=""))
    world.outcome = NoSuchModel("It has 2 models. Choose one of them: a, b", ("a", "b"))
    joined.use(FAR)
    qtbot.waitUntil(lambda: joined.card.problem.words.startswith("It has 2 models"))
    offered = [joined.card.model.itemText(n) for n in range(joined.card.model.count())]
    assert offered == ["Choose one", "a", "b"]
    world.outcome = Checked("b", ())
    joined.card.model.setCurrentIndex(2)
    QTest.mouseClick(joined.card.use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: joined.kept.server.model == "b")
    assert world.checked[-1].model == "b"


@pytest.mark.parametrize(
    "problem",
    [
        ServerError(ServerFault.NOT_A_SERVER, "That is a web page."),
        SecretsError("the keyring is locked"),
        ValueError("nobody foresaw this"),
    ],
)
def test_what_goes_wrong_is_said_and_the_server_before_it_stays(join, world, qtbot, problem):
    joined = join(near_in_use())
    world.outcome = problem
    joined.use("http://127.0.0.1:9/v1")
    qtbot.waitUntil(lambda: bool(joined.card.problem.words))
    assert joined.card.use.isEnabled()
    assert joined.kept.server.url == HERE


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "127.0.0.1:8080/v1"),
        ("what is this", "127.0.0.1:8080/v1"),
        ("http://192.168.1.5:8080/v1", "ssh -N -L"),
    ],
)
def test_an_address_that_cannot_be_used_is_said_before_anything_is_sent(join, world, typed, said):
    joined = join()
    joined.choose("far")
    joined.use(typed)
    assert said in joined.card.problem.words
    assert (world.checked, joined.control.consent) == ([], None)


def test_a_server_that_is_used_no_more_loses_consent_and_key(join, world, qtbot):
    world.keys[HOST] = "sk-1"
    joined = join(near_in_use(url=FAR, allowed=("other.example:443", HOST), has_key=True))
    QTest.mouseClick(joined.card.forget, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: world.keys == {})
    assert joined.kept.where == "none"
    assert joined.kept.server == ServerSettings(allowed=("other.example:443",))


def two_in_use():
    return near_in_use(more=(OtherServer(FAR, "big", has_key=True),), allowed=(HOST,))


def test_a_further_server_is_used_beside_the_first(join, world, qtbot):
    joined = join(near_in_use())
    other = "http://127.0.0.1:8081/v1"
    joined.card.address.setText(other)
    QTest.mouseClick(joined.card.use_too, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(joined.kept.server.each) == 2)
    assert [one.url for one in joined.kept.server.each] == [HERE, other]
    assert "one of 2 servers, takes goals" in joined.words
    assert joined.card.used.currentText() == "tiny.gguf · 127.0.0.1:8081"


def test_each_server_in_use_is_shown_with_what_was_found_and_tried_again_in_its_place(
    join, world, qtbot
):
    world.known = {FAR: (Finding("It is far.", is_good=True),)}
    joined = join(two_in_use())
    joined.card.used.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "It is far." in joined.words)
    assert (joined.card.address.text(), joined.control.status.model) == (FAR, "big")
    assert joined.page.where.buttons["far"].isChecked()
    world.outcome = Checked("bigger", ())
    joined.card.address.setText("https://gpu-box.example:443/v1")
    QTest.mouseClick(joined.card.use_too, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(world.checked) == 1 and not joined.control.status.doing)
    assert world.checked[0].more == ()
    assert [one.model for one in joined.kept.server.each] == ["tiny.gguf", "bigger"]
    assert joined.kept.server.each[1].has_key


def test_a_server_that_takes_goals_alone_takes_the_place_of_all(join, world, qtbot):
    joined = join(two_in_use())
    joined.use("http://127.0.0.1:8081/v1")
    qtbot.waitUntil(lambda: len(joined.kept.server.each) == 1)
    assert joined.kept.server.url == "http://127.0.0.1:8081/v1"
    assert not joined.card.used.isVisible()


def test_one_of_several_servers_may_take_goals_alone(join, world, qtbot):
    joined = join(two_in_use())
    joined.use(FAR)
    qtbot.waitUntil(lambda: len(joined.kept.server.each) == 1)
    assert address_of(joined.kept.server.url).host == HOST
    assert joined.kept.server.has_key


def test_servers_that_take_no_goals_stay_out_where_one_of_them_is_tried(join, world, qtbot):
    joined = join(two_in_use())
    joined.choose("card")
    joined.choose("near")
    joined.card.address.setText(HERE)
    joined.page.server_wishes.use_too.emit(HERE, "tiny.gguf", "")
    qtbot.waitUntil(lambda: joined.kept.where == "server")
    assert [one.url for one in joined.kept.server.each] == [HERE]


def test_what_is_used_no_more_is_the_server_in_use_and_not_an_address_that_was_typed(
    join, world, qtbot
):
    world.keys = {HOST: "sk-1", "other.example:443": "sk-2"}
    joined = join(near_in_use(url=FAR, allowed=(HOST, "other.example:443"), has_key=True))
    world.outcome = ServerError(ServerFault.NOT_A_SERVER, "That is a web page.")
    joined.use("https://other.example/v1")
    qtbot.waitUntil(lambda: bool(joined.card.problem.words))
    assert not joined.card.forget.isVisible()
    assert "takes goals" not in joined.words
    assert "This server is not used yet" in joined.words
    joined.page.server_wishes.forget.emit()
    qtbot.waitUntil(lambda: HOST not in world.keys)
    assert world.keys == {"other.example:443": "sk-2"}
    assert joined.kept.server.allowed == ("other.example:443",)


def test_a_server_that_takes_goals_by_the_policy_alone_is_shown_and_can_be_left(join):
    joined = join(msgspec.structs.replace(near_in_use(), where="here", policy="remote"))
    assert joined.page.where.buttons["near"].isChecked()
    assert "tiny.gguf on 127.0.0.1:8080 takes goals" in joined.words
    joined.choose("card")
    assert (joined.kept.where, joined.kept.policy, joined.kept.hosts) == ("here", "auto", ())


def test_of_several_servers_one_is_used_no_more_and_the_others_stay(join, world, qtbot):
    world.keys[HOST] = "sk-1"
    joined = join(two_in_use())
    joined.card.used.setCurrentIndex(1)
    QTest.mouseClick(joined.card.forget, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: world.keys == {})
    assert joined.kept == near_in_use()
    assert joined.card.address.text() == HERE


def test_a_key_that_stays_in_the_keyring_is_said(join, world, qtbot):
    world.forget_problem = "the keyring is locked"
    joined = join(near_in_use(url=FAR, allowed=(HOST,), has_key=True))
    joined.page.server_wishes.forget.emit()
    qtbot.waitUntil(
        lambda: "is still in the keyring: the keyring is locked" in joined.control.status.problem
    )


def test_without_a_server_the_line_that_starts_one_can_be_copied(join, world, qtbot):
    world.found = ()
    joined = join()
    joined.choose("near")
    qtbot.waitUntil(lambda: joined.page.offers.line == "llama-server one")
    assert "No model server answers" in joined.words
    offers = joined.page.offers
    offers.server.setCurrentIndex(1)
    assert offers.line == "vllm serve one"
    offers.model.setCurrentIndex(1)
    assert offers.line == "llama-server two"
    QTest.mouseClick(offers.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "llama-server two"


def test_what_fits_is_told_with_its_licence(qapp):
    card = offers_here(24 * GB_OF_A_CARD)
    offered = {(offer.name, one.server): one.words for offer in card.offers for one in offer.lines}
    assert "24 GB" in card.memory
    assert "CC BY-NC 4.0, not for commercial use" in offered["Holo4-27B", "llama.cpp"]
    assert "tight" in offered["Holo4-35B-A3B", "llama.cpp"]
    assert "In 16 bit it takes 21.4 GB" in offered["Holo3.1-9B", "vllm"]
    assert "In 8 bit it takes 13.8 GB" in offered["Holo3.1-9B", "llama.cpp"]
    assert ("Holo3.1-9B", "sglang") in offered
    without = offers_here(None)
    assert "No graphics card" in without.memory or not without.offers
    assert {one.server for offer in without.offers for one in offer.lines} <= {"llama.cpp"}


def test_settings_that_change_elsewhere_are_followed(join):
    joined = join()
    joined.control.set_settings(near_in_use())
    assert joined.page.where.buttons["near"].isChecked()
    assert "takes goals" in joined.words


@pytest.mark.parametrize("size", [(1040, 760), (480, 500)], ids=str)
@pytest.mark.parametrize("stretch", [100, 135])
def test_nothing_is_cut_at_any_size(join, qapp, world, qtbot, size, stretch):
    before, font = qapp.font(), qapp.font()
    font.setStretch(stretch)
    qapp.setFont(font)
    try:
        joined = join(near_in_use(has_key=True))
        joined.page.resize(*size)
        qtbot.waitUntil(lambda: joined.page.offers.line != "")
        joined.page.grab()
        labels = [w for w in joined.page.findChildren(QLabel) if w.isVisible()]
        rights = [w.mapTo(joined.page, w.rect().topRight()).x() for w in labels]
        assert max(rights) < size[0]
    finally:
        qapp.setFont(before)


def test_what_was_found_of_the_server_in_use_is_shown_from_the_start(join, world, qtbot):
    world.known[HERE] = (Finding("It squeezes pictures.", is_good=False),)
    page = join(near_in_use())
    qtbot.waitUntil(lambda: "It squeezes pictures." in page.words)
    assert world.checked == []
