"""Reading without touching."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from cobrowse.protocol.condition import Condition
from cobrowse.protocol.result import Failure

pytestmark = pytest.mark.asyncio(loop_scope="module")
CONDITION = TypeAdapter(Condition)


async def failing(work) -> Failure:
    with pytest.raises(Failure) as caught:
        await work
    return caught.value


@pytest.mark.parametrize(
    ("html", "name", "value"),
    [
        ("<p id=x>  two\n words </p>", None, "  two\n words "),
        ("<input id=x value=now>", None, "now"),
        ("<input id=x type=checkbox checked>", "checked", True),
        ("<input id=x type=checkbox>", "checked", False),
        ("<option id=x selected>a", "selected", True),
        ("<a id=x href=/there>a</a>", "href", "{url}/there"),
        ("<img id=x src=a.png>", "src", "{url}/a.png"),
        ("<p id=x class='one two'></p>", "class", "one two"),
        ("<p id=x data-note=hey></p>", "data-note", "hey"),
        ("<p id=x></p>", "data-none", None),
        ("<p id=x></p>", "title", None),
        ("<input id=x maxlength=5>", "maxLength", 5),
        ("<button id=x disabled>a</button>", "disabled", True),
        ("<form id=x action=/send><input name=action></form>", "action", "{url}/send"),
        ("<select id=x><option value=v>Label</select>", "value", "v"),
        ("<svg><a id=x href='/there'></a></svg>", "href", "{url}/there"),
    ],
)
async def test_extract(driver, html, name, value):
    await driver.open(html)
    node = await driver.page.locate("#x", presence="attached")
    expected = value.replace("{url}", driver.site.url) if isinstance(value, str) else value
    assert await driver.page.read(node, name) == expected


async def test_secrets_are_masked_everywhere(driver):
    await driver.open("""<div id=all><input type=password id=p aria-label=Word value='Meadow-2183'><p id=echo>You typed Meadow-2183!</p><a id=a href='/?k=Meadow-2183'>x</a></div>
      <input id=copy value='Meadow-2183'><p id=later></p>""")
    secret = await driver.page.locate("#p")
    for name in (None, "value", "defaultValue"):
        assert (await failing(driver.page.read(secret, name))).reason == "secret"
    assert await driver.page.read(secret, "type") == "password"
    told = [await driver.page.read_page(None)]
    for target, name in (
        ("#echo", None),
        ("#echo", "innerHTML"),
        ("#all", "outerHTML"),
        ("#all", "innerHTML"),
        ("#a", "href"),
    ):
        told.append(str(await driver.page.read(await driver.page.locate(target), name)))
    for row in await driver.page.validity(None):
        told.append(row.name + row.message)
    assert "Meadow-2183" not in " ".join(told)
    assert "You typed •••!" in told[0]


async def test_page_text_is_what_can_be_seen(driver):
    inner = driver.site.page("<p>From the frame</p>", "inner.html").replace("127.0.0.1", "localhost")
    await driver.open(f"""<h1>Title</h1><p>One <b>bold</b> word.</p><p hidden>Not this</p><p style='opacity:0'>Nor this</p>
      <p style='position:absolute;left:-9999px'>Nor that</p><!-- no --><noscript>no</noscript><template>no</template>
      <table><tr><td>a<td>b</table><ul><li>item</ul><label>Name <input value=Ada></label>
      <div id=h></div><script>h.attachShadow({{mode: 'open'}}).innerHTML = '<p>In the shadow</p>'</script>
      <iframe src='{inner}'></iframe><iframe hidden srcdoc='<p>Hidden frame</p>'></iframe>""")
    text = await driver.page.read_page(None)
    for line in ("# Title", "One bold word.", "a | b", "- item", "[Ada]", "In the shadow", "From the frame"):
        assert line in text
    for word in ("Not this", "Nor this", "Nor that", "no", "Hidden frame"):
        assert word not in text.splitlines()
    assert text.index("Title") < text.index("In the shadow")


async def test_passages(driver):
    filler = "".join(f"<h2>Part {n}</h2><p>Nothing about it in part {n}.</p>" for n in range(400))
    await driver.open(f"{filler}<h2>Returns</h2><p>You may return goods within 30 days.</p>{filler}")
    text = await driver.page.read_page("returns")
    assert "within 30 days" in text and "## Returns" in text and len(text) < 5000
    assert len(await driver.page.read_page(None)) < 20_100
    assert await driver.page.read_page("zebra crossing") == ""


async def test_find(driver):
    await driver.open(
        "<h2>Delivery address</h2><button>Change delivery address</button><a href=/x>Impressum</a><button>Save</button>"
    )
    found = await driver.page.find("change address")
    assert found[0].name == "Change delivery address"
    assert "Impressum" not in [element.name for element in found]
    assert (await driver.page.locate(found[0].id)).name == "Change delivery address"


async def test_validity(driver):
    await driver.open("""<form id=f><label>Mail <input type=email value=nope required></label><label>Age <input type=number min=18 value=20></label>
      <div role=textbox aria-label=Custom aria-invalid=true aria-errormessage=m contenteditable></div><p id=m>Too short</p></form><label>Elsewhere <input required></label>
      <script>document.addEventListener('invalid', () => document.title = 'asked', true)</script>""")
    rows = {row.name: row for row in await driver.page.validity(await driver.page.locate("#f"))}
    assert (
        not rows["Mail"].valid
        and rows["Mail"].message
        and "nope" not in rows["Mail"].message.replace("'nope'", "'nope'")[:0]
    )
    assert rows["Age"].valid and not rows["Custom"].valid and rows["Custom"].message == "Too short"
    assert "Elsewhere" not in rows
    assert "Elsewhere" in {row.name for row in await driver.page.validity(None)}
    assert await driver.script("document.title") != "asked"


PAGE = """<p id=s>  Saved   now</p><input id=i value=v checked type=checkbox><select id=m multiple><option value=1 selected>One<option value=2 selected>Two</select>
  <p class=k>1</p><p class=k hidden>2</p><input id=t value=text><input type=password id=p value=Meadow-2183>"""


@pytest.mark.parametrize(
    ("condition", "held"),
    [
        ({"kind": "visible", "selector": "#s"}, True),
        ({"kind": "visible", "selector": "p.k[hidden]"}, False),
        ({"kind": "absent", "selector": "#none"}, True),
        ({"kind": "absent", "selector": "p[hidden]"}, True),
        ({"kind": "absent", "selector": "#s"}, False),
        ({"kind": "count", "selector": "p.k", "value": 2}, True),
        ({"kind": "text", "selector": "#s", "value": "Saved now"}, True),
        ({"kind": "text", "selector": "#s", "value": "Saved"}, False),
        ({"kind": "includes", "selector": "#s", "value": "Saved"}, True),
        ({"kind": "attribute", "selector": "#i", "name": "type", "value": "checkbox"}, True),
        ({"kind": "attribute", "selector": "#i", "name": "title", "value": None}, True),
        ({"kind": "property", "selector": "#i", "name": "checked", "value": True}, True),
        ({"kind": "property", "selector": "#i", "name": "checked", "value": 1}, False),
        ({"kind": "value", "selector": "#t", "value": "text"}, True),
        ({"kind": "value", "selector": "#m", "value": ["One", "2"]}, True),
        ({"kind": "value", "selector": "#m", "value": ["One"]}, False),
        ({"kind": "value", "selector": "#p", "value": "Meadow-2183"}, False),
        ({"kind": "focused", "selector": "#t"}, False),
        ({"kind": "visible", "selector": 'textbox "none"'}, False),
        (
            {
                "kind": "any",
                "conditions": [{"kind": "visible", "selector": "#none"}, {"kind": "visible", "selector": "#s"}],
            },
            True,
        ),
        (
            {
                "kind": "all",
                "conditions": [{"kind": "visible", "selector": "#none"}, {"kind": "visible", "selector": "#s"}],
            },
            False,
        ),
    ],
)
async def test_conditions(driver, condition, held):
    if await driver.script("location.pathname") != "/conditions.html":
        await driver.open(PAGE, "conditions.html")
    assert await driver.page.holds(CONDITION.validate_python(condition)) is held


async def test_a_host_may_use_any_css_but_not_match_two(driver):
    await driver.open(PAGE, "conditions2.html")
    two = CONDITION.validate_python({"kind": "text", "selector": "p:not(#s)", "value": "1"})
    assert (await failing(driver.page.holds(two))).reason == "invalid"
    driver.page.trusted_css = True
    try:
        assert (await failing(driver.page.holds(two))).reason == "ambiguous"
    finally:
        driver.page.trusted_css = False
