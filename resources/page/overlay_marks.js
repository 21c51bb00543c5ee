// @ts-check
/**
 * Frames and tints around elements, following scroll and layout, and the pointer that shows where the assistant acts.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.draw) return;

  /** @typedef {{left: number, top: number, right: number, bottom: number}} Rect */
  /**
   * @typedef {object} Item What to mark: a node of this document, by itself or by key; with `box`, a part of it relative to
   *   its content box (so a mark inside a sub-frame follows the frame's element); `box` alone is a place in the viewport.
   * @property {Element} [node]
   * @property {number} [key]
   * @property {{x: number, y: number, width: number, height: number}} [box]
   * @property {string} [label]
   */

  const OUTSET = 6;
  const TINT_OUTSET = 3;
  const EDGE = 3;
  const MOST_PIECES = 12;
  const CLIPPERS_KEPT_MS = 500;

  /** @param {DOMRect} rect @returns {Rect} */
  const sides = (rect) => ({ left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom });
  /** @param {Rect} rect */
  const empty = (rect) => rect.right - rect.left < 1 || rect.bottom - rect.top < 1;
  /** @param {Rect} a @param {Rect} b @returns {Rect} */
  const within = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });

  /** The rectangle of an element; of what it holds or of its parent when it has none itself. @param {Element} node @returns {Rect} */
  function bounds(node) {
    let rect = sides(node.getBoundingClientRect());
    for (let place = node, up = 0; empty(rect) && up < 3; up++) {
      const range = document.createRange();
      range.selectNodeContents(place);
      rect = sides(range.getBoundingClientRect());
      const parent = cobrowse.parentOf(place);
      if (!empty(rect) || !parent) break;
      place = parent;
      rect = sides(place.getBoundingClientRect());
    }
    return rect;
  }

  /** The lines of an inline element, for tinting text. @param {Element} node @returns {Rect[]} */
  function lines(node) {
    if (getComputedStyle(node).display !== "inline") return [bounds(node)];
    const rects = Array.from(node.getClientRects(), sides).filter((rect) => !empty(rect));
    return rects.length && rects.length <= MOST_PIECES ? rects : [bounds(node)];
  }

  /** The ancestors outside which an element cannot be seen. @param {Element} node @returns {Element[]} */
  function clippers(node) {
    const found = [];
    let position = getComputedStyle(node).position;
    for (let up = cobrowse.parentOf(node); up && up !== document.body && up !== document.documentElement; up = cobrowse.parentOf(up)) {
      if (position === "fixed") break;
      const style = getComputedStyle(up);
      const holds = position !== "absolute" || style.position !== "static" || style.transform !== "none";
      if (!holds) continue;
      if (!/^visible visible$|^visible$/.test(style.overflow)) found.push(up);
      position = style.position;
    }
    return found;
  }

  /** White or near-black, whichever reads better on a colour. @param {string} rgb as computed styles give it */
  function inkOn(rgb) {
    const [r, g, b] = (rgb.match(/[\d.]+/g) ?? ["0", "0", "0"]).map(Number);
    return 0.299 * r + 0.587 * g + 0.114 * b > 150 ? "#16171b" : "#fff";
  }

  class Mark {
    /** @param {any} surface @param {Item} item @param {{color?: string, fill?: boolean, number?: number}} look */
    constructor(surface, item, look) {
      this.item = item;
      this.make = surface.make;
      this.fill = Boolean(look.fill);
      this.element = surface.make("div", this.fill ? "mark fill" : "mark border");
      this.element.setAttribute("aria-hidden", "true");
      this.scroll = { x: scrollX, y: scrollY };
      /** @type {HTMLElement[]} */ this.pieces = [];
      /** @type {HTMLElement | null} */ this.label = null;
      /** @type {Rect | null} Its frame in the viewport; null while it cannot be seen. */ this.frame = null;
      /** @type {Rect | null} */ this.labelled = null;
      this.drawn = "";
      /** @type {Element[]} */ this.clippers = [];
      this.clippersAt = -Infinity;
      surface.layer.append(this.element);
      if (item.label || look.number) this.addLabel(surface, look.number);
      if (look.color && CSS.supports("color", look.color)) this.paint(look.color);
    }

    /** @param {any} surface @param {number | undefined} number */
    addLabel(surface, number) {
      this.label = surface.make("div", "label");
      if (number) this.label?.append(surface.make("span", "number", String(number)));
      if (this.item.label && this.item.label !== String(number)) {
        const words = surface.make("span", "words", this.item.label);
        words.dir = "auto";
        this.label?.append(words);
      } else this.label?.classList.add("badge");
      this.element.append(this.label);
    }

    /** @param {string} color any CSS colour */
    paint(color) {
      this.element.style.setProperty("--accent", color);
      if (!this.label) return;
      this.element.style.setProperty("--on-accent", inkOn(getComputedStyle(this.label).backgroundColor));
    }

    /** @returns {Element | null} */
    node() {
      return this.item.node?.isConnected ? this.item.node : this.item.key != null ? cobrowse.nodeOf(this.item.key) : null;
    }

    /** Where its element is now. @returns {Rect[]} */
    rects() {
      const { box } = this.item;
      const node = this.node();
      if (!node && (this.item.node || this.item.key != null || !box)) return [];
      if (!box) return this.fill ? lines(/** @type {Element} */ (node)) : [bounds(/** @type {Element} */ (node))];
      const origin = node ? contentOrigin(node) : { x: this.scroll.x - scrollX, y: this.scroll.y - scrollY };
      const left = origin.x + box.x;
      const top = origin.y + box.y;
      const rect = { left, top, right: left + box.width, bottom: top + box.height };
      return [node ? within(rect, sides(node.getBoundingClientRect())) : rect];
    }

    /** @param {number} now @returns {Rect[]} what can be seen of it */
    seen(now) {
      const node = this.node();
      if (node && now - this.clippersAt > CLIPPERS_KEPT_MS) {
        this.clippers = clippers(node);
        this.clippersAt = now;
      }
      const windows = node ? this.clippers.map((clipper) => sides(clipper.getBoundingClientRect())) : [];
      const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      return this.rects()
        .map((rect) => windows.reduce(within, rect))
        .filter((rect) => !empty(rect) && !empty(within(rect, viewport)));
    }

    /** Follow the element. @param {number} now @returns {boolean} whether anything moved */
    follow(now) {
      const seen = this.seen(now);
      const signature = seen.map((rect) => `${rect.left},${rect.top},${rect.right},${rect.bottom}`).join(";") + `|${innerWidth},${innerHeight}`;
      if (signature === this.drawn) return false;
      this.drawn = signature;
      this.element.classList.toggle("out", !seen.length);
      this.frame = seen.length ? this.draw(seen) : null;
      return true;
    }

    /** @param {Rect[]} seen @returns {Rect} */
    draw(seen) {
      const outset = this.fill ? TINT_OUTSET : OUTSET;
      const edges = { left: EDGE, top: EDGE, right: innerWidth - EDGE, bottom: innerHeight - EDGE };
      const frames = seen.map((rect) => {
        const grown = { left: rect.left - outset, top: rect.top - outset, right: rect.right + outset, bottom: rect.bottom + outset };
        // Only the sides of what is in view stay inside it: what goes on below the fold is drawn on below the fold.
        return {
          left: rect.left < 0 ? grown.left : Math.max(grown.left, edges.left),
          top: rect.top < 0 ? grown.top : Math.max(grown.top, edges.top),
          right: rect.right > innerWidth ? grown.right : Math.min(grown.right, edges.right),
          bottom: rect.bottom > innerHeight ? grown.bottom : Math.min(grown.bottom, edges.bottom),
        };
      });
      while (this.pieces.length < frames.length) {
        const piece = this.make("div", "piece");
        this.pieces.push(piece);
        this.element.prepend(piece);
      }
      this.pieces.forEach((piece, index) => {
        const frame = frames[index];
        piece.hidden = !frame;
        if (!frame) return;
        piece.style.transform = `translate(${frame.left}px, ${frame.top}px)`;
        piece.style.width = `${frame.right - frame.left}px`;
        piece.style.height = `${frame.bottom - frame.top}px`;
      });
      return frames.reduce((a, b) => ({
        left: Math.min(a.left, b.left),
        top: Math.min(a.top, b.top),
        right: Math.max(a.right, b.right),
        bottom: Math.max(a.bottom, b.bottom),
      }));
    }

    /**
     * Above the frame, below it, or inside its upper or lower edge, where no other label is; a number alone sits on the corner.
     * @param {Rect[]} taken other labels
     */
    placeLabel(taken) {
      this.labelled = null;
      if (!this.label || !this.frame) return;
      const { frame } = this;
      const { offsetWidth: width, offsetHeight: height } = this.label;
      const badge = this.label.classList.contains("badge");
      const edge = badge ? 2 : 8;
      const left = Math.round(Math.max(edge, Math.min(badge ? frame.left - width / 2 : frame.left, innerWidth - width - edge)));
      const gap = 6;
      const tops = badge
        ? [Math.max(2, frame.top - height / 2)]
        : [frame.top - height - gap, frame.bottom + gap, Math.max(frame.top, 0) + gap, Math.min(frame.bottom, innerHeight) - height - gap];
      const places = tops.map((top) => ({ left, top: Math.round(top), right: left + width, bottom: Math.round(top) + height }));
      const seen = places.filter((place) => place.top >= 2 && place.bottom <= innerHeight - 2);
      const place = seen.find((place) => taken.every((other) => empty(within(place, other)))) ?? seen[0] ?? places[0];
      this.label.style.transform = `translate(${place.left}px, ${place.top}px)`;
      this.labelled = place;
    }
  }

  /** Where the content of a frame's element begins. @param {Element} node */
  function contentOrigin(node) {
    const rect = node.getBoundingClientRect();
    const style = getComputedStyle(node);
    const zoom = /** @type {any} */ (node).currentCSSZoom ?? 1;
    return {
      x: rect.left + zoom * (node.clientLeft + parseFloat(style.paddingLeft)),
      y: rect.top + zoom * (node.clientTop + parseFloat(style.paddingTop)),
    };
  }

  /** Where an element is in its own frame's viewport. @param {Element} node */
  cobrowse.boxOf = (node) => {
    const rect = bounds(node);
    return { x: rect.left, y: rect.top, width: rect.right - rect.left, height: rect.bottom - rect.top };
  };

  /** @param {any} surface */
  cobrowse.marks = (surface) => {
    /** @type {Mark[]} */ let marks = [];
    return {
      /** @param {Item[]} items @param {{color?: string, fill?: boolean, numbered?: boolean}} [options] */
      show(items, options = {}) {
        this.clear();
        marks = items.map((item, index) => new Mark(surface, item, { ...options, number: options.numbered ? index + 1 : undefined }));
        this.follow(performance.now());
      },
      clear() {
        for (const mark of marks) mark.element.remove();
        marks = [];
      },
      /** Move with what they mark. @param {number} now @returns {boolean} whether any did */
      follow(now) {
        const moved = marks.map((mark) => mark.follow(now)).includes(true);
        /** @type {Rect[]} */ const taken = [];
        for (const mark of moved ? marks : []) {
          mark.placeLabel(taken);
          if (mark.labelled) taken.push(mark.labelled);
        }
        return moved;
      },
      /** Bring one forward, -1 for none. @param {number} index */
      stress(index) {
        const known = index >= 0 && index < marks.length && marks.length > 1;
        marks.forEach((mark, at) => {
          mark.element.classList.toggle("dim", known && at !== index);
          mark.element.classList.toggle("chosen", known && at === index);
        });
      },
      get count() {
        return marks.length;
      },
      /** What they cover, labels included, in the viewport. @returns {Rect[]} */
      covers() {
        return marks.flatMap(({ frame, labelled }) => [frame, labelled].filter((rect) => rect !== null));
      },
    };
  };

  const AWAY_AFTER_MS = 6000;
  const SVG = "http://www.w3.org/2000/svg";
  const ARROW = "M4 2l16 12-7.2 1.2L17 24l-4 2-4.2-9L4 22z";

  /** The pointer that glides to where the assistant acts. @param {any} surface */
  cobrowse.pointer = (surface) => {
    /** @type {HTMLElement | null} */ let element = null;
    /** @type {{x: number, y: number} | null} */ let at = null;
    let timer = 0;

    function build() {
      element = surface.make("div", "cursor");
      element?.setAttribute("aria-hidden", "true");
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("viewBox", "0 0 26 28");
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", ARROW);
      svg.append(path);
      element?.append(surface.make("span", "ring"), svg);
      surface.layer.append(element);
    }

    return {
      /** @param {number} x @param {number} y CSS pixels in the viewport @param {boolean} [press] */
      move(x, y, press = false) {
        if (!element) build();
        const arrow = /** @type {HTMLElement} */ (element);
        arrow.classList.remove("pressed", "gliding");
        if (at) arrow.classList.add("gliding");
        else arrow.style.transform = `translate(${x + 40}px, ${y + 30}px)`;
        void arrow.offsetWidth; // the starting place counts before the glide begins
        arrow.classList.add("gliding");
        arrow.classList.remove("away");
        if (press) arrow.classList.add("pressed");
        arrow.style.transform = `translate(${x}px, ${y}px)`;
        at = { x, y };
        clearTimeout(timer);
        timer = setTimeout(() => this.leave(), AWAY_AFTER_MS);
      },
      leave() {
        element?.classList.add("away");
        at = null;
      },
      clear() {
        clearTimeout(timer);
        element?.remove();
        element = at = null;
      },
      get shown() {
        return element !== null;
      },
      /** What must stay in sight around its point. @returns {Rect[]} */
      covers() {
        return at ? [{ left: at.x - 16, top: at.y - 16, right: at.x + 28, bottom: at.y + 30 }] : [];
      },
    };
  };
})();
