// @ts-check
/** Whether an element is still what it was when it was looked at, down to the moment at which it is used. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.coreOf) return;

  /**
   * What must not change between the last look and the press; `moment` may change with the press itself.
   * @typedef {{hash: string, name: string, grows: boolean, moment: string}} Core
   */

  /** Roles whose words say what a press does; other things may show more of themselves when they are pointed at. */
  const SAYS_WHAT_IT_DOES = /^(button|link|menuitem|menuitemcheckbox|menuitemradio|tab|option|checkbox|radio|switch|clickable)$/;

  /** @param {Element} element @returns {Core} */
  function coreOf(element) {
    return coreFrom(cobrowse.facts(element));
  }

  /** @param {any} facts of the element @returns {Core} */
  function coreFrom({ form, href, type, secret, role, name, bond, download, states }) {
    const told = SAYS_WHAT_IT_DOES.test(role) ? name : '';
    // Not `selected`: in many lists that follows the pointer.
    const moment = [location.origin, location.pathname, ...states.filter((/** @type {string} */ state) => /^(checked|unchecked|mixed|pressed)$/.test(state))].join();
    return { hash: cobrowse.hash(JSON.stringify([form?.action, form?.method, form?.submits, href, type, secret, bond, download])), name: told, grows: role === 'clickable', moment };
  }

  /**
   * Whether it is another thing now. A name that goes is no sign of that: tooltips take over titles.
   * @param {Element} element @param {Core} core @param {boolean} [late] whether the press has come already
   */
  function differs(element, core, late = false) {
    const now = coreOf(element);
    if (now.hash !== core.hash || (!late && now.moment !== core.moment)) return true;
    return now.name !== '' && now.name !== core.name && !(core.grows && now.name.includes(core.name));
  }

  /** Fail when it is another thing now. @param {Element} element @param {Core} core */
  function insistSame(element, core) {
    if (differs(element, core)) cobrowse.fail('stale', 'It changed.', { changed: true });
  }

  Object.assign(cobrowse, { coreOf, coreFrom, differs, insistSame });
})();
