import { nearestName } from '../../kernel/nearest-name.ts';

/** Longer paths, and paths with more segments, are not compared, because no path of the API is similar. */
const LENGTH_MAX = 200;
const SEGMENTS_MAX = 8;
/** The part that callers forget most often. */
const PREFIX = '/v1';

/**
 * The path of the API that a misspelled path probably means; null if none is similar. It has the names of ids and not
 * their values. `/v1` may be missing.
 */
export function nearPath(pathname: string, templates: readonly string[]): string | null {
  if (pathname.length > LENGTH_MAX) return null;
  const given = pathname.startsWith(`${PREFIX}/`) ? pathname : PREFIX + pathname;
  const segments = given.split('/');
  if (segments.length > SEGMENTS_MAX) return null;
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const template of templates) {
    const slips = misspelled(segments, template.split('/'));
    if (slips < least) [nearest, least] = [template, slips];
  }
  return nearest;
}

/** The number of misspelled segments; infinite if a segment is not similar at all. */
function misspelled(segments: readonly string[], known: readonly string[]): number {
  if (segments.length !== known.length) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (const [position, name] of known.entries()) {
    const segment = segments[position] ?? '';
    if (segment === name || (name.startsWith('{') && segment !== '')) continue;
    if (nearestName(segment, [name]) === null) return Number.POSITIVE_INFINITY;
    count += 1;
  }
  return count;
}
