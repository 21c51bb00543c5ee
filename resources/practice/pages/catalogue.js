"use strict";

{
  const { el, card, bookCount } = Shop;
  const category = document.getElementById("category");
  const sort = document.getElementById("sort");
  const list = document.getElementById("results");
  const status = document.getElementById("result-count");
  const asked = new URLSearchParams(location.search);
  const query = (asked.get("q") ?? "").trim();

  const ORDERS = {
    relevance: () => 0,
    "price-up": (a, b) => a.price - b.price,
    "price-down": (a, b) => b.price - a.price,
    title: (a, b) => a.title.localeCompare(b.title),
  };

  /** Whether every word of the query is somewhere in the book. @param {Book} one */
  function matches(one) {
    const text = `${one.title} ${one.author} ${one.category} ${one.blurb}`.toLowerCase();
    return query.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  }

  function show() {
    const found = BOOKS.filter(matches)
      .filter((one) => category.value === "all" || one.category === category.value)
      .sort(ORDERS[sort.value]);
    list.replaceChildren(...found.map((one) => el("li", {}, card(one))));
    const where = category.value === "all" ? "" : ` in ${category.value}`;
    status.textContent = `${bookCount(found.length)}${where}${query ? ` for “${query}”` : ""}`;
    document.getElementById("nothing").hidden = found.length > 0;
  }

  function remember() {
    const address = new URL(location.href);
    address.searchParams.set("category", category.value);
    address.searchParams.set("sort", sort.value);
    history.replaceState(null, "", address);
    show();
  }

  category.append(...CATEGORIES.map((name) => el("option", { value: name }, name)));
  if (CATEGORIES.includes(asked.get("category"))) category.value = asked.get("category");
  if (asked.get("sort") in ORDERS) sort.value = asked.get("sort");
  if (query) document.getElementById("page-title").textContent = `Books for “${query}”`;
  document.getElementById("show-all").hidden = !query;
  category.addEventListener("change", remember);
  sort.addEventListener("change", remember);
  show();
}
