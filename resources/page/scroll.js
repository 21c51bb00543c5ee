// @ts-check
/** Scrolling the page or one of its containers by a distance. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.scrollIt) return;

  /** Share of what is shown that one scroll goes on by. */
  const SHARE = 0.7;

  /** @param {Element} element @param {boolean} across */
  function scrolls(element, across) {
    const style = getComputedStyle(element);
    if (element === document.scrollingElement) return room(element, across) > 0;
    const way = across ? style.overflowX : style.overflowY;
    return /^(auto|scroll|overlay)$/.test(way) && room(element, across) > 1;
  }

  /** @param {Element} element @param {boolean} across */
  function room(element, across) {
    return across ? element.scrollWidth - element.clientWidth : element.scrollHeight - element.clientHeight;
  }

  /** The container meant by an element: itself, one inside it, or the nearest around it. @param {Element} element @param {boolean} across @returns {Element | null} */
  function containerOf(element, across) {
    if (scrolls(element, across)) return element;
    const inner = cobrowse.below(element, '*').filter((/** @type {Element} */ one) => scrolls(one, across) && cobrowse.isVisible(one));
    if (inner.length) return largest(inner);
    for (let at = cobrowse.parentOf(element); at; at = cobrowse.parentOf(at)) if (scrolls(at, across)) return at;
    return document.scrollingElement;
  }

  /** @param {Element[]} list */
  function largest(list) {
    const area = (/** @type {Element} */ one) => one.clientWidth * one.clientHeight;
    return list.reduce((best, one) => (area(one) > area(best) ? one : best));
  }

  /** What scrolling the page means: the document, or the part that scrolls in its place. @param {boolean} across @returns {Element} */
  function pageContainer(across) {
    const root = document.scrollingElement ?? document.documentElement;
    if (scrolls(root, across)) return root;
    /** @type {Element[]} */ const found = [];
    cobrowse.each(document, (/** @type {Element} */ element) => {
      if (element.clientHeight > innerHeight / 4 && element.clientWidth > innerWidth / 4 && scrolls(element, across) && cobrowse.isVisible(element)) found.push(element);
    });
    return found.length ? largest(found) : root;
  }

  /**
   * Scroll by `amount` CSS pixels (null: most of what is shown). Says `{moved, left, at, frame}`: how far it went, and
   * what is left in that direction.
   * @param {number} key 0: the page @param {'up' | 'down' | 'left' | 'right'} direction @param {number | null} amount
   */
  async function scrollIt(key, direction, amount) {
    const across = direction === 'left' || direction === 'right';
    const element = key ? cobrowse.nodeOf(key) : null;
    if (key && !element) cobrowse.fail('stale', 'It is gone from the page.');
    const holder = /** @type {Element} */ (element ? containerOf(element, across) : pageContainer(across));
    const shown = across ? holder.clientWidth : holder.clientHeight;
    const by = Math.round(amount ?? shown * SHARE) * (direction === 'up' || direction === 'left' ? -1 : 1);
    const place = () => (across ? holder.scrollLeft : holder.scrollTop);
    const before = place();
    holder.scrollBy({ left: across ? by : 0, top: across ? 0 : by, behavior: 'instant' });
    await cobrowse.nextFrame();
    await cobrowse.nextFrame();
    const now = place();
    const rest = by < 0 ? now : Math.max(0, room(holder, across) - now);
    return { moved: Math.round(now - before), left: Math.round(rest) };
  }

  Object.assign(cobrowse, { scrollIt });
})();
