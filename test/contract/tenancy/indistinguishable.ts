import { expect } from 'vitest';
import type { Answer } from '../../support/gateway.ts';

const OWN_HEADERS = new Set(['request-id', 'date']);

/** All parts of an answer that a client could compare with another answer, without the requested ids. */
function visiblePartOf({ status, headers, text }: Answer, asked: string) {
  const requestId = headers.get('request-id') ?? 'no request id';
  return {
    status,
    headers: [...headers]
      .filter(([name]) => !OWN_HEADERS.has(name))
      .map(([name, value]) => [name, value.replaceAll(asked, '')]),
    body: text.replaceAll(requestId, '').replaceAll(asked, ''),
  };
}

/** The digits of an id, in their order. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The next id that is not used: the clock of these tests stands still, so that ids follow one another. */
function nextUnused(id: string, rows: string): string {
  const digits = [...id];
  let at = digits.length - 1;
  while (digits[at] === DIGITS.at(-1)) digits[at--] = '0';
  digits[at] = DIGITS[DIGITS.indexOf(digits[at] ?? '') + 1] ?? '';
  const next = digits.join('');
  return rows.includes(next) ? nextUnused(next, rows) : next;
}

/**
 * Checks that a call has the same answer and changes nothing, for an id of another partner and for one that does not
 * exist.
 */
export async function expectNoDifference(
  stranger: string,
  call: (id: string) => Promise<Answer>,
  everything: () => Promise<string>,
): Promise<Answer> {
  const before = await everything();
  const madeUp = nextUnused(stranger, before);
  const toStranger = await call(stranger);
  const toMadeUp = await call(madeUp);
  expect(visiblePartOf(toStranger, stranger)).toEqual(visiblePartOf(toMadeUp, madeUp));
  expect(await everything()).toBe(before);
  return toStranger;
}
