/** How long a button says what it did. */
const SAID_MS = 2_000;

/** A button on each block of code that copies its text. */
export function addCopyButtons() {
  const said = document.createElement('p');
  said.className = 'said';
  // Screen readers announce its text.
  said.setAttribute('role', 'status');
  document.body.append(said);
  for (const block of document.querySelectorAll('main pre')) {
    const frame = document.createElement('div');
    frame.className = 'code';
    block.before(frame);
    frame.append(block, copyButton(block, said));
  }
}

/**
 * @param {Element} block
 * @param {Element} said
 */
function copyButton(block, said) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.title = 'Copy this code';
  let timer = 0;
  button.addEventListener('click', async () => {
    const words = (await isCopied(block)) ? 'Copied' : 'Press Ctrl+C';
    button.textContent = words;
    said.textContent = words;
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = 'Copy';
      said.textContent = '';
    }, SAID_MS);
  });
  return button;
}

/**
 * Puts the code on the clipboard. A page without TLS has no clipboard: there the code is selected and copied as by hand.
 *
 * @param {Element} block
 */
async function isCopied(block) {
  try {
    await navigator.clipboard.writeText((block.textContent ?? '').trimEnd());
    return true;
  } catch {
    getSelection()?.selectAllChildren(block);
    return document.execCommand('copy');
  }
}
