"""Ctrl-C, at a moment that the test chooses."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def interrupted(begun: threading.Event) -> Iterator[None]:
    """Sends this process the signal once `begun` is set, and expects that what runs meanwhile ends by it.

    The thread that sends it needs the interpreter's lock, which must be free.
    """

    def send() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    # A process started in the background may have been told to ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    sender = threading.Thread(target=send)
    sender.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
        sender.join()
    finally:
        begun.set()
        signal.signal(signal.SIGINT, before)
