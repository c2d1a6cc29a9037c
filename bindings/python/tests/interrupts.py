"""Ctrl-C, at a moment that the test chooses."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

import pytest


@contextmanager
def interrupted(begun: SimpleQueue[None]) -> Iterator[None]:
    """Sends this process the signal once something is put into `begun`, and expects that what runs meanwhile ends by it.

    The thread that sends it needs the interpreter's lock, which must be free. A queue of this kind may be interrupted anywhere.
    """

    def send() -> None:
        begun.get()
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
        begun.put(None)
        signal.signal(signal.SIGINT, before)
