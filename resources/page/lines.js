// @ts-check
/** Text of several lines into an editor, without a key that it may take for “send” or “run”. */
(() => {
  const cobrowse = /** @type {any} */ (globalThis).cobrowse;
  if (cobrowse.pasteText) return;

  /** Editors learn of a new selection a moment after it was made. */
  const SELECTION_MS = 30;

  /** Offer the text as a paste to what has the focus. Says whether the page took it upon itself. @param {string} text */
  async function pasteText(text) {
    await cobrowse.pause(SELECTION_MS);
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true, composed: true });
    cobrowse.focused()?.dispatchEvent(event);
    return event.defaultPrevented;
  }

  /** Begin a new line where the caret is, as the browser itself does. Pages hear of it as an input, not as a key. */
  function breakLine() {
    return document.execCommand('insertLineBreak');
  }

  Object.assign(cobrowse, { pasteText, breakLine });
})();
