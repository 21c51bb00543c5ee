"""Addresses as a browser reads them: a table written by hand, and generated ones put to Chromium itself."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.async_api import async_playwright

from cobrowse.agent.origins import AllowList, origin, parse, site
from cobrowse.protocol.result import Failure

LISTED = AllowList.of(
    [
        "https://ok.test",
        "http://plain.test",
        "https://port.test:8443",
        "http://127.0.0.1:8000",
        "http://[::1]:8000",
        "https://xn--mnchen-3ya.test",
        "*.wide.test",
    ]
)

ALLOWED = """
https://ok.test
https://ok.test/
https://ok.test:443/
https://OK.TEST/
HTTPS://ok.test/
https:ok.test
https:/ok.test
https:///ok.test
https:////ok.test/
https:\\\\ok.test
https:\\ok.test/
https://ok.test\\
https://ok.test\\@evil.test/
https://ok.test?@evil.test
https://ok.test#@evil.test
https://ok.test/@evil.test
https://ok.test/https://evil.test
https://ok.test/..//evil.test
https://ok.test/?u=https://evil.test
https://ok.test/\\evil.test
https://ok%2etest/
https://ok。test/
https://ok．test/
https://ok｡test/
https://ｏｋ.test/
https://o\u00adk.test/
https://o\u200bk.test/
https://o\u2060k.test/
https://\u24de\u24da.test/
https://%6f%6b.test/
https://ok.te\tst/
ht\ttps://ok.test/
https://ok.test:/
https://ok.test:00443/
https://port.test:8443/
https://port.test:08443/
http://plain.test/
http://plain.test:80/
http://127.0.0.1:8000/
http://127.1:8000/
http://127.0.1:8000/
http://2130706433:8000/
http://0x7f000001:8000/
http://0x7f.1:8000/
http://0177.0.0.1:8000/
http://0177.1:8000/
http://017700000001:8000/
http://127.0.0.1.:8000/
http://①②⑦.0.0.1:8000/
http://127。0。0。1:8000/
http://[::1]:8000/
http://[0:0:0:0:0:0:0:1]:8000/
http://[::0001]:8000/
https://münchen.test/
https://MÜNCHEN.test/
https://mu\u0308nchen.test/
https://xn--mnchen-3ya.test/
https://wide.test/
https://a.wide.test/
https://A.WIDE.TEST/
""".strip("\n").split("\n")
"""Other spellings of a listed origin: where the browser goes there, the list agrees."""

OTHERS = """
http://ok.test/
http://ok.test:443/
https://ok.test:80/
https://ok.test:8443/
https://ok.test:444/
https://ok.test./
https://ok.test../
https://ok.test.evil.test/
https://evilok.test/
https://evil-ok.test/
https://ok.test-evil.test/
https://ok.testevil/
https://sub.ok.test/
https://www.ok.test/
https://test/
https://ok/
https://оk.test/
https://οk.test/
https://ok.tеst/
https://xn--k-0tb.test/
https://ok\u0131.test/
https://ok_test/
https://ok-test/
https://ok,test/
https://ok.test,evil.test/
https://ok.test;evil.test/
https://ok.test&.evil.test/
https://ok.test=.evil.test/
https://ok.test!.evil.test/
https://evil.test/ok.test
https://evil.test?ok.test
https://evil.test#ok.test
https://evil.test#@ok.test
https://evil.test?@ok.test/
https://evil.test/@ok.test
https://evil.test\\@ok.test
https://evil.test\\.ok.test
https:evil.test
https:/evil.test
https:///evil.test
https:\\\\evil.test
https:\\evil.test/ok.test
https://evil.test:443/https://ok.test
https://ok.test:p@evil.test/
https://ok.test%20@evil.test/
https://ok.test%3A@evil.test/
https://ok.test%2f@evil.test/
https://ok.test:443@evil.test/
https://ok.test@evil.test:443/
https://ok.test&@evil.test#@ok.test
https://https://ok.test/
https://ok%2etest%2eevil.test/
https://ok。test。evil.test/
https://ok%00.test/
https://ok .test/
https://ok%20.test/
https://ok%2f.test/
https://ok%40evil.test/
https://ok<.test/
https://[ok.test]/
https://ok.test:99999/
https://ok.test:-1/
https://ok.test:44 3/
https://ok.test:443x/
https://ok.test:０/
https://:443/
https://@ok.test@evil.test/
https://port.test/
https://port.test:443/
http://port.test:8443/
https://plain.test/
http://plain.test:8080/
http://plain.test:443/
http://127.0.0.1/
http://127.0.0.1:8001/
https://127.0.0.1:8000/
http://127.0.0.2:8000/
http://128.0.0.1:8000/
http://0.0.0.0:8000/
http://0:8000/
http://localhost:8000/
http://localhost.:8000/
http://[::ffff:127.0.0.1]:8000/
http://[::ffff:7f00:1]:8000/
http://[::]:8000/
http://[::1%25lo]:8000/
http://[::1:8000/
http://127.0.0.1.evil.test:8000/
http://127.0.0.1.nip.io:8000/
http://127.0.0.256:8000/
http://127.0.0.0x100:8000/
http://1.2.3.4.5:8000/
http://4294967296:8000/
http://0x7f.0x0.0x0.0x1g:8000/
http://09.0.0.1:8000/
http://169.254.169.254/
http://2852039166/
http://[fd00::1]/
https://xn--mnchen-3ya.test./
https://munchen.test/
https://wide.test.evil.test/
https://evilwide.test/
https://evil-wide.test/
http://a.wide.test/
https://a.wide.test./
https://a.wide.test@evil.test/
https://.wide.testx/
https://xn--a.test/
ftp://ok.test/
ws://ok.test/
wss://ok.test/
file:///etc/hostname
file://ok.test/etc
data:text/html,https://ok.test/
javascript:location='https://ok.test/'
java\tscript:alert(1)
\x01javascript:alert(1)
about:blank
about:srcdoc
blob:https://evil.test/x
blob:null/x
filesystem:http://ok.test/temporary/x
view-source:https://ok.test/
chrome://version/
chrome-extension://ok.test/
devtools://ok.test/
intent://ok.test/#Intent;scheme=https;end
mailto:a@ok.test
tel:1
httpss://ok.test/
http+unix://ok.test/
ok.test
//ok.test/
/ok.test
\\\\ok.test\\
ok.test:443
https://a.b.wide.test:9443/
https
https:
https://
""".strip("\n").split("\n")
"""Not of a listed origin, or no address at all."""


def test_the_table_is_long_enough() -> None:
    assert len(set(ALLOWED)) + len(set(OTHERS)) >= 180


@pytest.mark.parametrize("address", ALLOWED)
def test_spellings_of_what_is_listed(address: str) -> None:
    assert LISTED.allows(address)
    assert parse(address).protocol in ("http:", "https:")


@pytest.mark.parametrize("address", OTHERS)
def test_what_only_looks_like_it(address: str) -> None:
    assert not LISTED.allows(address)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("https://user@ok.test/", "refused"),
        ("https://user:secret@ok.test/", "refused"),
        ("https://:secret@ok.test/", "refused"),
        ("https://ok.test:p@evil.test/", "refused"),
        ("https:user@ok.test", "refused"),
        ("https://ok.test%20@evil.test/", "refused"),
        ("javascript:alert(1)", "refused"),
        (" javascript:alert(1)", "refused"),
        ("java\nscript:alert(1)", "refused"),
        ("data:text/html,x", "refused"),
        ("blob:https://ok.test/x", "refused"),
        ("file:///etc/hostname", "refused"),
        ("view-source:https://ok.test", "refused"),
        ("chrome://version", "refused"),
        ("about:blank", "refused"),
        ("ws://ok.test", "refused"),
        ("mailto:a@ok.test", "refused"),
        ("ok.test:443", "refused"),
        ("ok.test", "invalid"),
        ("//ok.test", "invalid"),
        ("", "invalid"),
        ("https://", "invalid"),
        ("https://ok test/", "invalid"),
        ("https://ok.test:99999/", "invalid"),
        ("http://127.0.0.256/", "invalid"),
    ],
)
def test_what_is_not_opened(address: str, reason: str) -> None:
    with pytest.raises(Failure) as failure:
        parse(address)
    assert failure.value.reason == reason


TOO_WIDE = [
    "",
    "*",
    "*.com",
    "*.",
    "*.*",
    "*.com.",
    "http*://ok.test",
    "https://*",
    "https://*.ok.test",
    "ok.*",
    "*.co.uk",
    "*.github.io",
    "*.blogspot.com",
    "*.kawasaki.jp",
    "*.xn--p1ai",
]
NO_ORIGIN = ["ftp://ok.test", "https://u@ok.test", "https://", "file:///", "ok.test@evil.test"]
LET_IN = [
    "*.*.test",
    "*.127.0.0.1",
    "*.1.2.3.4",
    "javascript:0",
]


@pytest.mark.parametrize("entry", [*TOO_WIDE, *NO_ORIGIN, *LET_IN])
def test_entries_that_allow_too_much(entry: str) -> None:
    with pytest.raises(ValueError):
        AllowList.of([entry])


def test_an_empty_list_allows_nothing() -> None:
    assert not AllowList.of([]).allows("https://ok.test/")


LABELS = st.text("abz09-", min_size=1, max_size=5).map(lambda text: f"a{text}z")


@settings(deadline=None)
@given(st.lists(LABELS, min_size=1, max_size=5), st.lists(LABELS, min_size=2, max_size=3))
def test_a_pattern_never_matches_what_does_not_end_in_it(host: list[str], pattern: list[str]) -> None:
    listed = AllowList.of([f"*.{'.'.join(pattern)}"])
    assert listed.allows(f"https://{'.'.join(host)}/") == (host[-len(pattern) :] == pattern)
    assert listed.allows(f"https://{'.'.join(host + pattern)}/")


def test_a_person_sees_punycode() -> None:
    assert site("https://оk.test/") == "xn--k-0tb.test"
    assert origin("https://ok.test:443/a") == "https://ok.test"
    assert origin("data:text/html,x") == ""


PARTS = [
    *(
        "https:",
        "http:",
        "HTTPS:",
        "https",
        "blob:",
        "filesystem:",
        "view-source:",
        "ws:",
        "//",
        "/",
        "\\",
        "\\\\",
        ":",
        "@",
        "?",
        "#",
    ),
    *(
        "ok.test",
        "OK.test",
        "evil.test",
        "wide.test",
        "a.wide.test",
        "plain.test",
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "2130706433",
    ),
    *(
        "0177.1",
        "[::1]",
        "[::ffff:7f00:1]",
        "xn--mnchen-3ya.test",
        "münchen.test",
        "ｏｋ",
        "。",
        "．",
        ".",
        "..",
        "%2e",
        "%2E",
        "%00",
    ),
    *(
        ":443",
        ":80",
        ":8000",
        ":08443",
        ":99999",
        "port.test:8443",
        "\t",
        "\n",
        " ",
        "\u00ad",
        "\u200b",
        "\u200d",
        "\u2024",
        "ß",
        "ı",
    ),
    *(
        "K",
        "①",
        "о",
        "%40",
        "%5c",
        "%2f",
        "%3a",
        "&",
        ";",
        ",",
        "^",
        "|",
        "`",
        "{",
        "<",
        "_",
        "-",
        "xn--",
        "a",
        "0",
        "\x01",
        "\ufeff",
    ),
]


def generated(count: int, seed: int) -> list[str]:
    """Half of them strings of parts; half a listed or tabled address with something put in or taken out."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        if chance.random() < 0.5:
            text = "".join(chance.choices(PARTS, k=chance.randint(1, 7)))
            made.append(text if chance.random() < 0.3 else f"{chance.choice(('https://', 'http://'))}{text}")
            continue
        text = chance.choice(ALLOWED + OTHERS)
        for _ in range(chance.randint(1, 3)):
            at = chance.randint(0, len(text))
            text = (
                text[:at] + (chance.choice(PARTS) if chance.random() < 0.7 else "") + text[at + chance.randint(0, 2) :]
            )
        made.append(text)
    return made


async def read_by_chromium(addresses: list[str]) -> list[str]:
    """The origin that the browser itself sees in each; empty for none."""
    from cobrowse.browser.find import find_browser

    ask = "all => all.map(u => { try { return new URL(u).origin } catch { return null } })"
    seen: list[str | None] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_browser(), chromium_sandbox=False)
        page = await browser.new_page()
        for start in range(0, len(addresses), 5000):
            seen += await page.evaluate(ask, addresses[start : start + 5000])
        await browser.close()
    return ["" if origin in (None, "null") else str(origin) for origin in seen]


@pytest.mark.parametrize(
    ("made", "least"), [(2_000, 60), pytest.param(100_000, 1000, marks=pytest.mark.long)], ids=["some", "many"]
)
async def test_chromium_reads_them_the_same_way(made: int, least: int) -> None:
    """Where the list says yes, the browser itself must see a listed origin."""
    addresses = [*ALLOWED, *OTHERS, *generated(made, seed=7)]
    theirs = await read_by_chromium(addresses)
    allowed = [(address, seen) for address, seen in zip(addresses, theirs, strict=True) if LISTED.allows(address)]
    differing = [pair for pair in zip(addresses, theirs, strict=True) if origin(pair[0]) != pair[1]]
    print(f"{len(addresses)} addresses, {len(allowed)} allowed, {len(differing)} read differently: {differing[:20]}")
    assert [pair for pair in allowed if not pair[1] or not LISTED.allows(f"{pair[1]}/")] == []
    assert len(allowed) > least
