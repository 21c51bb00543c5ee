// @ts-check
/**
 * The card that asks the person to choose: by number, arrows and Enter, a click, or in words of their own.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.draw) return;

  /** @typedef {{left: number, top: number, right: number, bottom: number}} Rect */

  const ARM_MS = 400;
  const MARGIN = 12;
  const GAP = 20;
  const NEAR = 6;
  const MOST_OPTIONS = 8;

  /** @param {Rect} a @param {Rect} b @returns {number} the area both cover, CSS pixels squared */
  const overlap = (a, b) =>
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
    Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

  /** What has the focus, inside shadow roots too. @returns {HTMLElement | null} */
  function focused() {
    let active = document.activeElement;
    for (let root = active && cobrowse.rootOf(active); root?.activeElement; root = active && cobrowse.rootOf(active)) {
      active = root.activeElement;
    }
    return active instanceof HTMLElement && active !== document.body ? active : null;
  }

  /** @param {any} surface */
  cobrowse.picker = (surface) => {
    /** @type {HTMLElement | null} */ let card = null;
    /** @type {HTMLElement[]} */ let rows = [];
    /** @type {HTMLElement} */ let list;
    /** @type {HTMLInputElement | null} */ let own = null;
    /** @type {HTMLElement | null} */ let before = null;
    let chosen = -1;
    let token = 0;
    let openedAt = 0;
    let placed = "";

    /** @param {string} question @param {string[]} options @param {boolean} freeText */
    function build(question, options, freeText) {
      const heading = surface.make("h2", "", question);
      heading.id = "question";
      heading.dir = "auto";
      list = surface.make("div", "list");
      list.tabIndex = 0;
      list.setAttribute("role", "listbox");
      list.setAttribute("aria-labelledby", "question");
      rows = options.map((option, index) => row(option, index));
      list.append(...rows);
      const scroller = surface.make("div", "rows");
      scroller.append(list);
      card = surface.make("div", "picker");
      card?.setAttribute("role", "dialog");
      card?.setAttribute("aria-labelledby", "question");
      const [pick, write] = [surface.make("div", "foot pick", surface.words.pick), surface.make("div", "foot write", surface.words.write)];
      // One's own words stay in sight however many options there are.
      card?.append(heading, scroller, ...(freeText ? [ownRow(options.length)] : []), pick, write);
      surface.layer.append(card);
    }

    /** @param {string} option @param {number} index */
    function row(option, index) {
      const element = surface.make("div", "row");
      element.id = `option-${index}`;
      element.dataset.index = String(index);
      element.setAttribute("role", "option");
      element.setAttribute("aria-selected", "false");
      const number = surface.make("span", "number", String(index + 1));
      number.setAttribute("aria-hidden", "true");
      const words = surface.make("span", "words", option);
      words.dir = "auto";
      element.append(number, words);
      return element;
    }

    /** @param {number} index */
    function ownRow(index) {
      const element = surface.make("label", "row own");
      own = surface.make("input");
      const input = /** @type {HTMLInputElement} */ (own);
      input.type = "text";
      input.maxLength = 500;
      input.autocomplete = "off";
      input.spellcheck = false;
      input.placeholder = surface.words.other;
      input.setAttribute("aria-label", surface.words.other);
      const number = surface.make("span", "number", String(index + 1));
      number.setAttribute("aria-hidden", "true");
      element.append(number, input);
      return element;
    }

    /** @param {number} index */
    function choose(index) {
      chosen = index;
      rows.forEach((element, at) => {
        element.classList.toggle("chosen", at === index);
        element.setAttribute("aria-selected", String(at === index));
      });
      if (index >= 0) {
        list.setAttribute("aria-activedescendant", `option-${index}`);
        rows[index].scrollIntoView({ block: "nearest" });
      } else list.removeAttribute("aria-activedescendant");
      surface.stress(index);
    }

    /** @param {number} step */
    function walk(step) {
      const last = rows.length - 1 + (own ? 1 : 0);
      const current = own && surface.active() === own ? rows.length : chosen;
      const next = current < 0 ? (step > 0 ? 0 : last) : (current + step + last + 1) % (last + 1);
      if (next < rows.length) {
        list.focus({ preventScroll: true });
        choose(next);
      } else {
        choose(-1);
        own?.focus({ preventScroll: true });
      }
    }

    /** @param {object} answer */
    function answer(answer) {
      surface.signal({ ...answer, token });
      api.close();
    }

    const armed = () => performance.now() - openedAt >= ARM_MS;

    const api = {
      /** @param {string} question @param {string[]} options @param {{freeText?: boolean, token?: number}} [settings] */
      open(question, options, settings = {}) {
        const again = card !== null;
        const was = again ? before : focused();
        api.close(false);
        before = was;
        token = settings.token ?? 0;
        openedAt = performance.now();
        build(question, options.slice(0, MOST_OPTIONS), Boolean(settings.freeText));
        api.takeFocus();
      },
      takeFocus() {
        if (rows.length || !own) list?.focus({ preventScroll: true });
        else own.focus({ preventScroll: true });
      },
      /** @param {boolean} [giveBack] */
      close(giveBack = true) {
        if (!card) return;
        if (giveBack && surface.active() && before?.isConnected) before.focus({ preventScroll: true });
        card.remove();
        card = own = null;
        rows = [];
        chosen = -1;
        placed = "";
        surface.stress(-1);
        before = null;
      },
      /** A click on us. @param {Element | null} target what was hit */
      click(target) {
        const element = target?.closest(".row");
        if (!(element instanceof HTMLElement) || element.classList.contains("own") || !armed()) return;
        const index = Number(element.dataset.index);
        answer({ kind: "picked", index, text: rows[index].textContent?.slice(String(index + 1).length) ?? "" });
      },
      /** @param {KeyboardEvent} event @returns {boolean} whether it was for us */
      key(event) {
        const writing = own !== null && surface.active() === own;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
        if (event.key === "Escape") {
          if (armed()) answer({ kind: "picker-cancelled" });
        } else if (step) walk(step);
        else if (event.key === "Enter") {
          const text = own?.value.trim() ?? "";
          if (!armed() || event.repeat) return true;
          if (writing && text) answer({ kind: "picked", index: -1, text });
          else if (!writing && chosen >= 0) api.click(rows[chosen]);
        } else if (!writing && /^[1-9]$/.test(event.key)) {
          const index = Number(event.key) - 1;
          if (event.repeat || !armed()) return true;
          if (index < rows.length) api.click(rows[index]);
          else if (own && index === rows.length) own.focus({ preventScroll: true });
        } else return !writing && event.key === " ";
        return true;
      },
      /**
       * Stay away from these, as near to the usual place as can be; never move away under the person's pointer.
       * @param {Rect[]} avoid
       */
      place(avoid) {
        if (!card || (placed && card.matches(":hover"))) return;
        const { offsetWidth: width, offsetHeight: height } = card;
        const right = innerWidth - width - MARGIN;
        const bottom = innerHeight - height - MARGIN;
        const [centre, low] = [(innerWidth - width) / 2, bottom - GAP];
        const columns = [centre, right - GAP, GAP, ...avoid.flatMap((rect) => [rect.right + MARGIN, rect.left - width - MARGIN])];
        const lines = [low, (innerHeight - height) / 2, GAP, ...avoid.flatMap((rect) => [rect.bottom + MARGIN, rect.top - height - MARGIN])];
        let best = { cost: Infinity, x: 0, y: 0 };
        for (const left of columns) {
          for (const top of lines) {
            const x = Math.round(Math.max(MARGIN, Math.min(left, right)));
            const y = Math.round(Math.max(MARGIN, Math.min(top, bottom)));
            const rect = { left: x - NEAR, top: y - NEAR, right: x + width + NEAR, bottom: y + height + NEAR };
            const covered = avoid.reduce((sum, other) => sum + overlap(rect, other), 0);
            // Of the places that cover as little, the one nearest to the middle of the lower edge.
            const cost = covered * 100 + Math.abs(x - centre) + Math.abs(y - low);
            if (cost < best.cost) best = { cost, x, y };
          }
        }
        const place = `translate(${best.x}px, ${best.y}px)`;
        if (place !== placed) card.style.transform = placed = place;
      },
      get shown() {
        return card !== null;
      },
      /** @returns {DOMRect | null} */
      rect() {
        return card?.getBoundingClientRect() ?? null;
      },
    };
    return api;
  };
})();
