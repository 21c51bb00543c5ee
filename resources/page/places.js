// @ts-check
/**
 * Where things lie while a page is walked: in the viewport, out of it but to be scrolled to, or cut off for good by what
 * is around them.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.Places) return;

  const FAR_PX = 200;
  const LEAST_PX = 2;
  const FIELDS = /^(?:input|select|textarea)$/;

  /**
   * @typedef {import('./style.js').Record} Record
   * @typedef {{x: number, y: number, width: number, height: number}} Box
   * @typedef {'' | 'in' | 'above' | 'below' | 'beside'} Place '' when it cannot be seen
   * @typedef {{box: Box, scrollsX: boolean, scrollsY: boolean, holder: Element, outer: Clip | null}} Clip what may be seen of what is inside
   * @typedef {{clip: Clip | null, positioned: Clip | null, gone: boolean, goneForAll: boolean, fixed: boolean}} Reach
   *   `positioned`: the clip of what is positioned absolutely; `gone`: nothing inside can be seen
   */

  class Places {
    constructor() {
      const root = document.documentElement;
      this.width = innerWidth;
      this.height = innerHeight;
      this.across = scrollX;
      this.down = scrollY;
      this.rightToLeft = !!root && getComputedStyle(root).direction === 'rtl';
      /** How many boxes were asked for. */
      this.boxes = 0;
    }

    /** Where a box lies, unless what is around it or the page's edge leaves nothing of it. @param {Box} box @param {Reach} where @returns {Place} */
    of(box, where) {
      if (box.width === 0 && box.height === 0) return '';
      /** @type {Place} */
      let place = '';
      // What a scroller can bring into its view is wherever the scroller is.
      let held = box;
      for (let clip = where.clip; clip; clip = clip.outer) {
        const view = clip.box;
        const above = held.y + held.height <= view.y;
        const below = held.y >= view.y + view.height;
        const aside = held.x + held.width <= view.x || held.x >= view.x + view.width;
        if ((above || below) && (!clip.scrollsY || (above && held.y + held.height <= view.y - clip.holder.scrollTop))) return '';
        if (aside && !clip.scrollsX) return '';
        if (!above && !below && !aside) continue;
        place ||= above ? 'above' : below ? 'below' : 'beside';
        held = view;
      }
      const onPage = this.onPage(held, where.fixed);
      return onPage === 'in' && place ? place : onPage;
    }

    /** Where a box lies that only the page's edge may cut. @param {Box} box @param {boolean} fixed @returns {Place} */
    onPage(box, fixed) {
      if (box.x < this.width && box.y < this.height && box.x + box.width > 0 && box.y + box.height > 0) return 'in';
      if (fixed) return '';
      if (box.y + box.height + this.down <= 0 || (!this.rightToLeft && box.x + box.width + this.across <= 0)) return '';
      if (box.y + box.height <= 0) return 'above';
      return box.y >= this.height ? 'below' : 'beside';
    }

    /** A box with extent for an element: its own, else that of what it holds. @param {Element} element @returns {Box | null} */
    boxOf(element) {
      this.boxes++;
      const own = element.getBoundingClientRect();
      if (own.width >= 1 && own.height >= 1) return own;
      for (let child = element.firstElementChild, looked = 0; child && looked < 5; child = child.nextElementSibling, looked++) {
        const box = child.getBoundingClientRect();
        if (box.width >= 1 && box.height >= 1) return box;
        const inner = child.firstElementChild?.getBoundingClientRect();
        if (inner && inner.width >= 1 && inner.height >= 1) return inner;
      }
      return null;
    }

    /** Whether all that is in flow in an element is far outside of the viewport. @param {Element} element @returns {'' | 'above' | 'below'} */
    far(element) {
      const box = element.getBoundingClientRect();
      if (box.height < 1) return '';
      if (box.y > this.height + FAR_PX) return 'below';
      return box.y + Math.max(box.height, element.scrollHeight) < -FAR_PX ? 'above' : '';
    }

    /** What scrollers around it leave of a box in the viewport. @param {Box} box @param {Clip} inner @returns {Box} */
    clipped(box, inner) {
      let left = Math.max(box.x, 0);
      let top = Math.max(box.y, 0);
      let right = Math.min(box.x + box.width, this.width);
      let bottom = Math.min(box.y + box.height, this.height);
      for (let clip = /** @type {Clip | null} */ (inner); clip; clip = clip.outer) {
        left = Math.max(left, clip.box.x);
        top = Math.max(top, clip.box.y);
        right = Math.min(right, clip.box.x + clip.box.width);
        bottom = Math.min(bottom, clip.box.y + clip.box.height);
      }
      return { x: left, y: top, width: right - left, height: bottom - top };
    }

    /** What cuts and hides the things inside an element. @template {Reach} T @param {Element} element @param {Record} record @param {T} where @returns {T} */
    inside(element, record, where) {
      const moved = record.position === 'fixed' || record.position === 'absolute';
      const cuts = record.clipPath !== 'none' || record.clip !== 'auto';
      const scrolls = record.scrolls;
      if (!moved && !cuts && !scrolls && record.position === 'static' && !record.holdsFixed) return where;
      const next = { ...where };
      if (moved) leaveClips(record, next);
      if (cuts && cutsAll(element, record)) next.gone = next.goneForAll = true;
      const tag = element.localName;
      if (scrolls && tag !== 'body' && tag !== 'html' && !FIELDS.test(tag)) addClip(element, next);
      if (record.position !== 'static' || record.holdsFixed) next.positioned = next.clip;
      return next;
    }
  }

  /** Positioned things are not cut by what lies between them and their containing block. @param {Record} record @param {Reach} next */
  function leaveClips(record, next) {
    next.gone = next.goneForAll;
    if (record.position === 'fixed') {
      next.clip = null;
      next.fixed = true;
    } else {
      next.clip = next.positioned;
      next.gone = next.gone || isNothing(next.clip);
    }
  }

  /** @param {Clip | null} clip */
  function isNothing(clip) {
    return !!clip && (clip.box.width < LEAST_PX || clip.box.height < LEAST_PX);
  }

  /** @param {Element} element @param {Reach} next */
  function addClip(element, next) {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const scrollsX = style.overflowX === 'auto' || style.overflowX === 'scroll';
    const scrollsY = style.overflowY === 'auto' || style.overflowY === 'scroll';
    next.clip = { box, scrollsX, scrollsY, holder: element, outer: next.clip };
    if (isNothing(next.clip)) next.gone = true;
  }

  /** @param {Element} element @param {Record} record */
  function cutsAll(element, record) {
    return cobrowse.clipsAway(record.clipPath, element.getBoundingClientRect()) || cobrowse.rectLeavesNothing(record.clip);
  }

  Object.assign(cobrowse, { Places });
})();
