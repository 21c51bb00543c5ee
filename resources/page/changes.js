// @ts-check
/** What became of an action, cheaply. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.noteStart) return;

  /** @type {{observer: MutationObserver, count: number, url: string, focus: Element | null} | null} */
  let note = null;

  /** Begin to take note. */
  function noteStart() {
    if (note) return;
    const observer = new MutationObserver(records => { if (note) note.count += records.filter(notOurs).length; });
    note = { observer, count: 0, url: location.href, focus: cobrowse.focused?.() ?? null };
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    for (const root of openRoots()) observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    addEventListener('input', edited, true);
    addEventListener('change', edited, true);
    addEventListener('scroll', edited, true);
  }

  /** Shadow roots of this document, while it is small enough to look for them. @returns {ShadowRoot[]} */
  function openRoots() {
    if (document.getElementsByTagName('*').length > 5000) return [];
    /** @type {ShadowRoot[]} */ const roots = [];
    cobrowse.each?.(document, (/** @type {Element} */ element) => {
      const root = cobrowse.rootOf(element);
      if (root) roots.push(root);
    });
    return roots;
  }

  /** @param {MutationRecord} record */
  function notOurs(record) {
    if (record.target === cobrowse.ourHost) return false;
    if (record.type !== 'childList') return true;
    return [...record.addedNodes, ...record.removedNodes].some(node => node !== cobrowse.ourHost);
  }

  function edited() {
    if (note) note.count++;
  }

  /** Whether something was seen to change. */
  function changed() {
    if (note) note.count += note.observer.takeRecords().filter(notOurs).length;
    return !note || note.count > 0;
  }

  /**
   * Wait until what an action set off at once is done: a frame and what was queued in it, and another one when nothing
   * is to be seen by then. Says what was seen, and what became of our input (`forget` in guard.js).
   * @param {boolean} quick one frame will do
   */
  async function noteEnd(quick) {
    await cobrowse.nextFrame();
    await new Promise(resolve => setTimeout(resolve, 0));
    if (!quick && !changed()) {
      await cobrowse.nextFrame();
      await new Promise(resolve => setTimeout(resolve, 0));
    }
    const seen = note;
    const input = cobrowse.forget();
    note = null;
    removeEventListener('input', edited, true);
    removeEventListener('change', edited, true);
    removeEventListener('scroll', edited, true);
    if (!seen) return { changes: 0, moved: false, url: location.href, ...input };
    seen.count += seen.observer.takeRecords().filter(notOurs).length;
    seen.observer.disconnect();
    return { changes: seen.count, moved: seen.url !== location.href, url: location.href, focus: (cobrowse.focused?.() ?? null) !== seen.focus, ...input };
  }

  /** How far the document has come. */
  function domState() {
    return document.readyState;
  }

  Object.assign(cobrowse, { noteStart, noteEnd, domState });
})();
