// @ts-check
/**
 * Whose input it is, and whether ours arrives where it was meant to.
 *
 * Each press and key of ours is announced to the document that should get it. What comes is compared before any script
 * of the page hears of it: what was not announced is the person's; a press of ours that would arrive at something else
 * than was approved, because the page changed in the last moment, is swallowed whole. Content of the person's keys is
 * never told.
 */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.announcePress) return;

  /** @typedef {{key: number, core: any, x: number, y: number, left: number, begun: boolean, over: Element | null, ticked: boolean | null, where: string}} Press */
  /** @typedef {'' | 'gone' | 'changed' | 'covered' | 'secret'} Why */

  /** A press within this distance of the announced one, CSS pixels, is taken for it. */
  const OURS_PX = 2;
  const SIGNAL_EVERY_MS = 150;
  /** Nobody can have meant a document that is younger than this: what arrives was meant for the one before. */
  const YOUNG_MS = 150;
  const CONTROL = 'a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=radio], [role=option], [role=menuitem], [role=tab], [onclick]';

  /** @type {Press | null} */ let press = null;
  /** Names of the keys to come; '' stands for any. @type {string[]} */ let keys = [];
  /** A key that is held and repeats. */ let held = '';
  /** The field that the keys are for, when they write. @type {Element | null} */ let field = null;
  /** Why input of ours was swallowed since it was last asked for. @type {Why} */ let why = '';
  /** Whether the page got a click or a key of ours since then. */ let arrived = false;
  let swallowing = false;
  let givenUp = false;
  let lastSignal = -SIGNAL_EVERY_MS;
  /** A document that was there before our scripts is not young. */
  let born = document.readyState === 'loading' ? performance.now() : -YOUNG_MS;

  /** @param {Event} event */
  function swallow(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @param {Why} reason */
  function refuse(reason) {
    why ||= reason;
    swallowing = true;
  }

  /** @param {Event} event whether it is on something that we drew */
  function onOurDrawing(event) {
    return !!cobrowse.ourHost && event.composedPath().includes(cobrowse.ourHost);
  }

  /** @param {Event} event */
  function byPerson(event) {
    const now = performance.now();
    if (now - lastSignal < SIGNAL_EVERY_MS) return;
    lastSignal = now;
    cobrowse.signal({ kind: 'person', event: event.type });
  }

  // --- presses ----------------------------------------------------------------------------------------------------------

  /**
   * A press of the main button is about to come. Says '' or why it would not arrive at the element; then none may be sent.
   * @param {number} key @param {number} x @param {number} y @param {any} core what the element must still be (`Core` in same.js)
   * @param {number} count presses in a row, 0 for none
   * @returns {Why}
   */
  function announcePress(key, x, y, core, count) {
    why = '';
    const wrong = cobrowse.confirm(key, x, y, core);
    press = wrong || !count ? null : { key, core, x, y, left: count, begun: false, over: null, ticked: null, where: '' };
    return wrong;
  }

  /** The press under way is given up: the page hears of its release, but not of a click. */
  function abandon() {
    givenUp = press !== null;
    keys = [];
    held = '';
  }

  /** @param {PointerEvent} event */
  function pressed(event) {
    if (!event.isTrusted) return;
    swallowing = givenUp = false;
    const ours = press && press.left > 0 && Math.abs(event.clientX - press.x) <= OURS_PX && Math.abs(event.clientY - press.y) <= OURS_PX;
    if (ours && press) {
      press.left--;
      press.begun = true;
      const wrong = cobrowse.confirm(press.key, event.clientX, event.clientY, press.core);
      if (wrong) refuse(wrong);
      press.over = cobrowse.elementAt(event.clientX, event.clientY);
      press.ticked = ticked(press);
    } else if (!onOurDrawing(event)) {
      press = null;
      if (young()) swallowing = true;
      else byPerson(event);
    }
    if (swallowing) swallow(event);
  }

  /** The release of a press of ours must not be one on another control that came under the pointer. @param {MouseEvent} event */
  function released(event) {
    if (!event.isTrusted) return;
    if (press?.begun && !swallowing) {
      if (strayed(event)) refuse('covered');
      else if (event.type === 'mouseup' && (ticked(press) !== press.ticked || (press.where && press.where !== location.pathname))) refuse('changed');
    }
    if (swallowing) swallow(event);
  }

  /** Whether a native tick box is ticked; null for what is none. It is turned over after the release. @param {Press} press */
  function ticked(press) {
    const element = cobrowse.nodeOf(press.key);
    return element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type) ? element.checked : null;
  }

  /** @param {MouseEvent} event */
  function strayed(event) {
    if (!press || Math.abs(event.clientX - press.x) > OURS_PX || Math.abs(event.clientY - press.y) > OURS_PX) return false;
    const now = /** @type {Element | null} */ (cobrowse.elementAt(event.clientX, event.clientY));
    if (!now || now === press.over || (press.over && (cobrowse.holds(press.over, now) || cobrowse.holds(now, press.over)))) return false;
    const other = cobrowse.closestOf(now, CONTROL);
    const meant = cobrowse.nodeOf(press.key);
    return !!other && !(meant && (cobrowse.holds(other, meant) || !cobrowse.confirm(press.key, event.clientX, event.clientY, press.core)));
  }

  /** Where it leads may not have changed since it was pressed. @param {MouseEvent} event */
  function clicked(event) {
    if (!event.isTrusted) return;
    if (press?.begun && !swallowing) {
      const element = cobrowse.nodeOf(press.key);
      if (element && cobrowse.differs(element, press.core, true)) refuse('changed');
    }
    if (swallowing || givenUp) swallow(event);
    else if (press?.begun) arrived = true;
  }

  /** @param {Event} event */
  function follows(event) {
    if (swallowing && event.isTrusted) swallow(event);
    // Where the page is when it has had its own say on the press; what changes afterwards did not come of it.
    else if (event.type === 'mousedown' && press?.begun) addEventListener('mousedown', () => { if (press) press.where = location.pathname; }, { once: true });
  }

  // --- keys -------------------------------------------------------------------------------------------------------------

  /**
   * Keys are about to come, in this order. Says why one that was announced before was swallowed, or ''.
   * @param {string[]} names as `KeyboardEvent.key` or `code` has them; '' for any
   * @param {string} repeated a key among them that is held until `forget`
   * @param {number} into key of the field they write into, 0 when they write nothing
   * @returns {Why}
   */
  function announceKeys(names, repeated, into) {
    cobrowse.noteStart();
    keys = names;
    held = '';
    if (repeated) { keys = [...names, repeated]; held = repeated; }
    field = into ? cobrowse.nodeOf(into) : null;
    const said = why;
    why = '';
    return said;
  }

  /** @param {KeyboardEvent} event @param {string} name */
  function called(event, name) {
    return !name || event.key === name || event.code === name;
  }

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    if (!event.isTrusted) return;
    if (keys.length ? called(event, keys[0]) : held && called(event, held)) {
      keys = keys.slice(1);
      // A page may make a secret field of it between two keys.
      if (field && isSecretNow()) {
        why ||= 'secret';
        swallow(event);
      } else arrived = true;
    } else if (!onOurDrawing(event)) {
      if (young()) swallow(event);
      else byPerson(event);
    }
  }

  function isSecretNow() {
    const active = cobrowse.focused();
    return (active && cobrowse.isSecret(active)) || (field?.isConnected && cobrowse.isSecret(field));
  }

  function young() {
    return performance.now() - born < YOUNG_MS;
  }

  // --- afterwards -------------------------------------------------------------------------------------------------------

  /** Nothing more of ours is to come. Says why something was swallowed, or '', and whether the page got anything. @returns {{swallowed: Why, arrived: boolean}} */
  function forget() {
    const said = { swallowed: why, arrived };
    arrived = false;
    press = null;
    field = null;
    keys = [];
    held = why = '';
    return said;
  }

  const first = { capture: true, passive: false };
  function listen() {
    addEventListener('pointerdown', pressed, first);
    for (const name of ['pointerup', 'mouseup']) addEventListener(name, /** @type {any} */ (released), first);
    addEventListener('click', clicked, first);
    for (const name of ['mousedown', 'auxclick', 'dblclick', 'contextmenu', 'dragstart', 'selectstart']) addEventListener(name, follows, first);
    addEventListener('keydown', keyed, first);
  }

  listen();

  // A page that opens its document anew takes all listeners away, and what it then shows was meant by nobody yet.
  new MutationObserver(() => {
    born = performance.now();
    press = null;
    listen();
  }).observe(document, { childList: true });

  Object.assign(cobrowse, { announcePress, announceKeys, abandon, forget });
})();
