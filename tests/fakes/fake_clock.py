"""A clock that tests move by hand; waiting moves it too."""

from automation.core.timing import StopToken


class FakeClock:
    def __init__(self, now_s: float = 1000.0) -> None:
        self._now_s = now_s
        self.waited: list[float] = []

    def now_s(self) -> float:
        return self._now_s

    def advance(self, seconds: float) -> None:
        self._now_s += seconds

    def wait(self, seconds: float, stop: StopToken) -> None:
        stop.check()
        self.waited.append(seconds)
        self._now_s += seconds
