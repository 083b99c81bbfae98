"""Links of a folder of web pages that lead to no file or no heading of it: none may be there."""

import html
import os
import re
import sys
from functools import cache
from pathlib import Path

root = Path(sys.argv[1])
# The page of all pages repeats the links of the others; the page of errors stands anywhere.
pages = [page for page in root.rglob("*.html") if page.name not in ("print.html", "404.html", "toc.html")]


@cache
def headings(page):
    return set(re.findall(r'\bid="([^"]*)"', page.read_text(encoding="utf-8")))


def leads_nowhere(page, link):
    file, _, heading = html.unescape(link).partition("#")
    if re.match(r"[a-z]+:", file):
        return False
    target = Path(os.path.normpath(page.parent / file)) if file else page
    if root not in target.parents or not target.is_file():
        return True
    return bool(heading) and target.suffix == ".html" and heading not in headings(target)


count, bad = 0, []
for page in pages:
    for link in re.findall(r'(?:href|src)="([^"]*)"', page.read_text(encoding="utf-8")):
        count += 1
        if leads_nowhere(page, link):
            bad.append(f"{page}: {link}")
print("\n".join(bad), f"{count} links of {len(pages)} pages, {len(bad)} lead nowhere", sep="\n")
sys.exit(bool(bad))
