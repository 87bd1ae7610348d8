"""Runs `python -m kindgi.pack`, and ends with whoever started it.

A test runner that is killed can end no process of its own any more; but its end of our standard input
closes then, and that is the sign to go.
"""

import os
import runpy
import threading


def end_with_parent() -> None:
    while os.read(0, 1024):
        pass
    os._exit(1)


threading.Thread(target=end_with_parent, daemon=True).start()
runpy.run_module("kindgi.pack", run_name="__main__", alter_sys=True)
