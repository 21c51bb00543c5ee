"use strict";

{
  const featured = ["trails-of-the-north", "one-pot-winter", "birds-by-ear", "slow-trains"];
  document.getElementById("featured").append(...featured.map((id) => Shop.el("li", {}, Shop.card(Shop.book(id)))));
}
