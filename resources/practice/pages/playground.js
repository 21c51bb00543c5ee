"use strict";

{
  const { el } = Shop;
  const at = (id) => document.getElementById(id);

  /** Shows what was sent last, as JSON, so that it can be read back. @param {string} form @param {object} values */
  function sent(form, values) {
    at("last-sent").textContent = JSON.stringify({ form, values }, null, 2);
  }

  /** The values of a form; of a password only its length. @param {HTMLFormElement} form */
  function values(form) {
    const result = {};
    for (const [name, value] of new FormData(form)) {
      let shown = value instanceof File ? value.name : value;
      if (form.elements[name]?.type === "password") shown = `${shown.length} characters`;
      const many = form.elements[name]?.multiple || [...form.querySelectorAll('[type="checkbox"]')].some((box) => box.name === name && "many" in box.dataset);
      if (many) (result[name] ??= []).push(shown);
      else result[name] = shown;
    }
    return result;
  }

  class StarRating extends HTMLElement {
    static formAssociated = true;
    #internals = this.attachInternals();
    #value = 0;

    connectedCallback() {
      const root = this.attachShadow({ mode: "open" });
      root.innerHTML = `<style>
        :host { display: inline-block }
        div { display: flex; gap: 2px }
        button { font: inherit; font-size: 26px; line-height: 1; width: 38px; height: 38px; border: 0; background: none; color: #767060; cursor: pointer; border-radius: 6px }
        button[aria-checked="true"], button.lit { color: #a8611c }
        button:focus-visible { outline: 3px solid #2b5a4b; outline-offset: 1px }</style>
        <div role="radiogroup" aria-label="${this.getAttribute("label")}"></div>`;
      this.stars = [1, 2, 3, 4, 5].map((value) => el("button", { type: "button", role: "radio", "aria-checked": "false",
        "aria-label": `${value} ${value === 1 ? "star" : "stars"}`, onclick: () => this.choose(value) }, "☆"));
      root.querySelector("div").append(...this.stars);
    }

    get value() { return this.#value; }

    choose(value) {
      this.#value = value;
      this.#internals.setFormValue(String(value));
      this.stars.forEach((star, index) => {
        star.textContent = index < value ? "★" : "☆";
        star.classList.toggle("lit", index < value);
        star.setAttribute("aria-checked", String(index + 1 === value));
      });
    }
  }

  class QuickNote extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: "closed" });
      root.innerHTML = `<style>
        label { display: block; font-weight: 600; margin-bottom: 6px }
        textarea, button { font: inherit; box-sizing: border-box; border-radius: 8px; padding: 9px 12px }
        textarea { width: 100%; min-height: 76px; border: 1px solid #8d8573; background: #fff; color: inherit; resize: vertical }
        button { margin-top: 8px; border: 1px solid #2b5a4b; background: #fff; color: #2b5a4b; font-weight: 600; cursor: pointer }
        :focus-visible { outline: 3px solid #2b5a4b; outline-offset: 2px }
        p { margin: 8px 0 0; color: #5f584c }</style>
        <label for="note">Quick note</label><textarea id="note"></textarea>
        <button type="button">Keep note</button><p role="status"></p>`;
      root.querySelector("button").addEventListener("click", () => {
        const note = root.querySelector("textarea").value;
        root.querySelector("p").textContent = note ? "The note is kept" : "There is nothing to keep yet";
        if (note) sent("quick note", { note });
      });
    }
  }

  function mainForm() {
    const form = at("every-control");
    const toggle = at("switch");
    toggle.addEventListener("click", () => toggle.setAttribute("aria-checked", String(toggle.getAttribute("aria-checked") !== "true")));
    form.elements.pace.addEventListener("input", () => { at("pace-value").textContent = form.elements.pace.value; });
    for (const button of form.querySelectorAll("[data-style]")) {
      button.addEventListener("mousedown", (event) => event.preventDefault());
      button.addEventListener("click", () => {
        at("editor").focus();
        document.execCommand(button.dataset.style);
      });
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sent("every control", { ...values(form), reminders: toggle.getAttribute("aria-checked") === "true", letter: at("editor").innerText.trim() });
      at("form-status").textContent = "The form was sent";
    });
    form.addEventListener("reset", () => {
      toggle.setAttribute("aria-checked", "false");
      at("editor").textContent = "";
      at("form-status").textContent = "";
      setTimeout(() => { at("pace-value").textContent = form.elements.pace.value; });
    });
  }

  function dialogs() {
    const dialog = at("reserve");
    at("open-dialog").addEventListener("click", () => dialog.showModal());
    at("reserve-cancel").addEventListener("click", () => dialog.close());
    at("reserve-form").addEventListener("submit", (event) => {
      event.preventDefault();
      sent("reservation", values(event.target));
      dialog.close();
    });
    const say = (text) => { at("dialog-status").textContent = text; };
    at("show-alert").addEventListener("click", () => { alert("The shop closes at six today."); say("The alert was closed"); });
    at("show-confirm").addEventListener("click", () => say(confirm("Empty the reading list?") ? "You said yes" : "You said no"));
    at("show-prompt").addEventListener("click", () => {
      const name = prompt("What shall we call the list?", "Summer");
      say(name === null ? "No name was given" : `The list is called ${name}`);
    });
  }

  function sortable() {
    const list = at("reading-order");
    let held = null;
    const tell = () => { at("order-status").textContent = [...list.children].map((item) => item.dataset.title).join(", "); };
    list.addEventListener("dragstart", (event) => {
      held = event.target.closest("li");
      event.dataTransfer.setData("text/plain", held.dataset.title);
      event.dataTransfer.effectAllowed = "move";
      held.classList.add("held");
    });
    list.addEventListener("dragover", (event) => {
      const over = event.target.closest("li");
      if (!held) return;
      event.preventDefault();
      if (!over || over === held) return;
      const box = over.getBoundingClientRect();
      list.insertBefore(held, event.clientY > box.top + box.height / 2 ? over.nextSibling : over);
    });
    list.addEventListener("drop", (event) => event.preventDefault());
    list.addEventListener("dragend", () => {
      held?.classList.remove("held");
      held = null;
      tell();
    });
    list.addEventListener("keydown", (event) => {
      const item = event.target.closest("li");
      if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      if (event.key === "ArrowUp") item.previousElementSibling?.before(item);
      else item.nextElementSibling?.after(item);
      item.focus();
      tell();
    });
    tell();
  }

  function awkward() {
    const say = (text) => { at("awkward-status").textContent = text; };
    at("voucher").addEventListener("input", (event) => { event.target.value = event.target.value.replace(/[^a-z]/gi, ""); });
    at("member").addEventListener("input", (event) => {
      const digits = event.target.value.replace(/\D/g, "").slice(0, 8);
      event.target.value = digits.replace(/(\d{4})(?=\d)/, "$1-");
    });
    at("terms").addEventListener("change", (event) => { at("agree").disabled = !event.target.checked; });
    at("agree").addEventListener("click", () => say("You agreed"));
    at("twice").addEventListener("dblclick", () => say("It was pressed twice"));
    let timer = 0;
    at("long").addEventListener("pointerdown", () => { timer = setTimeout(() => say("It was held long enough"), 500); });
    for (const end of ["pointerup", "pointerleave"]) at("long").addEventListener(end, () => clearTimeout(timer));
    at("sections").addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (link) say(`You chose ${link.textContent}`);
    });
    setTimeout(() => {
      at("late-place").replaceChildren(el("button", { type: "button", id: "late", className: "button", onclick: () => say("The late button was pressed") }, "I came late"));
    }, 2000);
  }

  customElements.define("star-rating", StarRating);
  customElements.define("quick-note", QuickNote);
  addEventListener("message", (event) => {
    if (event.origin === location.origin && event.data?.form) sent(event.data.form, event.data.values);
  });
  mainForm();
  dialogs();
  sortable();
  awkward();
}
