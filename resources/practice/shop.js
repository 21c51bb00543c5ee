"use strict";

/**
 * What every page of the shop shares: the memory of this browser, the basket, header, footer and cookie card.
 * Everything stays in the browser's local storage; nothing is sent anywhere.
 */
const Shop = (() => {
  const KEY = "northern-books";
  const DELIVERY = {
    standard: { label: "Standard", days: "by the ordinary post" },
    express: { label: "Express", days: "by courier" },
    collect: { label: "Collect", days: "from the shop in York, from tomorrow" },
  };
  /** What delivery costs, in pence, as the table on the delivery page says: standard, express. */
  const TARIFF = {
    "United Kingdom": [350, 790], Ireland: [450, 990], Norway: [690, 1450], Sweden: [650, 1390], Denmark: [590, 1290],
    Finland: [690, 1450], Germany: [550, 1190], Netherlands: [550, 1190], France: [590, 1250],
  };
  const FREE_FROM = 4000;

  /** @returns {any} */
  function read() {
    const blank = { basket: {}, orders: [], consent: null, subscriber: null, address: null, user: null, drafts: null };
    try {
      return { ...blank, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
    } catch {
      return blank;
    }
  }

  /** @param {object} change */
  function write(change) {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), ...change }));
  }

  /** A small element builder. @param {string} tag @param {Record<string, any>} [props] @param {...any} children */
  function el(tag, props = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(props)) {
      if (value === false || value == null) continue;
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else node.setAttribute(name === "className" ? "class" : name, value === true ? "" : String(value));
    }
    node.append(...children.flat().filter((child) => child != null && child !== false));
    return node;
  }

  /** @param {number} pence */
  const money = (pence) => `£${(pence / 100).toFixed(2)}`;
  /** @param {number} count */
  const bookCount = (count) => `${count} ${count === 1 ? "book" : "books"}`;
  /** @param {string | null} id */
  const book = (id) => BOOKS.find((one) => one.id === id);

  const basket = {
    lines() {
      return Object.entries(read().basket)
        .map(([id, quantity]) => ({ book: book(id), quantity: Number(quantity) }))
        .filter((line) => line.book && line.quantity > 0);
    },
    count: () => basket.lines().reduce((sum, line) => sum + line.quantity, 0),
    subtotal: () => basket.lines().reduce((sum, line) => sum + line.quantity * line.book.price, 0),
    /** @param {string} id @param {number} quantity */
    set(id, quantity) {
      const lines = { ...read().basket };
      if (quantity > 0) lines[id] = Math.min(quantity, 20);
      else delete lines[id];
      write({ basket: lines });
      document.dispatchEvent(new Event("basketchange"));
    },
    /** @param {string} id @param {number} [quantity] */
    add(id, quantity = 1) {
      basket.set(id, (read().basket[id] ?? 0) + quantity);
      say(`${book(id).title} is in your basket`);
    },
    clear() {
      write({ basket: {} });
      document.dispatchEvent(new Event("basketchange"));
    },
  };

  /** @param {keyof typeof DELIVERY} method @param {number} subtotal @param {string} [country] */
  function deliveryPrice(method, subtotal, country) {
    if (method === "collect") return 0;
    const home = !country || country === "United Kingdom";
    if (method === "standard" && home && subtotal >= FREE_FROM) return 0;
    const [standard, express] = TARIFF[country || "United Kingdom"];
    return method === "express" ? express : standard;
  }

  /** Says something short at the foot of the window, and to a screen reader. @param {string} text */
  function say(text) {
    const toast = document.getElementById("toast");
    if (!toast) return;
    toast.textContent = text;
    toast.classList.add("shown");
    clearTimeout(say.timer);
    say.timer = setTimeout(() => toast.classList.remove("shown"), 4000);
  }
  say.timer = 0;

  /** @param {Book} one */
  function rating(one) {
    const full = Math.round(one.rating);
    return el("span", { className: "rating" },
      el("span", { className: "stars", "aria-hidden": "true" }, "★".repeat(full) + "☆".repeat(5 - full)),
      el("span", { className: "hidden-text" }, "Rated "), one.rating.toFixed(1),
      el("span", { className: "hidden-text" }, " out of 5"));
  }

  /** One book in a list. @param {Book} one */
  function card(one) {
    const heading = `title-${one.id}`;
    const link = `book.html?id=${one.id}`;
    return el("article", { className: "card", "aria-labelledby": heading },
      el("a", { className: "card-cover", href: link, tabindex: "-1", "aria-hidden": "true" }, Cover.draw(one)),
      el("div", { className: "card-text" },
        el("p", { className: "card-category" }, one.category),
        el("h3", { id: heading }, el("a", { href: link }, one.title)),
        el("p", { className: "card-author" }, one.author),
        el("p", { className: "card-facts" }, el("span", { className: "price" }, money(one.price)), rating(one)),
        one.stock
          ? el("button", { type: "button", className: "button wide", "aria-describedby": heading, onclick: () => basket.add(one.id) }, "Add to basket")
          : el("button", { type: "button", className: "button wide", "aria-describedby": heading, disabled: true }, "Out of stock")));
  }

  const ACCOUNT_LINKS = [
    ["Orders", "account.html#orders"],
    ["Delivery address", "account.html#delivery-address"],
    ["Change password", "account.html#change-password"],
    ["Review drafts", "drafts.html"],
    ["Sign in", "account.html#sign-in"],
  ];

  const MARK = `<svg viewBox="0 0 32 32" width="34" height="34" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="#2b5a4b"/><path d="m5 23 7.5-12 4.5 7 3-4.5L27 23z" fill="#faf7f2"/>
    <circle cx="22" cy="9.5" r="2.6" fill="#e9c46a"/></svg>`;

  class SiteHeader extends HTMLElement {
    connectedCallback() {
      const here = location.pathname.split("/").pop() || "index.html";
      const current = (name) => (here === name ? ' aria-current="page"' : "");
      this.innerHTML = `
        <a class="skip" href="#main">Skip to the content</a>
        <header class="site-header"><div class="inside">
          <a class="logo" href="index.html" aria-label="Northern Books, home">${MARK}<span>Northern Books</span></a>
          <form class="search" role="search" action="books.html" method="get">
            <label class="hidden-text" for="site-search">Search books</label>
            <input id="site-search" type="search" name="q" placeholder="Title, author or subject" autocomplete="off">
            <button class="button" type="submit">Search</button>
          </form>
          <a class="basket-link" href="basket.html"${current("basket.html")}>Basket <span class="basket-count"></span></a>
          <nav class="site-nav" aria-label="Main"><ul>
            <li><a href="index.html"${current("index.html")}>Home</a></li>
            <li><a href="books.html"${current("books.html")}>Books</a></li>
            <li><a href="delivery.html"${current("delivery.html")}>Delivery &amp; returns</a></li>
            <li class="menu"><button type="button" aria-expanded="false" aria-controls="account-menu">Account
              <svg viewBox="0 0 12 8" width="10" height="7" aria-hidden="true"><path d="m1 1.5 5 5 5-5" fill="none" stroke="currentColor" stroke-width="1.8"/></svg>
            </button><ul id="account-menu" hidden></ul></li>
          </ul></nav>
        </div></header>`;
      this.querySelector("#account-menu").append(...ACCOUNT_LINKS.map(([text, href]) =>
        el("li", {}, el("a", { href }, text === "Sign in" && read().user ? "Your account" : text))));
      this.querySelector("#site-search").value = new URLSearchParams(location.search).get("q") ?? "";
      this.menu();
      this.count();
      document.addEventListener("basketchange", () => this.count());
    }

    count() {
      const count = basket.count();
      this.querySelector(".basket-count").textContent = `(${count})`;
      this.querySelector(".basket-link").classList.toggle("full", count > 0);
    }

    menu() {
      const button = this.querySelector(".menu button");
      const list = this.querySelector("#account-menu");
      const show = (open) => {
        list.hidden = !open;
        button.setAttribute("aria-expanded", String(open));
      };
      button.addEventListener("click", () => show(list.hidden));
      list.addEventListener("click", () => show(false));
      document.addEventListener("click", (event) => {
        if (!this.querySelector(".menu").contains(event.target)) show(false);
      });
      this.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || list.hidden) return;
        show(false);
        button.focus();
      });
    }
  }

  class SiteFooter extends HTMLElement {
    connectedCallback() {
      this.innerHTML = `
        <footer class="site-footer"><div class="inside">
          <section class="newsletter" aria-labelledby="newsletter-title">
            <h2 id="newsletter-title">Letters from the shop</h2>
            <p>New books and good walks, once a month.</p>
            <form id="newsletter" method="get">
              <div class="field"><label for="newsletter-email">Email address</label>
                <div class="joined"><input id="newsletter-email" name="email" type="email" required autocomplete="email">
                <button class="button light" type="submit">Subscribe</button></div></div>
            </form>
            <p class="status" id="newsletter-status" role="status"></p>
          </section>
          <nav aria-label="More"><ul>
            <li><a href="books.html">All books</a></li>
            <li><a href="delivery.html">Delivery costs</a></li>
            <li><a href="account.html">Your account</a></li>
            <li><a href="playground.html">Every control</a></li>
          </ul></nav>
          <p class="small">A shop to practise in. Nothing is sold, and nothing leaves this computer.
            <button type="button" class="link-button" id="start-over">Empty the shop’s memory</button></p>
        </div></footer>
        <div id="toast" role="status"></div>`;
      const form = this.querySelector("#newsletter");
      const status = this.querySelector("#newsletter-status");
      const thank = (email) => { status.textContent = `Thank you, ${email} is subscribed`; };
      if (read().subscriber) thank(read().subscriber);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const email = form.elements.email.value.trim();
        write({ subscriber: email });
        thank(email);
        form.reset();
      });
      this.querySelector("#start-over").addEventListener("click", () => {
        if (!confirm("Forget the basket, orders, drafts and everything else kept by this shop?")) return;
        localStorage.removeItem(KEY);
        location.assign("index.html");
      });
      if (!read().consent && document.body.dataset.cookies !== "none") this.cookies();
    }

    cookies() {
      const answer = (consent) => () => {
        write({ consent });
        box.remove();
        document.body.classList.remove("asks-cookies");
      };
      const box = el("section", { className: "cookies", role: "dialog", "aria-labelledby": "cookies-title", "aria-describedby": "cookies-text" },
        el("h2", { id: "cookies-title" }, "A word about cookies"),
        el("p", { id: "cookies-text" }, "We need one to remember your basket. May we set another to count visits?"),
        el("div", { className: "row" },
          el("button", { type: "button", className: "button", onclick: answer("all") }, "Accept all"),
          el("button", { type: "button", className: "button plain", onclick: answer("needed") }, "Only what is needed")));
      document.body.append(box);
      document.body.classList.add("asks-cookies");
    }
  }

  /**
   * Shows a form's complaints beside its fields, in words, and goes to the first of them.
   * @param {HTMLFormElement} form @param {Record<string, (field: any) => string>} [rules] a message, or "" when all is well
   */
  function explain(form, rules = {}) {
    const fields = () => [...form.elements].filter((one) => one.willValidate && one.type !== "submit" && one.type !== "radio");
    const note = (field) => {
      const id = `${field.id}-problem`;
      let place = document.getElementById(id);
      if (!place) {
        place = el("p", { id, className: "problem" });
        field.closest(".field").append(place);
        const told = field.getAttribute("aria-describedby");
        field.setAttribute("aria-describedby", told ? `${told} ${id}` : id);
      }
      return place;
    };
    const judge = (field) => {
      field.setCustomValidity("");
      field.setCustomValidity((rules[field.name]?.(field) ?? "") || "");
    };
    const tell = (field) => {
      judge(field);
      const bad = !field.validity.valid;
      note(field).textContent = bad ? field.validationMessage : "";
      if (bad) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
      return bad;
    };
    fields().forEach(judge);
    form.addEventListener("input", (event) => {
      judge(event.target);
      if (event.target.hasAttribute("aria-invalid")) tell(event.target);
    });
    form.addEventListener("change", (event) => judge(event.target));
    form.addEventListener("invalid", (event) => {
      event.preventDefault();
      tell(event.target);
      const first = fields().find((field) => !field.validity.valid);
      if (first === event.target) first.focus();
    }, true);
  }

  customElements.define("site-header", SiteHeader);
  customElements.define("site-footer", SiteFooter);
  return { read, write, el, money, bookCount, book, basket, deliveryPrice, DELIVERY, FREE_FROM, say, rating, card, explain };
})();
