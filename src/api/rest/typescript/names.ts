import type { Route } from '../../../pipeline/rest-kit/route.ts';

/**
 * The place of a row's method in the client: `['kyc', 'hk', 'get']` for `client.kyc.hk.get`. It has the words of the
 * path before the first parameter, then the other words of the operation. `PUT /v1/kyc/hk/{customer_id}`, which runs
 * `updateKyc`, is `kyc.hk.update`. A last word that is the verb itself is said once: `POST /v1/sandbox/reset` is
 * `sandbox.reset`.
 */
export function methodPathOf({ path, describe }: Route): readonly string[] {
  const [, , ...segments] = path.split('/');
  const parameter = segments.findIndex((segment) => segment.startsWith('{'));
  const group = (parameter < 0 ? segments : segments.slice(0, parameter)).map((segment) =>
    segment.split('-'),
  );
  const [verb = '', ...words] = wordsOf(describe.operationId);
  if (group.at(-1)?.join(' ') === verb) group.pop();
  const known = new Set(group.flat().map(singular));
  const own = words.filter((word) => !known.has(singular(word)));
  return [...group.map(camelCase), camelCase([verb, ...own])];
}

/** `rotateWebhookSecret` as `rotate`, `webhook` and `secret`. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(' ');

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '');

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const camelCase = ([first = '', ...rest]: readonly string[]): string =>
  first + rest.map(capitalized).join('');
