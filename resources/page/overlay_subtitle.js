// @ts-check
/**
 * The sentence at the bottom of the page: paged when it is long, out of the way of what is marked.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.draw) return;

  /** @typedef {{left: number, top: number, right: number, bottom: number}} Rect */

  const MOST_CHARACTERS = 4000;
  const ARM_MS = 250;
  const TYPED_PER_SECOND = 70;
  const READING_MS = 55;
  const LEAST_READING_MS = 1800;

  /** Words with the space after them, sentence by sentence where the browser knows them. @param {string} text @returns {string[][]} */
  function sentences(text) {
    const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
    return Array.from(segmenter.segment(text), ({ segment }) => segment.match(/\S+\s*|\s+/g) ?? []);
  }

  /**
   * Cut a text into pages that fit, at the ends of sentences where they fill at least half a page, else between words.
   * @param {string} text @param {(text: string) => boolean} fits @returns {string[]}
   */
  function paged(text, fits) {
    if (fits(text)) return [text];
    const pages = [];
    let page = "";
    for (const words of sentences(text)) {
      const sentence = words.join("");
      if (fits(page + sentence)) {
        page += sentence;
        continue;
      }
      if (page && fits(sentence)) {
        pages.push(page.trim());
        page = sentence;
        continue;
      }
      for (const word of words) {
        if (page && !fits(page + word)) {
          pages.push(page.trim());
          page = "";
        }
        page += word;
      }
    }
    if (page.trim()) pages.push(page.trim());
    return pages;
  }

  /** @param {Rect} a @param {Rect} b @returns {number} the area both cover, CSS pixels squared */
  const overlap = (a, b) =>
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
    Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

  /** @param {any} surface */
  cobrowse.subtitle = (surface) => {
    /** @type {HTMLElement | null} */ let bar = null;
    /** @type {Record<string, HTMLElement>} */ let parts = {};
    let text = "";
    /** @type {string[]} */ let pages = [];
    let at = 0;
    let token = 0;
    let waits = false;
    let shownAt = 0;
    let timer = 0;
    let typing = 0;

    function build() {
      parts = {
        words: surface.make("p"),
        page: surface.make("span", "page"),
        go: surface.make("button", "go"),
        key: surface.make("kbd", "", surface.words.space),
        goes: surface.make("span", "", surface.words.goOn),
        side: surface.make("div", "side"),
        heard: surface.make("div", "heard"),
      };
      parts.words.dir = "auto";
      parts.words.setAttribute("aria-hidden", "true");
      parts.heard.setAttribute("role", "status");
      parts.go.append(parts.key, parts.goes);
      parts.side.append(parts.page, parts.go);
      bar = surface.make("div", "subtitle");
      bar?.append(parts.words, parts.side);
      surface.layer.append(parts.heard, bar);
    }

    /** How many lines a page may have. */
    const mostLines = () => (innerWidth < 600 ? 4 : 3);

    function cut() {
      const line = parseFloat(getComputedStyle(parts.words).lineHeight);
      parts.page.textContent = "9/9";
      parts.page.hidden = parts.side.hidden = false;
      const most = mostLines() * line + 1;
      pages = paged(text, (candidate) => {
        parts.words.textContent = candidate;
        return parts.words.offsetHeight <= most;
      });
    }

    /** @param {number} page @param {boolean} [typed] */
    function turn(page, typed = false) {
      at = Math.max(0, Math.min(page, pages.length - 1));
      cancelAnimationFrame(typing);
      clearTimeout(timer);
      parts.page.hidden = pages.length < 2;
      parts.page.textContent = `${at + 1}/${pages.length}`;
      parts.side.hidden = parts.page.hidden && parts.go.hidden;
      if (typed && !surface.still()) type(pages[at]);
      else parts.words.textContent = pages[at];
      if (!waits && at < pages.length - 1) {
        timer = setTimeout(() => turn(at + 1, typed), Math.max(LEAST_READING_MS, pages[at].length * READING_MS));
      }
    }

    /** @param {string} page */
    function type(page) {
      const begun = performance.now();
      const [said, rest] = [surface.make("span"), surface.make("span", "rest")];
      parts.words.replaceChildren(said, rest);
      const step = () => {
        const length = Math.ceil(((performance.now() - begun) / 1000) * TYPED_PER_SECOND);
        said.textContent = page.slice(0, length);
        rest.textContent = page.slice(length);
        if (length < page.length) typing = requestAnimationFrame(step);
      };
      step();
    }

    return {
      /** @param {string} words @param {{wait?: boolean, typed?: boolean, token?: number}} [options] */
      show(words, options = {}) {
        const next = words.trim().slice(0, MOST_CHARACTERS);
        if (!next) return this.clear();
        const grows = bar !== null && text !== "" && next.startsWith(text);
        if (!bar) build();
        text = next;
        waits = Boolean(options.wait);
        token = options.token ?? 0;
        shownAt = performance.now();
        bar?.classList.toggle("waits", waits);
        parts.go.hidden = !waits;
        parts.heard.textContent = text;
        this.hint();
        cut();
        turn(grows && !waits ? pages.length - 1 : 0, options.typed);
      },
      /** The window was resized: the same words on other pages. */
      refit() {
        if (!bar) return;
        const progress = at / pages.length;
        cut();
        turn(Math.floor(progress * pages.length));
      },
      /** Say truly what Space does just now. */
      hint() {
        if (!bar) return;
        parts.key.textContent = surface.typingInPage() ? surface.words.click : surface.words.space;
      },
      /** The person goes on. @param {boolean} [held] a key that repeats */
      goOn(held = false) {
        if (!waits || held || performance.now() - shownAt < ARM_MS) return;
        if (at < pages.length - 1) return turn(at + 1);
        this.rest();
        surface.signal({ kind: "subtitle-done", token });
      },
      /** Keep the words, wait no longer. */
      rest() {
        waits = false;
        bar?.classList.remove("waits");
        if (!bar) return;
        parts.go.hidden = true;
        parts.side.hidden = parts.page.hidden;
      },
      clear() {
        clearTimeout(timer);
        cancelAnimationFrame(typing);
        bar?.remove();
        parts.heard?.remove();
        bar = null;
        text = "";
        waits = false;
      },
      /** Keep away from these rectangles. @param {Rect[]} avoid */
      place(avoid) {
        if (!bar || (waits && bar.matches(":hover"))) return;
        const here = bar.getBoundingClientRect();
        const cost = () => {
          const rect = /** @type {HTMLElement} */ (bar).getBoundingClientRect();
          return avoid.reduce((sum, other) => sum + overlap(rect, other), 0);
        };
        const top = bar.classList.contains("top");
        if (!avoid.some((other) => overlap(here, other))) {
          // Back to where a subtitle belongs as soon as it covers nothing there.
          if (!top) return;
          bar.classList.remove("top");
          if (cost() > 0) bar.classList.add("top");
          return;
        }
        const now = cost();
        bar.classList.toggle("top");
        if (cost() >= now) bar.classList.toggle("top");
      },
      get shown() {
        return bar !== null;
      },
      get token() {
        return token;
      },
      get waits() {
        return waits;
      },
      /** @returns {DOMRect | null} */
      rect() {
        return bar?.getBoundingClientRect() ?? null;
      },
    };
  };
})();
