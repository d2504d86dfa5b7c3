/** No person reads more results; more words find the others. */
const RESULTS_MAX = 20;
const LOAD_TIMEOUT_MS = 20_000;
/** Sections that are added to the index in one turn, so that the page reacts meanwhile. */
const SECTIONS_AT_ONCE = 100;
const EXCERPT_CHARS = 160;
/** A longer word may have a typing error. */
const EXACT_CHARS_MAX = 5;

/**
 * A section of a page, as `search.json` has it.
 * @typedef {{ path: string, anchor: string, page: string, heading: string, text: string }} Section
 */

/** @returns {Promise<(words: string) => Section[]>} */
async function loadSearch() {
  const [{ default: MiniSearch }, response] = await Promise.all([
    import('minisearch'),
    fetch(new URL('search.json', import.meta.url), { signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) }),
  ]);
  if (!response.ok) throw new Error(`The index of the search has the status ${response.status}.`);
  /** @type {Section[]} */
  const sections = await response.json();
  const index = new MiniSearch({ fields: ['heading', 'page', 'text'] });
  await index.addAllAsync(
    sections.map((section, id) => ({ id, ...section })),
    { chunkSize: SECTIONS_AT_ONCE },
  );
  return (words) =>
    index
      .search(words, {
        combineWith: 'AND',
        boost: { heading: 4, page: 2 },
        prefix: true,
        fuzzy: (/** @type {string} */ word) => (word.length > EXACT_CHARS_MAX ? 0.2 : false),
      })
      .flatMap(({ id }) => sections[id] ?? []);
}

/** The field in the head of each page, and what it finds. */
export function addSearch() {
  const place = document.getElementById('search');
  const input = place?.querySelector('input');
  const found = document.getElementById('found');
  const status = found?.querySelector('p');
  const list = found?.querySelector('ol');
  if (!place || !input || !found || !status || !list) return;
  place.hidden = false;

  /** @type {ReturnType<typeof loadSearch> | null} */
  let loading = null;
  const load = () =>
    (loading ??= loadSearch().catch((error) => {
      // The next key tries again.
      loading = null;
      throw error;
    }));
  const words = () => input.value.trim();
  const links = () => [...list.querySelectorAll('a')];

  const hide = () => {
    found.hidden = true;
    list.replaceChildren();
    status.textContent = '';
  };

  const show = async () => {
    const asked = words();
    if (asked === '') return hide();
    /** @type {Section[]} */
    let sections = [];
    let says = '';
    try {
      sections = (await load())(asked);
      says = sentenceOf(sections.length, asked);
    } catch {
      says = 'The search cannot be loaded at the moment.';
    }
    // Meanwhile the person has typed on.
    if (asked !== words()) return;
    status.textContent = says;
    list.replaceChildren(...sections.slice(0, RESULTS_MAX).map((section) => item(section, asked)));
    found.hidden = false;
  };

  input.addEventListener('focus', () => void load().catch(() => {}));
  input.addEventListener('input', () => void show());
  input.addEventListener('keydown', async (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    await show();
    links()[0]?.click();
  });
  for (const part of [input, found])
    part.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        input.value = '';
        hide();
        input.focus();
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      const stops = [input, ...links()];
      stops[stops.findIndex((each) => each === document.activeElement) + step]?.focus();
      event.preventDefault();
    });
  list.addEventListener('click', () => hide());
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/**
 * @param {number} count
 * @param {string} asked
 */
function sentenceOf(count, asked) {
  if (count === 0) return `Nothing was found for “${asked}”. Try fewer or other words.`;
  if (count > RESULTS_MAX) return `The best ${RESULTS_MAX} of ${count} results`;
  return count === 1 ? '1 result' : `${count} results`;
}

/**
 * @param {Section} section
 * @param {string} asked
 */
function item({ path, anchor, page, heading, text }, asked) {
  const link = document.createElement('a');
  link.href = `${new URL('.', import.meta.url).pathname.replace(/\/$/, '')}${path}#${anchor}`;
  link.textContent = heading === page ? page : `${page}: ${heading}`;
  const excerpt = document.createElement('p');
  excerpt.textContent = excerptOf(text, asked);
  const entry = document.createElement('li');
  entry.append(link, excerpt);
  return entry;
}

/**
 * The part of a text that has the first of the words.
 *
 * @param {string} text
 * @param {string} asked
 */
function excerptOf(text, asked) {
  const [word = ''] = asked.toLowerCase().split(/\s+/);
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const begin = at < EXCERPT_CHARS / 2 ? 0 : text.lastIndexOf(' ', at - EXCERPT_CHARS / 4) + 1;
  const part = text.slice(begin, begin + EXCERPT_CHARS);
  return `${begin > 0 ? '… ' : ''}${part}${begin + EXCERPT_CHARS < text.length ? ' …' : ''}`;
}
