// @ts-check
/**
 * Our own layer over the page: one host element in the top layer with a closed shadow root, and what the person does to it.
 *
 * The page can see that an element is there and can remove it; it cannot see into it, restyle it, or answer for the person:
 * only trusted events count, none of them while the assistant itself is acting (`quiet`). Listeners are set here, before any
 * script of the page, so that no page comes first; they let everything pass unless something waits for an answer.
 *
 * `cobrowse.draw(name, ...args)` is the whole interface; see `commands`.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.draw) return;

  /** @typedef {{left: number, top: number, right: number, bottom: number}} Rect */

  const MOST_INSERTIONS = 3;
  /** So often in a row do we come back to the top before it is taken for resistance. */
  const MOST_RAISES = 40;
  const CALM_MS = 5000;
  const LOOK_EVERY_MS = 350;
  const CALM_FRAMES = 60;
  const NAP_MS = 80;
  const HTML = "http://www.w3.org/1999/xhtml";
  const TOP_LAYER = ":modal, :fullscreen, :popover-open";
  const POINTER_EVENTS = [
    "pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick", "auxclick", "contextmenu",
    "touchstart", "touchend", "selectstart", "dragstart",
  ];
  const TEXT_EVENTS = ["keypress", "keyup", "beforeinput", "input", "change", "paste", "copy", "cut", "compositionstart", "compositionend"];
  const NOT_TYPED_IN = /^(?:button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/;
  const TYPED_IN_ROLES = /^(?:textbox|searchbox|combobox|spinbutton)$/;

  const words = {
    space: "Space",
    click: "Click",
    goOn: "go on",
    pick: "Press a number, or Esc to stop",
    write: "Enter to answer, or Esc to stop",
    other: "Something else…",
    control: "You are in control",
  };

  /** @type {HTMLElement | null} */ let host = null;
  /** @type {ShadowRoot | null} */ let root = null;
  /** @type {HTMLElement | null} The element we are inside: the root, or a modal dialog, outside which nothing can be clicked. */ let home = null;
  /** @type {HTMLElement | null} */ let control = null;
  let insertions = 0;
  let raises = 0;
  let raisedAt = 0;
  let gone = false;
  let quiet = false;
  let quietSerial = 0;
  let relay = 0;
  let following = 0;
  let napping = 0;
  let calm = 0;
  let looking = 0;
  let unsettled = true;
  let zoomed = 1;
  const scale = new CSSStyleSheet();
  /** @type {string} What lay in the top layer when we last came to its top. */ let below = "";
  /** @type {Element | null} A field that the assistant left focused: its Space is not the person's. */ let leftFocused = null;
  /** Keys whose release is ours because their press was. @type {Set<string>} */ const pressed = new Set();

  const surface = {
    words,
    /** @type {HTMLElement} */ layer: /** @type {any} */ (document.createElementNS(HTML, "div")),
    signal: cobrowse.signal,
    /** @param {string} tag @param {string} [className] @param {string} [text] @returns {any} */
    make(tag, className, text) {
      const element = /** @type {HTMLElement} */ (document.createElementNS(HTML, tag));
      if (className) element.className = className;
      if (text !== undefined) element.textContent = text;
      return element;
    },
    /** Whether the person wants things to keep still. */
    still: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    /** Our element with the focus. @returns {Element | null} */
    active: () => root?.activeElement ?? null,
    typingInPage,
    /** @param {number} index */
    stress: (index) => marks.stress(index),
  };
  surface.layer.className = "layer";
  const marks = cobrowse.marks(surface);
  const pointer = cobrowse.pointer(surface);
  const subtitle = cobrowse.subtitle(surface);
  const picker = cobrowse.picker(surface);

  const shownAny = () => subtitle.shown || picker.shown || pointer.shown || control !== null || marks.count > 0;
  const asks = () => picker.shown || subtitle.waits;

  // --- the host ------------------------------------------------------------------------------------------------------

  function build() {
    host = /** @type {HTMLElement} */ (surface.make("div"));
    host.setAttribute("popover", "manual");
    root = host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(cobrowse.overlayCss ?? "");
    root.adoptedStyleSheets = [sheet, scale];
    root.append(surface.layer);
    cobrowse.ourHost = host;
  }

  /** A zoomed root would zoom us, too. */
  function unzoom() {
    const zoom = /** @type {any} */ (home)?.currentCSSZoom ?? 1;
    if (zoom === zoomed || !(zoom > 0)) return;
    zoomed = zoom;
    scale.replaceSync(`:host { zoom: ${1 / zoom} !important; }`);
  }

  const watcher = new MutationObserver(() => {
    if (host && home && host.parentNode !== home && shownAny()) restore();
  });

  /** Be in the document, in front. @returns {boolean} whether we are */
  function show() {
    if (gone || !document.documentElement) return false;
    if (!host) build();
    listen();
    if (!home?.isConnected) home = document.documentElement;
    if (host?.parentNode !== home) enter(home);
    unzoom();
    if (!looking) looking = setInterval(look, LOOK_EVERY_MS);
    return true;
  }

  /** @param {HTMLElement} place */
  function enter(place) {
    const had = /** @type {HTMLElement | null} */ (surface.active());
    home = place;
    home.append(/** @type {HTMLElement} */ (host));
    watcher.disconnect();
    watcher.observe(document, { childList: true });
    watcher.observe(home, { childList: true });
    below = "";
    raise();
    had?.focus({ preventScroll: true });
  }

  /** Someone took us out: come back, some times. */
  function restore() {
    if (gone) return;
    const left = home;
    home = left?.isConnected && left !== document.documentElement ? left : document.documentElement;
    // A dialog that went and took us along is not meant against us.
    if (left?.isConnected && ++insertions > MOST_INSERTIONS) return giveUp();
    if (home) enter(home);
    if (picker.shown) picker.takeFocus();
  }

  function giveUp() {
    gone = true;
    clearAll();
    setControl(false);
    leave();
    surface.signal({ kind: "overlay-gone" });
  }

  /** Nothing is shown any more: leave the document as it was. */
  function leave() {
    watcher.disconnect();
    clearInterval(looking);
    looking = 0;
    home = null;
    host?.remove();
  }

  /** Come to the top of the top layer. */
  function raise() {
    if (!host?.isConnected) return;
    const others = Array.from(document.querySelectorAll(TOP_LAYER)).filter((element) => element !== host);
    const now = others.map((element) => cobrowse.keyOf(element)).join();
    try {
      if (host.matches(":popover-open")) {
        if (now === below) return;
        if (performance.now() - raisedAt > CALM_MS) raises = 0;
        raisedAt = performance.now();
        // Not again and again for a page that always wants to be on top itself.
        if (++raises > MOST_RAISES) return giveUp();
        const had = /** @type {HTMLElement | null} */ (surface.active());
        host.hidePopover();
        host.showPopover();
        had?.focus({ preventScroll: true });
      } else host.showPopover();
      below = now;
    } catch {
      // No top layer to be had in this document: the highest z-index has to do.
    }
  }

  /** The modal dialog that keeps clicks from us, if there is one. @returns {HTMLElement | null} */
  function blocker() {
    const [rect] = rects();
    if (!rect) return null;
    let hit = document.elementFromPoint(rect.x + rect.width / 2, rect.y + Math.min(8, rect.height / 2));
    if (hit === host) return null;
    for (let inside = hit && cobrowse.rootOf(hit); inside; inside = hit && cobrowse.rootOf(hit)) {
      const deeper = inside.elementFromPoint(rect.x + rect.width / 2, rect.y + Math.min(8, rect.height / 2));
      if (!deeper || deeper === hit) break;
      hit = deeper;
    }
    for (let up = hit; up; up = cobrowse.parentOf(up)) if (up instanceof HTMLElement && up.matches("dialog:modal")) return up;
    return Array.from(document.querySelectorAll("dialog:modal")).at(-1) ?? null;
  }

  /** Are we still here, in front, and can we be clicked? */
  function look() {
    if (!shownAny()) return leave();
    if (!host?.isConnected || host.parentNode !== home) return restore();
    if (home !== document.documentElement && !home?.matches(":modal")) enter(document.documentElement);
    raise();
    unzoom();
    if (!asks() || quiet) return;
    const dialog = blocker();
    if (dialog && dialog !== home) {
      enter(dialog);
      if (picker.shown) picker.takeFocus();
    }
  }

  // --- following ------------------------------------------------------------------------------------------------------

  /** Keep everything where it belongs: while there are marks each frame, or now and then when all has long been still. */
  function follow() {
    clearTimeout(napping);
    following = napping = 0;
    if (gone) return;
    const moved = marks.follow(performance.now());
    calm = moved || unsettled ? 0 : calm + 1;
    if (moved || unsettled) settle();
    if (!marks.count) return;
    if (calm < CALM_FRAMES) following = requestAnimationFrame(follow);
    else napping = setTimeout(follow, NAP_MS);
  }

  function settle() {
    unsettled = false;
    const kept = marks.covers();
    subtitle.place([...kept, ...pointer.covers()]);
    const bar = subtitle.rect();
    picker.place(bar ? [...kept, bar] : kept);
  }

  /** Something changed: place anew at the next frame. */
  function refresh() {
    unsettled = true;
    if (!following) following = requestAnimationFrame(follow);
  }

  /** Something new is shown: place it before it is painted. */
  function present() {
    settle();
    refresh();
    if (asks()) look();
  }

  // --- what the person does -------------------------------------------------------------------------------------------

  /** What has the focus in the page, inside shadow roots that are known. @returns {Element | null} */
  function focusedInPage() {
    let active = document.activeElement;
    for (let inside = active && cobrowse.rootOf(active); inside?.activeElement; inside = active && cobrowse.rootOf(active)) {
      active = inside.activeElement;
    }
    return active;
  }

  /** Whether an element takes what is typed. One with a shadow root we do not know may. @param {Element | null} element */
  function typedIn(element) {
    if (!element || element === document.body || element === document.documentElement) return document.designMode === "on";
    if (element === host) return false;
    if (element instanceof HTMLInputElement) return !NOT_TYPED_IN.test(element.type) && !element.readOnly;
    if (element instanceof HTMLTextAreaElement) return !element.readOnly;
    if (element instanceof HTMLSelectElement || element.tagName === "IFRAME") return true;
    if (element instanceof HTMLElement && (element.isContentEditable || /** @type {any} */ (element).editContext)) return true;
    return TYPED_IN_ROLES.test(element.getAttribute("role") ?? "") || (element.tagName.includes("-") && !cobrowse.rootOf(element));
  }

  /** Whether keys belong to a field of the page just now. */
  function typingInPage() {
    const active = focusedInPage();
    return typedIn(active) && active !== leftFocused;
  }

  /** @param {Event} event */
  function stop(event) {
    event.stopImmediatePropagation();
  }

  /** @param {KeyboardEvent} event */
  function take(event) {
    stop(event);
    event.preventDefault();
    pressed.add(event.code);
  }

  /** @param {KeyboardEvent} event */
  function onKeyDown(event) {
    if (quiet) return;
    const ours = event.target === host && host !== null;
    if (ours) stop(event);
    if (!event.isTrusted) return;
    const free = ours || !typingInPage();
    if (free && picker.shown && picker.key(event)) return take(event);
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
    if (free && event.key === " " && plain && !picker.shown && (subtitle.waits || relay)) {
      take(event);
      if (subtitle.waits) subtitle.goOn(event.repeat);
      else if (!event.repeat) surface.signal({ kind: "subtitle-done", token: relay });
      return refresh();
    }
    // What the person types into a field makes it theirs.
    if (!ours && leftFocused && leftFocused === focusedInPage() && event.key.length === 1) leftFocused = null;
  }

  /** @param {Event} event */
  function onText(event) {
    if (event instanceof KeyboardEvent && event.isTrusted && pressed.has(event.code)) {
      stop(event);
      event.preventDefault();
      if (event.type === "keyup") pressed.delete(event.code);
    } else if (host && event.target === host) stop(event);
    else if (event.type === "compositionstart" && !quiet) leftFocused = null;
  }

  /** @param {Event} event */
  function onPointer(event) {
    if (!host || event.target !== host) {
      if (event.type === "pointerdown" && event.isTrusted && !quiet) {
        leftFocused = null;
        queueMicrotask(() => subtitle.hint());
      }
      return;
    }
    stop(event);
    if (quiet || !event.isTrusted || !(event instanceof MouseEvent)) return;
    const { clientX: x, clientY: y } = event;
    // A click by keyboard has no place.
    const target = event.type === "click" && event.detail === 0 ? surface.active() : (root?.elementFromPoint(x, y) ?? null);
    if (event.type === "mousedown" && !target?.closest(".own")) event.preventDefault();
    if (event.type !== "click") return;
    if (target?.closest(".picker")) picker.click(target);
    else if (target?.closest(".subtitle")) subtitle.goOn();
    refresh();
  }

  /** @param {FocusEvent} event */
  function onFocus(event) {
    if (host && event.target === host) return stop(event);
    if (event.type !== "focusin") return;
    const now = focusedInPage();
    if (quiet) leftFocused = now;
    else if (now !== leftFocused) leftFocused = null;
    subtitle.hint();
  }

  /** A dialog, a popover or the full screen came: be in front of it. @param {Event} event */
  function onTopLayer(event) {
    if (event.target === host) return stop(event);
    if (!shownAny() || gone) return;
    look();
    refresh();
  }

  /** `document.open()` takes all listeners away, so they are set again whenever something is shown. */
  function listen() {
    const early = { capture: true, passive: false };
    addEventListener("keydown", onKeyDown, early);
    for (const type of TEXT_EVENTS) addEventListener(type, onText, early);
    addEventListener("focusin", onFocus, early);
    addEventListener("focusout", onFocus, early);
    if (window !== top) return;
    for (const type of POINTER_EVENTS) addEventListener(type, onPointer, { capture: true, passive: !/down|up|click|menu/.test(type) });
    for (const type of ["toggle", "beforetoggle", "fullscreenchange"]) addEventListener(type, onTopLayer, true);
    addEventListener("scroll", onScroll, { capture: true, passive: true });
    addEventListener("resize", onResize);
  }

  function onScroll() {
    if (napping) refresh();
  }

  function onResize() {
    subtitle.refit();
    refresh();
  }

  // --- commands ---------------------------------------------------------------------------------------------------------

  /** @param {boolean} on */
  function setControl(on) {
    if (!on) {
      control?.remove();
      control = null;
    } else if (!control && show()) {
      control = surface.make("div", "control");
      const tag = surface.make("div", "tag", words.control);
      tag.setAttribute("role", "status");
      control?.append(tag);
      surface.layer.prepend(control ?? "");
    }
    surface.layer.classList.toggle("controlled", control !== null);
  }

  function clearAll() {
    subtitle.clear();
    picker.close();
    marks.clear();
    pointer.clear();
  }

  /** Where a click would be for us, in the viewport. @returns {{x: number, y: number, width: number, height: number}[]} */
  function rects() {
    const found = [picker.rect(), subtitle.waits ? subtitle.rect() : null];
    return found.flatMap((rect) => (rect ? [{ x: rect.x, y: rect.y, width: rect.width, height: rect.height }] : []));
  }

  const commands = {
    /** Show a sentence; an empty one takes it away. @param {string} text @param {{wait?: boolean, typed?: boolean, token?: number}} [options] */
    subtitle(text, options) {
      if (!text.trim()) subtitle.clear();
      else if (show()) {
        subtitle.show(text, options);
        present();
      }
    },
    /** The answer came from elsewhere: the words stay. @param {number} token of the subtitle that is meant */
    subtitleDone(token) {
      if (subtitle.token === token) subtitle.rest();
    },
    /** Frame or tint elements, in place of what was marked. @param {object[]} items @param {object} [options] */
    mark(items, options) {
      if (!items.length) marks.clear();
      else if (show()) {
        marks.show(items, options);
        present();
      }
    },
    /** Glide the pointer to a place in the viewport. @param {number} x @param {number} y @param {boolean} [press] */
    cursor(x, y, press) {
      if (!show()) return;
      pointer.move(x, y, press);
      present();
    },
    /** Ask. @param {string} question @param {string[]} options @param {{freeText?: boolean, token?: number}} [settings] */
    picker(question, options, settings) {
      if (!show()) return;
      picker.open(question, options, settings);
      present();
    },
    /** Ask no longer. */
    closePicker() {
      picker.close();
    },
    /** Whether the person has the browser to themselves. @param {boolean} on */
    control(on) {
      setControl(on);
      refresh();
    },
    /**
     * While the assistant acts, nothing answers: its own clicks and keys are trusted events too.
     * @param {boolean} on @param {number} serial the later one counts, whichever comes first
     */
    quiet(on, serial) {
      if (serial < quietSerial) return;
      quietSerial = serial;
      quiet = on;
      surface.layer.inert = on;
      if (!on && picker.shown && !surface.active()) picker.takeFocus();
      subtitle.hint();
    },
    /** In a sub-frame: Space goes on there, too. @param {number} token 0 to stop */
    relay(token) {
      relay = token;
      if (token) listen();
    },
    /** Take away everything but the frame of control. */
    clear() {
      clearAll();
      if (!shownAny()) leave();
    },
    rects,
    /** Other words, such as another language's. @param {Partial<typeof words>} other */
    words(other) {
      Object.assign(words, other);
    },
  };

  /** @param {keyof typeof commands} name @param {...any} args */
  cobrowse.draw = (name, ...args) => /** @type {any} */ (commands[name])(...args);
  listen();
})();
