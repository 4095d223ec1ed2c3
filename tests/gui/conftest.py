"""Windows of a test are gone before the next one: Qt deletes late, and dresses all that live."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent


@pytest.fixture(autouse=True)
def _deletes_what_it_closed():
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
