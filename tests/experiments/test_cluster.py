"""Runs on a dask cluster: the same bytes, and words instead of waiting."""
from __future__ import annotations

from pathlib import Path

import pytest

from evenhand.worker import run_chunk
from experiments import cluster
from experiments.errors import RunError
from experiments.runner import run
from tests.experiments.runs import Told, play, prints
from tests.experiments.words import experiment

distributed = pytest.importorskip("distributed", reason="the extra [dask] is not installed")


def test_a_cluster_makes_the_same_bytes(tmp_path: Path) -> None:
    found = experiment(seats=[2, 3], blocks=170)
    told = Told()
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as machines:
        summary = run(found, tmp_path / "cluster", jobs=2, backend=f"dask:{machines.scheduler_address}", worker=run_chunk,
                      progress=told)
    play(found, tmp_path / "here")

    assert summary.games == told.games == 170 * 5
    assert prints(tmp_path / "cluster") == prints(tmp_path / "here")


def test_a_scheduler_that_does_not_answer_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER", 1)
    with pytest.raises(RunError, match=r"no answer from the scheduler at tcp://127\.0\.0\.1:9 within 1 s\. Is it running\?"):
        run(experiment(), tmp_path / "run", backend="dask:tcp://127.0.0.1:9", worker=run_chunk, progress=Told())
