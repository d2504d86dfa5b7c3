import { signal } from '@preact/signals';
import { base } from './base.ts';
import { keepHeights, pushStep, returnToHeight } from './heights.ts';

const ROOT = `${base}/console`;

interface Place {
  /** The parts of the path after `/console`. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

function here(): Place {
  const rest = location.pathname.slice(ROOT.length);
  const parts = rest
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  return { parts, query: new URLSearchParams(location.search) };
}

/** If a part is not UTF-8 text, for example because the address was cut, it stays as it is: no record has this id. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where the page is; each screen has an address of its own. */
export const place = signal<Place>(here());

/** The address of a screen: `href('case', id)`. Empty values of the query are left out. */
export function href(...parts: readonly (string | Readonly<Record<string, string | null>>)[]): string {
  const path = parts.filter((part) => typeof part === 'string').map((part) => encodeURIComponent(part));
  const query = new URLSearchParams();
  for (const part of parts) {
    if (typeof part === 'string') continue;
    for (const [name, value] of Object.entries(part)) if (value) query.set(name, value);
  }
  return [ROOT, ...path].join('/') + (query.size > 0 ? `?${query}` : '');
}

/** The present address without a member of its query. */
export function hereWithout(name: string): string {
  const { pathname, searchParams } = new URL(location.href);
  searchParams.delete(name);
  return pathname + (searchParams.size > 0 ? `?${searchParams}` : '');
}

export function go(address: string, { replace = false } = {}): void {
  // The same address again is not a step for the Back button.
  const isSame = new URL(address, location.href).href === location.href;
  if (replace || isSame) history.replaceState(history.state, '', address);
  else pushStep(address);
  place.value = here();
  if (!replace) scrollTo(0, 0);
}

/** Pages of the console that are no screens. */
const OUTSIDE: readonly string[] = [`${ROOT}/oidc`, `${ROOT}/graphiql`];

/** Keeps links to screens inside the page, and follows the buttons of the browser. */
export function startRouting(): void {
  keepHeights();
  addEventListener('popstate', () => {
    place.value = here();
    returnToHeight();
  });
  document.addEventListener('click', (event) => {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (
      !isPlain ||
      event.defaultPrevented ||
      link === null ||
      link.target !== '' ||
      link.hasAttribute('download')
    )
      return;
    if (link.origin !== location.origin || !link.pathname.startsWith(ROOT)) return;
    if (OUTSIDE.includes(link.pathname)) return;
    event.preventDefault();
    go(link.href);
  });
}
