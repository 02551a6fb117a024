"""What a worker process runs. It imports evenhand first, so that our packages are ours whatever lies in the user's folder."""
from __future__ import annotations

import signal
import threading

from experiments.playing import PartResult, Task, play_part


def run_chunk(task: Task) -> PartResult:
    """Play a part and write it; whatever goes wrong comes back as a value."""
    if task.parent and threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):      # the runner stops its workers itself
            signal.signal(number, signal.SIG_IGN)
    return play_part(task)
