"""The field cases that lie beside the checkout: situations that people reported of real sites and other tools."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUNNER = ROOT.parent / "shared" / "cases" / "run.py"


@pytest.mark.long
@pytest.mark.timeout(1500)
def test_every_field_case_holds() -> None:
    if not RUNNER.is_file():
        pytest.skip("the field cases are not beside this checkout")
    done = subprocess.run(
        [sys.executable, RUNNER, "--cobrowse", f"{sys.executable} -m cobrowse", "--jobs", "2"],
        capture_output=True, text=True, cwd=ROOT, timeout=1400, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
