// @ts-check
/** The dialog that lies over everything else, if one does: what has a twin in it is meant there. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.inFront) return;

  const DIALOGS = 'dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]';
  /** How far from the corners of the viewport it is looked what lies there, CSS pixels. */
  const INSET = 4;

  /** Whether nothing but the dialog can be used while it is there. @param {Element} dialog */
  function isModal(dialog) {
    if (dialog.matches(':modal') || dialog.getAttribute('aria-modal') === 'true') return true;
    const [right, bottom] = [innerWidth - INSET, innerHeight - INSET];
    return [[INSET, INSET], [right, INSET], [INSET, bottom], [right, bottom]].every(([x, y]) => {
      const hit = cobrowse.elementAt(x, y);
      return hit && (cobrowse.holds(dialog, hit) || isBackdrop(hit));
    });
  }

  /** Whether it only darkens what is behind it. @param {Element} element */
  function isBackdrop(element) {
    return cobrowse.styleOf(element).position === 'fixed' && !element.firstElementChild && !element.textContent?.trim();
  }

  /** The modal dialog in front of all others. @returns {Element | null} */
  function frontDialog() {
    /** @type {Element | null} */ let front = null;
    for (const dialog of cobrowse.selectAll(DIALOGS)) if (cobrowse.isVisible(dialog) && isModal(dialog)) front = dialog;
    return front;
  }

  /** Those that are in the dialog in front; all when none is, or when there is no such dialog. @param {Element[]} elements @returns {Element[]} */
  function inFront(elements) {
    const front = elements.length > 1 ? frontDialog() : null;
    const inside = front ? elements.filter(element => cobrowse.holds(front, element)) : [];
    return inside.length ? inside : elements;
  }

  Object.assign(cobrowse, { inFront });
})();
