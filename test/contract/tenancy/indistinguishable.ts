import { expect } from 'vitest';
import type { Answer } from '../../support/gateway.ts';

const OWN_HEADERS = new Set(['request-id', 'date']);

/** All of an answer that a client could tell from another one. The ids that it asked for are taken out. */
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

/**
 * Checks that a call has the same answer and changes nothing, for an id of another partner and for one that does not
 * exist.
 */
export async function expectNoDifference(
  ids: { readonly stranger: string; readonly madeUp: string },
  call: (id: string) => Promise<Answer>,
  everything: () => Promise<string>,
): Promise<Answer> {
  const before = await everything();
  const toStranger = await call(ids.stranger);
  const toMadeUp = await call(ids.madeUp);
  expect(visiblePartOf(toStranger, ids.stranger)).toEqual(visiblePartOf(toMadeUp, ids.madeUp));
  expect(await everything()).toBe(before);
  return toStranger;
}
