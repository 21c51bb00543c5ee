"""All stages are run, and the closing line comes last."""

import pytest

from bringup import checks


def run_with(codes: dict[str, int], lines: dict[str, list[str]] | None = None) -> tuple[int, list[str]]:
    order = []
    names = iter([name for name, _ in checks.stages([])])

    def runner(command, hear, environment):
        name = next(names)
        order.append(name)
        for line in (lines or {}).get(name, []):
            hear(line)
        return codes.get(name, 0)

    return checks.run([], {}, runner), order


def test_a_failure_does_not_keep_the_other_stages_from_running(capsys) -> None:
    code, order = run_with({"lint": 1})
    assert code == 1
    assert order == ["lint", "format", "imports", "types", "tests"]
    assert "FAILED (1)" in capsys.readouterr().out


def test_well_only_when_all_are(capsys) -> None:
    assert run_with({})[0] == 0
    assert run_with({"tests": 5})[0] == 1
    assert "FAILED (5)" in capsys.readouterr().out


def test_pytest_s_closing_line_is_the_last(capsys) -> None:
    lines = ["tests/a.py . 1 passed along", "\x1b[32m=== \x1b[1m12 passed\x1b[0m, 3 skipped in 4.56s ===\x1b[0m", ""]
    run_with({}, {"tests": lines, "types": ["9 passed in 1.00s"]})
    assert capsys.readouterr().out.splitlines()[-1] == "=== 12 passed, 3 skipped in 4.56s ==="


@pytest.mark.parametrize(
    ("line", "closing"),
    [
        ("12 passed in 0.10s", True),
        ("===== 1 failed, 12 passed, 2 warnings in 75.31s (0:01:15) =====", True),
        ("no tests ran in 0.01s", True),
        ("FAILED tests/test_a.py::test_b - 3 passed", False),
        ("finished in 2.00s", False),
    ],
)
def test_which_line_closes(line: str, closing: bool) -> None:
    assert checks.is_closing(line) is closing


@pytest.mark.parametrize("arguments", [["-n0"], ["-n", "4"], ["-s"], ["--pdb"], ["--collect-only"], ["--dist=load"]])
def test_who_says_how_tests_are_spread_is_obeyed(arguments: list[str]) -> None:
    assert checks.side_by_side(arguments, cores=8) == []


@pytest.mark.parametrize("arguments", [[], ["-k", "name"], ["--no-header"], ["--cov=ui"], ["tests/unit"], ["-x"]])
def test_tests_are_spread_otherwise(arguments: list[str]) -> None:
    assert checks.side_by_side(arguments, cores=8)[:2] == ["-n", "2"]
    assert checks.side_by_side(arguments, cores=1) == []
