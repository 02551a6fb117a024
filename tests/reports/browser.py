"""Headless Chromium, where one is found: opens a page from disk, looks it over by a script of the test, reads its console."""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--enable-logging=stderr", "--v=0",
         "--virtual-time-budget=2000")
NARROWEST = 500
"""Pixels that headless Chromium makes a window wide at least."""
LOOK = """<script>addEventListener("load", () => {
  const box = element => element.getBoundingClientRect(), root = document.documentElement;
  const wide = Math.min(root.clientWidth, Math.ceil(box(root).width));
  const seen = element => !element.closest("details:not([open]) > :not(summary)");
  const cut = [...document.querySelectorAll("main *")].filter(seen).filter(element => !element.closest(".scroll, svg"))
    .filter(element => box(element).right > wide + 1 && box(element).width > 0).map(element => element.outerHTML.slice(0, 90));
  const outside = [...document.querySelectorAll("svg text")].filter(text => {
    const a = box(text), b = box(text.closest("svg"));
    return a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1;
  }).map(text => text.textContent);
  const over = [];
  document.querySelectorAll("svg").forEach(svg => {
    const words = [...svg.querySelectorAll("text")].map(text => [text.textContent, box(text)]);
    words.forEach(([one, a], n) => words.slice(n + 1).forEach(([other, b]) => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 0.35 * Math.min(a.height, b.height)) over.push(`${one} / ${other}`);
    }));
  });
  const unsaid = [...document.querySelectorAll(".scroll")].filter(seen).filter(part => part.scrollWidth > part.clientWidth + 1)
    .filter(part => getComputedStyle(part).backgroundImage === "none").map(part => part.ariaLabel);
  document.querySelector("table.sortable thead button").click();
  const found = {wide, scroll: root.scrollWidth - root.clientWidth + wide, cut, outside, over, unsaid,
    requests: performance.getEntriesByType("resource").map(entry => entry.name),
    page: getComputedStyle(document.body).backgroundColor, ink: getComputedStyle(document.body).color,
    sorted: document.querySelectorAll("th[aria-sort]").length};
  const out = document.createElement("pre");
  out.id = "looked"; out.textContent = JSON.stringify(found); document.body.append(out);
});</script>"""


@dataclass(frozen=True)
class Looked:
    """What the browser saw of a page."""

    found: dict[str, Any]
    console: list[str]


def find() -> str:
    """The browser's command. Without one the test is skipped, or fails where everything is to be tested."""
    for name in NAMES:
        if place := shutil.which(name):
            return place
    reason = f"no browser found ({', '.join(NAMES)}): the report is not looked at"
    if os.environ.get("EVENHAND_TEST_ALL") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


def look(html: str, folder: Path, width: int, dark: bool) -> Looked:
    """Open a page of a given width and say what is wrong with it. The page's own policy is lifted for the test's script.

    No window is narrower than NARROWEST; a narrower page is laid out in a part of one.
    """
    page = folder / "looked.html"
    narrow = f"<style>html {{ width: {width}px; }}</style>" if width < NARROWEST else ""
    page.write_text(re.sub(r"<meta http-equiv=.*?>", "", html).replace("</head>", f"{narrow}</head>")
                    .replace("</body>", f"{LOOK}</body>"), encoding="utf-8")
    shown = _run(page, width, dark)
    found = re.search(r'<pre id="looked">(.*?)</pre>', shown.stdout, re.DOTALL)
    assert found, shown.stderr
    page.write_text(html, encoding="utf-8")
    return Looked(json.loads(found.group(1).replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")),
                  [line for line in _run(page, width, dark).stderr.splitlines() if ":CONSOLE" in line])


def _run(page: Path, width: int, dark: bool) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as profile:
        theme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
        return subprocess.run([find(), *FLAGS, theme, f"--user-data-dir={profile}", f"--window-size={width},900", "--dump-dom",
                               page.as_uri()], capture_output=True, text=True, timeout=120, check=False)
