// @ts-check
/**
 * What a person can see and reach: styles, boxes, every way of hiding, and what covers what.
 *
 * Nothing here writes to the page or changes its focus. Within `withPass` styles and answers are remembered; outside of
 * it every question is asked anew, as acting needs it.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.isVisible) return;

  /** @typedef {{x: number, y: number, width: number, height: number}} Box */
  /** @typedef {'' | 'gone' | 'display' | 'visibility' | 'opacity' | 'size' | 'clip' | 'off-page' | 'font-size' | 'colour' | 'option'} Unseen */

  /** Below these a person sees nothing. */
  const LEAST_OPACITY = 0.05;
  const LEAST_FONT_PX = 2;
  const LEAST_CLIP_PX = 2;
  const LEAST_CONTRAST = 1.08;

  /** @type {{styles: Map<Element, CSSStyleDeclaration>, unseen: Map<Element, Unseen>, memo: Map<string, Map<Node, any>>} | null} */
  let pass = null;

  /**
   * Run `work` with styles, visibility, roles and names remembered; the page must not run meanwhile.
   * @template T @param {() => T} work @returns {T}
   */
  function withPass(work) {
    if (pass) return work();
    pass = { styles: new Map(), unseen: new Map(), memo: new Map() };
    try {
      return work();
    } finally {
      pass = null;
    }
  }

  /** Where the answers of one kind are kept during a pass, or null outside of one. @param {string} kind @returns {Map<Node, any> | null} */
  function memoOf(kind) {
    if (!pass) return null;
    let memo = pass.memo.get(kind);
    if (!memo) pass.memo.set(kind, (memo = new Map()));
    return memo;
  }

  /** @param {Element} element @returns {CSSStyleDeclaration} */
  function styleOf(element) {
    if (!pass) return getComputedStyle(element);
    let style = pass.styles.get(element);
    if (!style) pass.styles.set(element, (style = getComputedStyle(element)));
    return style;
  }

  /** Its rectangle in the viewport of its frame, in CSS pixels. @param {Node} node @returns {Box} */
  function boxOf(node) {
    if (node instanceof Element) {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x, y, width, height };
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  }

  /** Whether some of the box lies in the viewport. @param {Box} box */
  function inViewport(box) {
    return box.x < innerWidth && box.y < innerHeight && box.x + box.width > 0 && box.y + box.height > 0;
  }

  /** Where the box lies, seen from the viewport. @param {Box} box @returns {'in' | 'above' | 'below' | 'beside'} */
  function placeOf(box) {
    if (box.y + box.height <= 0) return 'above';
    if (box.y >= innerHeight) return 'below';
    return inViewport(box) ? 'in' : 'beside';
  }

  // --- hidden by style ------------------------------------------------------------------------------------------------

  /** The product of all opacities from the element up. @param {Element} element */
  function opacityOf(element) {
    let opacity = 1;
    for (let at = /** @type {Element | null} */ (element); at; at = cobrowse.parentOf(at)) {
      const style = styleOf(at);
      opacity *= +style.opacity;
      if (style.filter !== 'none' && /opacity\((0|0?\.0\d*|0%|[0-4]%)\)/.test(style.filter)) return 0;
      if (opacity < LEAST_OPACITY) return 0;
    }
    return opacity;
  }

  /** Whether a `clip-path` leaves nothing over. @param {string} path @param {Box} box */
  function clipsAway(path, box) {
    if (path === 'none' || path === '') return false;
    const inset = /^inset\(([^)]*)\)/.exec(path);
    if (inset) return insetLeavesNothing(inset[1], box);
    const circle = /^(?:circle|ellipse)\(([^)]*)\)/.exec(path);
    if (circle) return /^\s*0(px|%)?(\s|$)/.test(circle[1]);
    const polygon = /^polygon\((?:evenodd,|nonzero,)?([^)]*)\)/.exec(path);
    if (polygon) return new Set(polygon[1].split(',').map(point => point.trim())).size < 3;
    return false;
  }

  /** @param {string} text the four (or fewer) sides of `inset()` @param {Box} box */
  function insetLeavesNothing(text, box) {
    const sides = text.split(' round ')[0].trim().split(/\s+/);
    const [top, right = top, bottom = top, left = right] = sides;
    /** @param {string} side @param {number} whole */
    const px = (side, whole) => (side.endsWith('%') ? (parseFloat(side) / 100) * whole : parseFloat(side) || 0);
    const width = box.width - px(left, box.width) - px(right, box.width);
    const height = box.height - px(top, box.height) - px(bottom, box.height);
    return width < LEAST_CLIP_PX || height < LEAST_CLIP_PX;
  }

  /** Whether a `clip: rect(…)` leaves nothing over. @param {string} clip */
  function rectLeavesNothing(clip) {
    if (clip === 'auto' || clip === '') return false;
    const sides = /rect\(([^)]*)\)/.exec(clip);
    if (!sides) return false;
    const [top, right, bottom, left] = sides[1].split(/[\s,]+/).map(side => (side === 'auto' ? NaN : parseFloat(side)));
    return right - left < LEAST_CLIP_PX || bottom - top < LEAST_CLIP_PX;
  }

  /** Whether this style makes a new containing block for fixed things. @param {CSSStyleDeclaration} style */
  function holdsFixed(style) {
    return style.transform !== 'none' || style.filter !== 'none' || style.perspective !== 'none' || style.contain.includes('paint');
  }

  /**
   * Whether some ancestor cuts the box away, or the page cannot be scrolled to where it is.
   * @param {Element} element @param {Box} box @returns {Unseen}
   */
  function cutAway(element, box) {
    let position = styleOf(element).position;
    for (let at = cobrowse.parentOf(element); at && at !== document.documentElement; at = cobrowse.parentOf(at)) {
      const style = styleOf(at);
      if (clipsAway(style.clipPath, boxOf(at))) return 'clip';
      if (style.clip !== 'auto' && style.position !== 'static' && rectLeavesNothing(style.clip)) return 'clip';
      const contains = position === 'fixed' ? holdsFixed(style) : position !== 'absolute' || style.position !== 'static' || holdsFixed(style);
      if (!contains) continue;
      if (style.overflowX !== 'visible' && at !== document.body) {
        if (cutBy(at, style, box)) return 'clip';
        // What a scroller can bring into its view is wherever the scroller is.
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) box = boxOf(at);
      }
      position = style.position;
    }
    return beyondPage(box, position === 'fixed') ? 'off-page' : '';
  }

  /** @param {Element} holder @param {CSSStyleDeclaration} style @param {Box} box */
  function cutBy(holder, style, box) {
    const view = boxOf(holder);
    if (view.width < LEAST_CLIP_PX || view.height < LEAST_CLIP_PX) return true;
    const scrollsX = style.overflowX === 'auto' || style.overflowX === 'scroll';
    const scrollsY = style.overflowY === 'auto' || style.overflowY === 'scroll';
    const left = scrollsX ? view.x - holder.scrollLeft : view.x;
    const top = scrollsY ? view.y - holder.scrollTop : view.y;
    const rightToLeft = scrollsX && style.direction === 'rtl';
    if ((box.x + box.width <= left && !rightToLeft) || box.y + box.height <= top) return true;
    return (!scrollsX && box.x >= view.x + view.width) || (!scrollsY && box.y >= view.y + view.height);
  }

  /** Whether no scrolling of the page brings the box into view. @param {Box} box @param {boolean} fixed */
  function beyondPage(box, fixed) {
    if (fixed) return !inViewport(box);
    const root = document.documentElement;
    const rightToLeft = getComputedStyle(root).direction === 'rtl' || (document.body && getComputedStyle(document.body).direction === 'rtl');
    if (box.y + box.height + scrollY <= 0) return true;
    return !rightToLeft && box.x + box.width + scrollX <= 0;
  }

  /**
   * Why a person cannot see this element, or '' when they can. Says nothing of the text in it (see `textUnseen`).
   * @param {Element} element @returns {Unseen}
   */
  function unseen(element) {
    const known = pass?.unseen.get(element);
    if (known !== undefined) return known;
    const answer = findUnseen(element);
    pass?.unseen.set(element, answer);
    return answer;
  }

  /** @param {Element} element @returns {Unseen} */
  function findUnseen(element) {
    if (!element.isConnected) return 'gone';
    if (isClosedOption(element)) return 'option';
    if (!element.checkVisibility()) return styleOf(element).display === 'contents' ? contentsUnseen(element) : 'display';
    const style = styleOf(element);
    if (style.visibility !== 'visible') return 'visibility';
    if (opacityOf(element) === 0) return 'opacity';
    const box = boxOf(element);
    if (box.width < 1 || box.height < 1) return childrenSeen(element, style) ? '' : 'size';
    if (clipsAway(style.clipPath, box)) return 'clip';
    if (style.position !== 'static' && rectLeavesNothing(style.clip)) return 'clip';
    return cutAway(element, box);
  }

  /** Whether it is a choice of a list that is not unfolded. @param {Element} element */
  function isClosedOption(element) {
    if (!(element instanceof HTMLOptionElement || element instanceof HTMLOptGroupElement)) return false;
    const list = element.closest('select');
    return !!list && !list.multiple && list.size < 2;
  }

  /** An element without a box of its own shows what its children show. @param {Element} element @returns {Unseen} */
  function contentsUnseen(element) {
    for (const child of cobrowse.childrenOf(element)) {
      if (child instanceof Element ? !unseen(child) : child instanceof Text && child.data.trim()) return '';
    }
    return 'size';
  }

  /** Whether something sticks out of an element without extent. @param {Element} element @param {CSSStyleDeclaration} style */
  function childrenSeen(element, style) {
    if (style.overflowX !== 'visible' || style.overflowY !== 'visible') return false;
    for (const child of cobrowse.childrenOf(element)) {
      if (child instanceof Element && child.checkVisibility() && !unseen(child)) return true;
    }
    return false;
  }

  // --- hidden text ----------------------------------------------------------------------------------------------------

  /** @param {string} colour as computed: rgb(), rgba() or color() @returns {[number, number, number, number] | null} */
  function channels(colour) {
    const numbers = colour.match(/-?[\d.]+(?:e-?\d+)?/g);
    if (!numbers || !/^(rgba?|color\(srgb)/.test(colour)) return null;
    const scale = colour.startsWith('color(') ? 255 : 1;
    const [red, green, blue, alpha = 1] = numbers.map(Number);
    return [red * scale, green * scale, blue * scale, alpha];
  }

  /** Relative luminance (WCAG 2). @param {number[]} rgb */
  function luminance(rgb) {
    const [red, green, blue] = rgb.map(part => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  /** Contrast ratio (WCAG 2) of two opaque colours. @param {number[]} one @param {number[]} other */
  function contrast(one, other) {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }

  /** @param {number[]} over @param {number} alpha @param {number[]} under */
  function blend(over, alpha, under) {
    return over.map((part, index) => part * alpha + under[index] * (1 - alpha));
  }

  /**
   * The plain colour behind an element, or null when a picture is (or may be) there.
   * @param {Element} element @returns {number[] | null}
   */
  function backgroundOf(element) {
    /** @type {[number[], number][]} */
    const layers = [];
    let base = null;
    for (let at = /** @type {Element | null} */ (element); at && !base; at = cobrowse.parentOf(at)) {
      const style = styleOf(at);
      if (style.backgroundImage !== 'none') return null;
      const colour = channels(style.backgroundColor);
      if (!colour) return null;
      if (colour[3] >= 0.999) base = colour.slice(0, 3);
      else if (colour[3] > 0) layers.push([colour.slice(0, 3), colour[3]]);
    }
    base ??= matchMedia('(prefers-color-scheme: dark)').matches && /dark/.test(styleOf(document.documentElement).colorScheme) ? [18, 18, 18] : [255, 255, 255];
    return layers.reverse().reduce((under, [over, alpha]) => blend(over, alpha, under), base);
  }

  /** Whether something that is no ancestor may lie behind the element: a picture, a coloured layer. @param {Element} element */
  function layerBehind(element) {
    const box = boxOf(element);
    for (let at = element, up = cobrowse.parentOf(at), steps = 0; up && steps < 8; at = up, up = cobrowse.parentOf(up), steps++) {
      let looked = 0;
      for (const other of cobrowse.childrenOf(up)) {
        if (!(other instanceof Element) || other === at || ++looked > 40) continue;
        if (overlaps(boxOf(other), box) && paints(other)) return true;
      }
      if (['::before', '::after'].some(pseudo => pseudoPaints(up, pseudo))) return true;
      const style = styleOf(up);
      if ((channels(style.backgroundColor)?.[3] ?? 0) > 0.99) return false;
    }
    return false;
  }

  /** @param {Box} one @param {Box} other */
  function overlaps(one, other) {
    return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
  }

  /** @param {Element} element */
  function paints(element) {
    if (/^(img|picture|video|canvas|svg|iframe|object|embed)$/i.test(element.localName)) return true;
    if (element.querySelector('img,picture,video,canvas,svg,iframe')) return true;
    const style = styleOf(element);
    return style.backgroundImage !== 'none' || (channels(style.backgroundColor)?.[3] ?? 1) > 0;
  }

  /** @param {Element} element @param {string} pseudo */
  function pseudoPaints(element, pseudo) {
    const style = getComputedStyle(element, pseudo);
    return style.content !== 'none' && (style.backgroundImage !== 'none' || (channels(style.backgroundColor)?.[3] ?? 1) > 0);
  }

  /**
   * Why a person cannot read the text directly in this element, or ''. The element itself must be seen.
   * @param {Element} element @returns {Unseen}
   */
  function textUnseen(element) {
    const style = styleOf(element);
    if (parseFloat(style.fontSize) < LEAST_FONT_PX) return 'font-size';
    if (style.textIndent !== '0px' && /^-\d{3,}/.test(style.textIndent)) return 'off-page';
    const colour = channels(style.webkitTextFillColor || style.color);
    if (!colour || style.textShadow !== 'none' || style.backgroundClip === 'text') return '';
    if (colour[3] < LEAST_OPACITY) return 'colour';
    const behind = backgroundOf(element);
    if (!behind) return '';
    const shown = blend(colour.slice(0, 3), colour[3], behind);
    if (contrast(shown, behind) >= LEAST_CONTRAST) return '';
    return layerBehind(element) ? '' : 'colour';
  }

  /** Whether a person can see this element or text. @param {Node | null} node @returns {boolean} */
  function isVisible(node) {
    if (node instanceof Element) return unseen(node) === '';
    if (!(node instanceof Text)) return false;
    const parent = cobrowse.parentOf(node);
    if (!parent || unseen(parent) || textUnseen(parent)) return false;
    const box = boxOf(node);
    return box.width >= 1 && box.height >= 1 && !cutAway(parent, box);
  }

  // --- hit tests ------------------------------------------------------------------------------------------------------

  /** The innermost element at a point of this frame's viewport, through shadow roots. @param {number} x @param {number} y @returns {Element | null} */
  function elementAt(x, y) {
    let hit = document.elementFromPoint(x, y);
    while (hit) {
      const inner = cobrowse.rootOf(hit)?.elementFromPoint(x, y) ?? null;
      if (!inner || inner === hit) return hit;
      hit = inner;
    }
    return null;
  }

  /** Whether `inner` is `outer` or within it, as a person sees the tree. @param {Node | null} outer @param {Node | null} inner */
  function holds(outer, inner) {
    for (let at = inner; at; at = cobrowse.parentOf(at)) if (at === outer) return true;
    return false;
  }

  /** What of the element lies in the viewport: its first line box with some extent, cut to the view. @param {Element} element @returns {Box | null} */
  function shownBox(element) {
    for (const rect of element.getClientRects()) {
      const x = Math.max(rect.left, 0);
      const y = Math.max(rect.top, 0);
      const width = Math.min(rect.right, innerWidth) - x;
      const height = Math.min(rect.bottom, innerHeight) - y;
      if (width > 0 && height > 0) return { x, y, width, height };
    }
    return null;
  }

  /**
   * What a person would press instead of this control: the label of a control that is drawn by something else.
   * @param {Element} element @returns {Element}
   */
  function surfaceOf(element) {
    const labels = cobrowse.labelsOf(element);
    if (!labels.length || !unseen(element)) return element;
    for (const label of labels) if (!unseen(label)) return label;
    return element;
  }

  /** Whether pressing `hit` means pressing `element`. @param {Element} hit @param {Element} element */
  function serves(hit, element) {
    if (holds(element, hit)) return true;
    for (const label of cobrowse.labelsOf(element)) if (holds(label, hit)) return true;
    return false;
  }

  /**
   * The element that a press at the middle of `node` would reach instead of it, or null when nothing is in the way (or
   * it is outside the viewport). `shown` is the part of it that is not cut off, where that is known.
   * @param {Node} node @param {Box | null} [shown] @returns {Element | null}
   */
  function covering(node, shown) {
    const element = node instanceof Element ? node : cobrowse.parentOf(node);
    if (!element) return null;
    const box = shown ?? shownBox(surfaceOf(element));
    if (!box) return null;
    const hit = elementAt(box.x + box.width / 2, box.y + box.height / 2);
    if (!hit || serves(hit, element)) return null;
    return hit === cobrowse.ourHost ? null : hit;
  }

  Object.assign(cobrowse, {
    withPass, memoOf, styleOf, boxOf, inViewport, placeOf, opacityOf, clipsAway, rectLeavesNothing, unseen, textUnseen, isVisible, isClosedOption,
    elementAt, holds, shownBox, surfaceOf, covering, channels, contrast,
  });
})();
