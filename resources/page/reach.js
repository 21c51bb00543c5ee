// @ts-check
/**
 * Whether an element can be used right now, and at which point: seen, enabled, still, in view, and not covered.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.reach) return;

  /** @typedef {{x: number, y: number}} Point */

  /** A background tab draws no frames; then this many ms pass for one. */
  const FRAME_MS = 40;
  /** How far a box may wander between two frames and still count as still, CSS pixels. */
  const STILL_PX = 0.6;
  const FRAMES_AT_MOST = 20;
  /** A box that was there this long before counts as one still frame. */
  const STILL_BEFORE_MS = 20;
  /** Shares of width and height at which a box is tried when its middle is taken. */
  const SHARES = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.5], [0.9, 0.5], [0.15, 0.15], [0.85, 0.85]];
  const INTERACTIVE = 'a[href], button, input, select, textarea, summary, iframe, object, embed, [tabindex], [contenteditable], [role=button], [role=link], [role=checkbox], [role=radio], [role=option], [role=menuitem], [role=tab]';

  /** Whether words over a control are taken for its label, as over the fields of some forms. */
  let wordsToo = false;

  /** Until the next frame is about to be drawn. @returns {Promise<void>} */
  function nextFrame() {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, FRAME_MS);
      requestAnimationFrame(() => { clearTimeout(timer); resolve(); });
    });
  }

  /** What is drawn of it: its boxes, or those of its contents when it has none. @param {Element} element @returns {DOMRect[]} */
  function boxes(element) {
    const own = [...element.getClientRects()].filter(box => box.width > 0 && box.height > 0);
    if (own.length) return own;
    if (element instanceof HTMLAreaElement) return areaBoxes(element);
    const range = document.createRange();
    range.selectNodeContents(element);
    const inner = [...range.getClientRects()].filter(box => box.width > 0 && box.height > 0);
    if (inner.length) return inner;
    for (const child of cobrowse.childrenOf(element)) {
      const found = child instanceof Element ? boxes(child) : [];
      if (found.length) return found;
    }
    return [];
  }

  /** @param {HTMLAreaElement} area */
  function areaBoxes(area) {
    const map = area.closest('map');
    const image = map && document.querySelector(`img[usemap="#${CSS.escape(map.name)}"]`);
    if (!image) return [];
    const box = image.getBoundingClientRect();
    const numbers = area.coords.split(',').map(Number);
    if (area.shape === 'circle') return [new DOMRect(box.x + numbers[0] - numbers[2], box.y + numbers[1] - numbers[2], 2 * numbers[2], 2 * numbers[2])];
    const xs = numbers.filter((_, index) => index % 2 === 0);
    const ys = numbers.filter((_, index) => index % 2 === 1);
    if (!xs.length || !ys.length) return [box];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return [new DOMRect(box.x + left, box.y + top, Math.max(...xs) - left, Math.max(...ys) - top)];
  }

  /** What a press on this control goes to: itself, or the label that is drawn for it. @param {Element} element @returns {Element} */
  function surface(element) {
    if (element instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(element.type)) return cobrowse.surfaceOf(element);
    return element;
  }

  /** @param {DOMRect} box @param {number[]} share @returns {Point | null} the point, if it is in the viewport */
  function pointIn(box, [across, down]) {
    const left = Math.max(box.left, 0), top = Math.max(box.top, 0);
    const right = Math.min(box.right, innerWidth), bottom = Math.min(box.bottom, innerHeight);
    if (right - left < 1 || bottom - top < 1) return null;
    return { x: left + (right - left) * across, y: top + (bottom - top) * down };
  }

  /**
   * A point where a press reaches the element, or what is in the way.
   * @param {Element} element @param {Element} drawn @param {boolean} thorough also off the middle
   * @returns {{point: Point | null, hit: Element | null, offView: boolean}}
   */
  function aim(element, drawn, thorough) {
    /** @type {Element | null} */ let hit = null;
    let offView = true;
    for (const box of boxes(drawn).slice(0, 6)) {
      for (const share of thorough ? SHARES : SHARES.slice(0, 1)) {
        const point = pointIn(box, share);
        if (!point) continue;
        offView = false;
        const found = cobrowse.elementAt(point.x, point.y);
        if (found && meant(found, element, drawn)) return { point, hit: found, offView };
        hit ??= found;
      }
      if (!thorough && !offView) break;
    }
    return { point: null, hit, offView };
  }

  /** Whether a press that arrives at `hit` is one on the element. @param {Element} hit @param {Element} element @param {Element} drawn */
  function meant(hit, element, drawn) {
    if (hit === cobrowse.ourHost) return false;
    if (cobrowse.holds(element, hit)) return true;
    const label = labelOf(element, hit);
    if (label) return !otherInside(label, hit, element);
    if (drawn !== element && cobrowse.holds(drawn, hit)) return true;
    return isFace(hit, element);
  }

  /** The label of the element in which `hit` lies. @param {Element} element @param {Element} hit @returns {Element | null} */
  function labelOf(element, hit) {
    for (const label of /** @type {any} */ (element).labels ?? []) if (cobrowse.holds(label, hit)) return label;
    return null;
  }

  /** Whether something else that can be used lies between, as a link in a label. @param {Element} label @param {Element} hit @param {Element} element */
  function otherInside(label, hit, element) {
    for (let at = /** @type {Element | null} */ (hit); at && at !== label; at = cobrowse.parentOf(at)) {
      if (at !== element && at.matches('a[href], button, input, select, textarea')) return true;
    }
    return false;
  }

  /**
   * Whether `hit` is a mere face of the control: beside it in one small wrapper, no larger, without words or a use of
   * its own. A press there is what a person does to use the control.
   * @param {Element} hit @param {Element} element
   */
  function isFace(hit, element) {
    const layer = layerOf(hit, element);
    const wrapper = cobrowse.parentOf(layer);
    if (!wrapper || wrapper === document.body || wrapper === document.documentElement) return false;
    if (layer.matches(INTERACTIVE) || layer.querySelector(INTERACTIVE)) return false;
    const own = element.getBoundingClientRect();
    const face = layer.getBoundingClientRect();
    const hidden = cobrowse.unseen(element) === 'opacity';
    const slack = hidden ? 12 : 3;
    if (face.left < own.left - slack || face.top < own.top - slack || face.right > own.right + slack || face.bottom > own.bottom + slack) return false;
    return hidden || wordsToo || !(/** @type {HTMLElement} */ (layer).innerText ?? layer.textContent ?? '').trim();
  }

  /** The outermost thing around `hit` that does not hold the element: the layer in the way. @param {Element} hit @param {Element} element @returns {Element} */
  function layerOf(hit, element) {
    let layer = hit;
    for (let up = cobrowse.parentOf(layer); up && !cobrowse.holds(up, element); up = cobrowse.parentOf(up)) layer = up;
    return layer;
  }

  /** What a person would call the thing in the way. @param {Element} hit @param {Element} element */
  function called(hit, element) {
    if (hit === cobrowse.ourHost) return 'our own subtitle';
    return cobrowse.thingWords(layerOf(hit, element), hit);
  }

  /** @param {Element} element */
  function insist(element) {
    if (!element.isConnected) cobrowse.fail('stale', 'It is gone from the page.');
    if (!cobrowse.present(element) && !boxes(element).length) cobrowse.fail('not_visible', 'It is not visible.');
    const style = getComputedStyle(surface(element));
    if (style.visibility !== 'visible' || (!cobrowse.present(element) && cobrowse.unseen(element) === 'opacity')) cobrowse.fail('not_visible', 'It is not visible.');
    if (cobrowse.states(element).includes('disabled')) cobrowse.fail('not_interactive', 'It is disabled.');
    if (cobrowse.closestOf(element, '[inert]')) cobrowse.fail('not_interactive', 'It is switched off (inert) for now.');
  }

  /** @param {Element} drawn @param {ScrollLogicalPosition} block */
  function align(drawn, block) {
    drawn.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
  }

  /**
   * Bring it into view so that it can be pressed; where nothing helps it stays in the middle.
   * @param {Element} element @param {Element} drawn @param {boolean} move whether scrolling is allowed to uncover it
   * @returns {{point: Point | null, hit: Element | null}}
   */
  function bring(element, drawn, move) {
    let best = aim(element, drawn, false);
    if (best.point) return best;
    if (!best.offView) {
      best = aim(element, drawn, true);
      if (best.point || !move) return best;
    }
    const ways = /** @type {ScrollLogicalPosition[]} */ (['center', 'start', 'end']);
    for (const way of ways) {
      align(drawn, way);
      best = aim(element, drawn, false);
      if (best.point) return best;
    }
    for (const way of /** @type {ScrollLogicalPosition[]} */ (['start', 'end', 'center'])) {
      align(drawn, way);
      best = aim(element, drawn, true);
      if (best.point) return best;
    }
    return best;
  }

  /** @param {Element} element */
  function place(element) {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  }

  /** @param {{x: number, y: number, width: number, height: number}} one @param {{x: number, y: number, width: number, height: number}} other */
  function same(one, other) {
    return ['x', 'y', 'width', 'height'].every(side => Math.abs(/** @type {any} */ (one)[side] - /** @type {any} */ (other)[side]) <= STILL_PX);
  }

  /** Wait until its box is the same for two frames, those before now included. @param {Element} drawn @returns {Promise<boolean>} */
  async function still(drawn) {
    let before = place(drawn);
    const since = cobrowse.stillSince(drawn, [before.x, before.y, before.width, before.height]);
    let quiet = performance.now() - since > STILL_BEFORE_MS ? 1 : 0;
    for (let frame = 0; frame < FRAMES_AT_MOST && quiet < 2; frame++) {
      await nextFrame();
      const now = place(drawn);
      quiet = same(before, now) ? quiet + 1 : 0;
      before = now;
    }
    return quiet >= 2;
  }

  /**
   * Make the element ready and give the point to press, in this frame's viewport. Fails with `stale`, `not_visible`,
   * `not_interactive` or `covered`; all but the first may pass, so the caller asks again for a while.
   * @param {number} key
   * @param {{move: boolean, point: boolean, still: boolean, words: boolean, fingerprint: string | null, bond: string | null, where: string | null}} how `move`: the
   * page may be scrolled to uncover it; `point`: it must be uncovered; `still`: wait until it stands still (else
   * `confirm` does); `words`: its label may lie over it; `fingerprint`, `bond`, `where`: what it
   * and the address of its document must be
   */
  async function reach(key, how) {
    const element = cobrowse.nodeOf(key);
    if (!element) cobrowse.fail('stale', 'It is gone from the page.');
    const facts = cobrowse.facts(element);
    const other = how.where !== null && how.where !== location.origin + location.pathname;
    if (other || (how.fingerprint !== null && facts.fingerprint !== how.fingerprint) || (how.bond !== null && facts.bond !== how.bond)) cobrowse.fail('stale', 'It changed.', { changed: true });
    const core = cobrowse.coreFrom(facts);
    insist(element);
    const drawn = surface(element);
    wordsToo = how.words;
    let found = bring(element, drawn, how.move);
    if (!found.point && how.point) refuse(found.hit, element);
    if (how.still) {
      if (!(await still(drawn))) cobrowse.fail('not_interactive', 'It does not stop moving.');
      insist(element);
      wordsToo = how.words;
      found = bring(element, drawn, false);
      if (!found.point && how.point) refuse(found.hit, element);
    }
    cobrowse.noteStart();
    const { x, y, width, height } = place(drawn);
    return { ...(found.point ?? { x: x + width / 2, y: y + height / 2 }), core };
  }

  /** @typedef {{hash: string, name: string, grows: boolean, moment: string}} Core see same.js */

  /** Whether it stands still, once that can be told. @param {number} key */
  async function standsStill(key) {
    const element = cobrowse.nodeOf(key);
    return !!element && still(surface(element));
  }

  /**
   * With the pointer there: whether it is still the same, and a press would reach it. Says '' or why not.
   * @param {number} key @param {number} x @param {number} y @param {Core} core
   * @returns {'' | 'gone' | 'changed' | 'covered'}
   */
  function confirm(key, x, y, core) {
    const element = cobrowse.nodeOf(key);
    if (!element) return 'gone';
    if (cobrowse.differs(element, core)) return 'changed';
    const hit = cobrowse.elementAt(x, y);
    return hit && meant(hit, element, surface(element)) ? '' : 'covered';
  }

  /** What is at a point instead of an element; '' when it is the element itself. @param {number} key @param {number} x @param {number} y */
  function coverAt(key, x, y) {
    const element = cobrowse.nodeOf(key);
    const hit = cobrowse.elementAt(x, y);
    return element && hit && !meant(hit, element, surface(element)) ? called(hit, element) : '';
  }

  /** @param {Element | null} hit @param {Element} element @returns {never} */
  function refuse(hit, element) {
    if (!hit) return cobrowse.fail('not_visible', 'No part of it can be brought into view.');
    const by = called(hit, element);
    return cobrowse.fail('covered', `It is covered by ${by}.`, { by });
  }

  /**
   * The same point in this document's viewport, for a point in a frame's own; the frame is brought into view if need be.
   * @param {Element} owner the frame's element @param {number} x @param {number} y @param {boolean} move
   */
  async function reachThrough(owner, x, y, move) {
    if (!owner.isConnected) cobrowse.fail('stale', 'The frame that holds it has gone.');
    let at = mapOut(owner, x, y);
    if (!inView(at) && move) {
      owner.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      at = mapOut(owner, x, y);
      if (!inView(at)) scrollBy({ left: at.x - innerWidth / 2, top: at.y - innerHeight / 2, behavior: 'instant' });
      await nextFrame();
      await nextFrame();
      at = mapOut(owner, x, y);
    }
    if (!inView(at)) cobrowse.fail('not_visible', 'The frame that holds it cannot be brought into view.');
    const hit = cobrowse.elementAt(at.x, at.y);
    if (hit && hit !== owner && !cobrowse.holds(owner, hit)) refuse(hit, owner);
    cobrowse.noteStart();
    return at;
  }

  /** @param {Element} owner @param {number} x @param {number} y @returns {Point} */
  function mapOut(owner, x, y) {
    const box = owner.getBoundingClientRect();
    const element = /** @type {HTMLElement} */ (owner);
    const style = getComputedStyle(owner);
    const scaleX = element.offsetWidth ? box.width / element.offsetWidth : 1;
    const scaleY = element.offsetHeight ? box.height / element.offsetHeight : 1;
    return {
      x: box.x + (owner.clientLeft + parseFloat(style.paddingLeft || '0') + x) * scaleX,
      y: box.y + (owner.clientTop + parseFloat(style.paddingTop || '0') + y) * scaleY,
    };
  }

  /** @param {Point} point */
  function inView({ x, y }) {
    return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  }

  /** The middle of what can be seen of it. @param {number} key @returns {[number, number]} */
  function middle(key) {
    const element = cobrowse.nodeOf(key);
    const box = element && (cobrowse.shownBox(element) ?? cobrowse.boxOf(element));
    if (!box) return cobrowse.fail('stale', 'It is gone from the page.');
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** Whether the two are, or are in, places beside one another in one list. @param {number} one @param {number} other */
  function inOneList(one, other) {
    const [first, second] = [cobrowse.nodeOf(one), cobrowse.nodeOf(other)];
    if (!first || !second || cobrowse.holds(first, second) || cobrowse.holds(second, first)) return false;
    let [item, beside] = [first, second];
    for (let up = cobrowse.parentOf(item); up && !cobrowse.holds(up, second); up = cobrowse.parentOf(up)) item = up;
    for (let up = cobrowse.parentOf(beside); up && !cobrowse.holds(up, first); up = cobrowse.parentOf(up)) beside = up;
    return item.localName === beside.localName && item.className.toString().split(' ')[0] === beside.className.toString().split(' ')[0];
  }

  /** Scroll it into view, whatever covers it. @param {number} key */
  async function reveal(key) {
    const element = cobrowse.nodeOf(key);
    if (!element) cobrowse.fail('stale', 'It is gone from the page.');
    const drawn = surface(element);
    if (!boxes(drawn).length) cobrowse.fail('not_visible', 'It is not visible.');
    const found = bring(element, drawn, false);
    if (!found.point && !cobrowse.inViewport(cobrowse.boxOf(drawn))) align(drawn, 'center');
    await nextFrame();
    await nextFrame();
    return cobrowse.boxOf(drawn);
  }

  Object.assign(cobrowse, { reach, reachThrough, standsStill, coverAt, inOneList, confirm, middle, reveal, nextFrame, boxes, surface, mapOut });
})();
