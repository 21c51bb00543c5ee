"""Plain requests on small pages, and what the guide proposes for them."""

from __future__ import annotations

import pytest

from tests.unit.guide import pages
from tests.unit.guide.conversing import Conversation, short

ROWS = """
# --- going places
SHOP | go to example.org | navigate https://example.org ; done
SHOP | Open http://localhost:8000/x?y=1 | navigate http://localhost:8000/x?y=1 ; done
SHOP | visit localhost:3000 | navigate http://localhost:3000 ; done
SHOP | go to /returns | navigate https://shop.example/returns ; done
SHOP | please go to the delivery page | click dl01 ; done
SHOP | can you open the delivery link now? | click dl01 ; done
SHOP | go back | back ; done
SHOP | back | back ; done
SHOP | go forward please | forward ; done
SHOP | reload the page | reload ; done
SHOP | Refresh | reload ; done
SHOP | take me to the contact page | click ct01 ; done
# --- clicking
TINY_BUTTONS | Click button ONE, then click button TWO. | click bt01 ; click bt02 ; done
TINY_BUTTONS | Click button ONE, wait 3 seconds, then click button TWO. | click bt01 ; wait 3000 ; click bt02 ; done
TINY_BUTTONS | click ONE; click TWO; press "No" | click bt01 ; click bt02 ; click bt03 ; done
TINY_BUTTONS | Click on the "previous" button. | click bt05 ; done
TINY_BUTTONS | click the button labeled "Maybe" | click bt04 ; done
TINY_BUTTONS | hit submit | click bt06 ; done
TINY_BUTTONS | Press Submit | click bt06 ; done
TINY_BUTTONS | could you please tap on the Maybe button for me | click bt04 ; done
TINY_BUTTONS | I want to push TWO | click bt02 ; done
TINY_BUTTONS | click sumbit | click bt06 ; done
TINY_BUTTONS | click the last button | click bt06 ; done
TINY_BUTTONS | click the 2nd button | click bt02 ; done
SHOP | click the second Add to basket button | click ad02 ; done
SHOP | click the Add to basket button next to Trails of the North | click ad01 ; done
SHOP | press Add to basket for Alpine Huts | click ad03 ; done
SHOP | press "Add to basket" under "Woods and Water" | click ad02 ; done
CARDS | click the Add to basket button under Woods and Water | click ad02 ; done
CARDS | press "Add to basket" in Trails of the North | click ad01 ; done
SHOP | click the last link | click ct01 ; done
SHOP | click Search | click go01 ; done
SHOP | click the basket link | click bk01 ; done
SHOP | subscribe | click su01 ; done
POSTS | Click the "Like" button on all posts by @ann and then click Submit. | click lk01 ; click lk03 ; click bt06 ; done
POSTS | Click the "Like" button on 1 post by @ann and then click Submit. | click lk01 ; click bt06 ; done
POSTS | For the user @bo, click on the "Share" button. | click sh02 ; done
SHOP | double click the heading Returns | double_click hd05 ; done
SHOP | hover over Account | hover ac01 ; done
SHOP | move the mouse over the Contact link | hover ct01 ; done
# --- words that name controls
SHOP | add Woods and Water to the basket | click ad02 ; done
SHOP | Put the cheapest hiking book in the basket | click ad03 ; done
SHOP | put the most expensive book in the basket | click ad01 ; done
DRAFTS | Delete the draft about rain | click de02 ; done
DRAFTS | delete the second draft | click de02 ; done
DRAFTS | remove the untitled draft | click de03 ; done
DRAFTS | click the Delete button in Untitled | click de03 ; done
DRAFTS | new draft | click nw01 ; done
LOGIN | sign in | click bt01 ; done
SHOP | sort by price: low to high | select so01 'Price: low to high' ; done
SHOP | sort by title | select so01 'Title' ; done
DRAFTS | Delete the draft called Untitled | click de03 ; done
DRAFTS | delete all drafts | click de01 ; click de02 ; click de03 ; done
POSTS | like all posts by @ann | click lk01 ; click lk03 ; done
POSTS | like the post by @bo | click lk02 ; done
SHOP | put Alpine Huts in my cart | click ad03 ; done
SHOP | add the cheapest book to the cart, then go to the basket | click ad02 ; click bk01 ; done
FORM | send the booking | click sd01 ; done
FORM | submit the form | click sd01 ; done
SHOP | accept the terms | check ag01 ; done
SHOP | click on Trails of the North | click hd02 ; done
BOOKS | Put the cheapest hiking book in the basket | click ad02 ; done
BOOKS | click Add to basket for Small Summits | click ad02 ; done
BOOKS | decline the cookie banner | click no01 ; done
BOOKS | accept cookies | click ok01 ; done
BOOKS | open One Pot | click lk03 ; done
# --- typing
FORM | type "Ada Lovelace" into Name | fill nm01 'Ada Lovelace' ; done
FORM | type Ada Lovelace in the name field | fill nm01 'Ada Lovelace' ; done
FORM | enter ada@example.org as the email | fill em01 'ada@example.org' ; done
FORM | Put “Ada” into Name, and type "a@b.org" into Email | fill nm01 'Ada' ; fill em01 'a@b.org' ; done
FORM | Enter 8:22 AM as the time and press send booking | fill tm01 '08:22' ; click sd01 ; done
FORM | set the start time to 6:15 pm | fill tm01 '18:15' ; done
FORM | fill the date of the walk with 24 December 2026 | fill dt01 '2026-12-24' ; done
FORM | enter 04/18/2026 as the date | fill dt01 '2026-04-18' ; done
FORM | Please set People to 4 | fill pp01 '4' ; done
FORM | change Name to "Bo" | fill nm01 'Bo' ; done
FORM | write "Hello, then: click me; and go" in the message box then press Send booking | fill ms01 'Hello, then: click me; and go' ; click sd01 ; done
FORM | Enter the name "Emile" then press "Reset" | fill nm01 'Emile' ; click rs01 ; done
FORM | add " indeed" to the end of message | type ms01 ' indeed' ; done
FORM | clear Name | clear nm01 ; done
FORM | name: Ada | fill nm01 'Ada' ; done
FORM | my name is Ada | fill nm01 'Ada' ; done
FORM | Name is "Ada", Email is "a@b.org" | fill nm01 'Ada' ; fill em01 'a@b.org' ; done
FORM | fill out the form with name Ada and email a@b.org | fill nm01 'Ada' ; fill em01 'a@b.org' ; done
FORM | in the Name field, type "Ada" | fill nm01 'Ada' ; done
FORM | enter "Ada" into "Name" and "a@b.org" into "Email" | fill nm01 'Ada' ; fill em01 'a@b.org' ; done
FORM | enter Ada as name, a@b.org as email and press send booking | fill nm01 'Ada' ; fill em01 'a@b.org' ; click sd01 ; done
FORM | Enter the name Ada and the email a@b.org | fill nm01 'Ada' ; fill em01 'a@b.org' ; done
FORM | put 3 people | fill pp01 '3' ; done
FORM | type Ada into the Name field and clear it | fill nm01 'Ada' ; clear nm01 ; done
TINY_TIME | Enter 8:22 AM as the time and press submit. | fill tm01 '08:22' ; click bt06 ; done
TINY_TIME | Enter 5:54 PM as the time and press submit. | fill tm01 '17:54' ; click bt06 ; done
TINY_FIELDS | Check the 3rd radio button and enter the number "12" into the 1st textbox. | radio ra03 ; fill tx01 '12' ; done
TINY_FIELDS | type "x" into the last textbox | fill tx03 'x' ; done
TINY_FIELDS | Focus into the 3rd input textbox. | focus tx03 ; done
SHOP | search for polar bears | fill sb01 'polar bears' ; press Enter sb01 ; done
SHOP | search for "polar bears" and press Enter | fill sb01 'polar bears' ; press Enter sb01 ; done
SHOP | subscribe ada@example.org to the newsletter | fill em01 'ada@example.org' ; click su01 ; done
# --- choosing and ticking
FORM | choose Norway from the Country list | select cy01 'Norway' ; done
FORM | select Norway | select cy01 'Norway' ; done
FORM | set Country to Sweden | select cy01 'Sweden' ; done
TINY_BUTTONS | Click on a "button" widget. | click bt01 ; done
FORM | Click on a "textarea" widget. | click ms01 ; done
FORM | choose the last option in Country | select cy01 'Sweden' ; done
FORM | pick Long and tick lunch included | radio rd02 ; check cb01 ; done
FORM | untick Lunch included | uncheck cb01 ; done
FORM | tick the Lunch included checkbox | check cb01 ; done
TINY_FIELDS | Choose 5ft 10in from the dropdown, then click Submit | select li01 '5ft 10in' ; click bt06 ; done
TINY_FIELDS | choose 6 ft 1in from the dropdown | select li01 '6ft 1in' ; done
TINY_CHECKS | Select Gl8, vrD and YT0peP and click Submit. | check ck01 ; check ck03 ; check ck04 ; click bt06 ; done
TINY_CHECKS | Select cs58 and click Submit. | check ck02 ; click bt06 ; done
TINY_CHECKS | Select nothing and click Submit. | click bt06 ; done
TINY_CHECKS | tick all checkboxes | check ck01 ; check ck02 ; check ck03 ; check ck04 ; done
TINY_CHECKS | select all | check ck01 ; check ck02 ; check ck03 ; check ck04 ; done
FORM | set lunch included to yes | check cb01 ; done
FORM | choose Norway for Country and Long for the length | select cy01 'Norway' ; radio rd02 ; done
TINY_CHECKS | click the 2nd checkbox, then hit Submit | click ck02 ; click bt06 ; done
# --- keys, scrolling, dragging, waiting
SHOP | press Enter | press Enter ; done
SHOP | press the escape key | press Escape ; done
SHOP | press Ctrl+S | press s ['ctrl'] ; done
SHOP | press Escape in the search field | press Escape sb01 ; done
DRAFTS | press Delete | ask_user_choice
SHOP | press Delete | press Delete ; done
SHOP | scroll down | scroll down ; done
SHOP | scroll up a bit | scroll up 200 ; done
SHOP | scroll to the bottom | scroll down 100000 ; done
SHOP | scroll to the top of the page | scroll up 100000 ; done
SHOP | scroll down by 300 pixels | scroll down 300 ; done
SHOP | scroll to Returns | scroll_to hd05 ; done
FORM | Scroll the message to the bottom hit reset | scroll down 100000 ms01 ; click rs01 ; done
LISTED | Drag Colleen up by one position. | drag it03 it02 ; done
LISTED | drag Mo to the top | drag it04 it01 ; done
LISTED | drag Olwen onto Mo | drag it01 it04 ; done
SHOP | wait 12 seconds | wait 5000 ; wait 5000 ; wait 2000 ; done
SHOP | wait half a second | wait 500 ; done
# --- sections, tabs, menus
FOLDED | expand Section #2 | click sc02 ; done
FOLDED | expand all sections and click submit | click sc01 ; click sc02 ; click bt06 ; done
SHOP_MENU_OPEN | select Orders | click ma01 ; done
# --- showing and asking
SHOP | show me the basket | narrate Here it is: the link “Basket (0)”. bk01 ; done
SHOP | where is the newsletter? | narrate Here it is: the heading “Newsletter”. hd06 ; done
SHOP | read the page | done
SHOP | what does this page say about shoes? | read_page shoes ; done
SHOP | hello | done
SHOP | thanks! | done
FORM | where is the number of people? | narrate Here it is: the number field “People”. It holds “2”. pp01 ; done
BOOKS | how much is The Long Ridge? | narrate The page says (under “The Long Ridge”): “£22.00” ti01 ; done
# --- what is not clear, not there, or not allowed
SHOP | Add to basket | ask_user_choice
DRAFTS | Delete the draft. | ask_user_choice
SHOP | click Frobnicate | blocked
SHOP | click check out | blocked
FORM | type "hunter2" into the password field | blocked
LOGIN | Enter the username "keli" and the password "3hI" into the text fields and press login. | fill us01 'keli' ; blocked
FORM | don't click Reset | done
DRAFTS | do not delete the draft about rain | done
SHOP | write me a poem | blocked
SHOP | book me a flight to Oslo | blocked
SHOP | tra la la | blocked
EMPTY | click anything | blocked
"""


def rows() -> list[tuple[str, str, str]]:
    """Page, request and expected entries; the first ` | ` and the last divide a line."""
    found = []
    for line in ROWS.strip().splitlines():
        if not line.startswith("#"):
            page, rest = line.split(" | ", 1)
            request, expected = rest.rsplit(" | ", 1)
            found.append((page, request, expected))
    return found


@pytest.mark.parametrize(("page", "request_", "expected"), rows(), ids=[f"{p}-{r[:50]}" for p, r, _ in rows()])
async def test_request(page: str, request_: str, expected: str) -> None:
    entries = await Conversation(request_, getattr(pages, page)).through()
    lines = [short(entry) for entry in entries]
    if expected == "ask_user_choice":
        assert lines[-1].startswith("ask_user_choice")
    else:
        assert " ; ".join(lines) == expected


def test_there_are_many_rows() -> None:
    assert len(rows()) >= 80
