"""Known holes of libraries: the versions on either side of each mending."""

import pytest

from app.doctor.packages import (
    CHECKED,
    HOLES,
    PackageFacts,
    gather_packages,
    holes_of,
    package_rows,
)


@pytest.mark.parametrize(
    ("package", "version", "cves"),
    [
        ("transformers", "4.53.0", {"CVE-2026-4372", "CVE-2026-5241", "CVE-2026-9856"}),
        ("transformers", "5.3.0", {"CVE-2026-5241", "CVE-2026-9856"}),
        ("transformers", "5.5.0", {"CVE-2026-9856"}),
        ("transformers", "5.9.9", {"CVE-2026-9856"}),
        ("transformers", "5.10", set()),
        ("transformers", "5.23.0", set()),
        ("vllm", "0.10.0", {"CVE-2025-66448"}),
        ("vllm", "0.11.0", {"CVE-2025-66448", "CVE-2026-22807", "CVE-2026-27893"}),
        ("vllm", "0.14.1", {"CVE-2026-27893"}),
        ("vllm", "0.18.0", {"CVE-2026-27893"}),
        ("vllm", "0.18.1", set()),
        ("jinja2", "3.1", {"CVE-2024-56326", "CVE-2025-27516"}),
        ("jinja2", "3.1.5", {"CVE-2025-27516"}),
        ("jinja2", "3.1.6", set()),
        ("torch", "2.5.1+cu124", {"CVE-2025-32434"}),
        ("torch", "2.6.0+cpu", set()),
        ("llama-cpp-python", "0.2.71", {"CVE-2024-34359"}),
        ("sglang", "0.5.9", {"CVE-2026-5760"}),
        ("sglang", "unreadable", set()),
        ("requests", "0.1", set()),
    ],
)
def test_the_holes_of_a_version(package, version, cves):
    assert {hole.cve for hole in holes_of(package, version)} == cves


def test_a_library_with_holes_names_each_of_them_and_the_first_version_without():
    rows = package_rows(PackageFacts((("transformers", "4.53.0"), ("jinja2", "3.1.6"))))
    bad = next(row for row in rows if row.status == "warn")
    assert bad.name == "transformers"
    assert all(cve in bad.meaning for cve in ("CVE-2026-4372", "CVE-2026-5241", "CVE-2026-9856"))
    assert "transformers>=5.10.0" in bad.fix
    assert "jinja2 3.1.6" in next(row for row in rows if row.name == "libraries").found


def test_what_is_installed_here_has_no_known_hole():
    found = dict(gather_packages().versions)
    assert found["jinja2"]
    assert all(not holes_of(package, version) for package, version in found.items())


def test_every_hole_is_looked_for():
    assert {hole.package for hole in HOLES} == set(CHECKED)
