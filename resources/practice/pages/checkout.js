"use strict";

{
  const { el, money, basket, DELIVERY, deliveryPrice } = Shop;
  const at = (id) => document.getElementById(id);
  const form = at("checkout");
  const GIFT = 250;

  const blank = (field, message) => (field.value.trim() ? "" : message);
  const RULES = {
    name: (field) => blank(field, "Please tell us who the parcel is for."),
    email: (field) => blank(field, "Please give an email address, for the confirmation.")
      || (field.validity.typeMismatch ? "That does not look like an email address. It needs an @, as in ada@example.com." : ""),
    phone: (field) => blank(field, "Please give a phone number, for the courier.")
      || (field.validity.patternMismatch ? "Please use digits and spaces only, with + for a country code." : ""),
    street: (field) => blank(field, "Please give a street and house number."),
    town: (field) => blank(field, "Please give a town."),
    postcode: (field) => blank(field, "Please give a postcode.")
      || (field.validity.patternMismatch ? "A postcode has 3 to 10 letters and digits, as in YO1 7HU." : ""),
    country: (field) => blank(field, "Please choose a country."),
    date: (field) => (field.validity.rangeUnderflow ? "The earliest day is tomorrow." : ""),
    time: (field) => (field.validity.rangeUnderflow || field.validity.rangeOverflow ? "We deliver between 08:00 and 20:00." : ""),
  };

  /** @returns {{method: string, subtotal: number, delivery: number, gift: number, total: number}} */
  function costs() {
    const method = form.elements.delivery.value;
    const subtotal = basket.subtotal();
    const delivery = subtotal ? deliveryPrice(method, subtotal, form.elements.country.value) : 0;
    const gift = form.elements.gift.checked ? GIFT : 0;
    return { method, subtotal, delivery, gift, total: subtotal + delivery + gift };
  }

  function summary() {
    const { method, subtotal, delivery, gift, total } = costs();
    const lines = basket.lines();
    at("summary-lines").replaceChildren(...(lines.length
      ? lines.map(({ book, quantity }) => el("li", {}, el("span", {}, `${quantity} × ${book.title}`), el("span", {}, money(quantity * book.price))))
      : [el("li", { className: "quiet" }, "Your basket is empty")]));
    at("summary-subtotal").textContent = money(subtotal);
    at("summary-method").textContent = DELIVERY[method].label;
    at("summary-delivery").textContent = delivery ? money(delivery) : "Free";
    at("summary-gift").textContent = money(gift);
    at("summary-gift-row").hidden = !gift;
    for (const id of ["summary-total", "pay-total"]) at(id).textContent = money(total);
    at("gift-message-field").hidden = !form.elements.gift.checked;
  }

  function place(event) {
    event.preventDefault();
    if (!basket.count()) {
      at("checkout-status").textContent = "Your basket is empty. Put a book in it first.";
      return;
    }
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
    const past = Shop.read().orders;
    const number = `NB-${10432 + past.length}`;
    const order = {
      number, ...values, ...costs(), lines: basket.lines().map(({ book, quantity }) => ({ id: book.id, title: book.title, quantity, price: book.price })),
    };
    Shop.write({ orders: [...past, order] });
    basket.clear();
    location.assign(`thanks.html?order=${number}`);
  }

  /** Tomorrow, as a date field writes it. */
  function tomorrow() {
    const day = new Date();
    day.setDate(day.getDate() + 1);
    return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  }

  const known = Shop.read().address ?? {};
  for (const name of ["name", "street", "town", "postcode", "country"]) {
    if (known[name]) form.elements[name].value = known[name];
  }
  form.elements.date.min = tomorrow();
  Shop.explain(form, RULES);
  form.addEventListener("change", summary);
  form.addEventListener("submit", place);
  document.addEventListener("basketchange", summary);
  summary();
}
