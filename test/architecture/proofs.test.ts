import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/kernel/error-catalogue.ts';
import { deliveryMachine } from '../../src/nouns/webhook/delivery/delivery.machine.ts';
import { settlementMachine } from '../../src/nouns/settlement/settlement.machine.ts';
import { anchorsOf, guide, tableOf, textOf, unquoted } from '../pages/docs/pages.ts';
import {
  DELIVERY_PROOFS,
  ERROR_PROOFS,
  INNER_LIMITS,
  LIMIT_PROOFS,
  type Proof,
  SETTLEMENT_PROOFS,
} from './proofs.ts';

const rows: readonly (readonly [name: string, Proof])[] = [
  ...Object.entries(SETTLEMENT_PROOFS),
  ...Object.entries(DELIVERY_PROOFS),
  ...Object.entries(ERROR_PROOFS).map(
    ([code, shown]) => [code, { ...shown, promise: `errors#${code}` }] as const,
  ),
  ...Object.values(LIMIT_PROOFS).flatMap((limits) => Object.entries(limits)),
];

const limitsOf = (file: string): readonly string[] =>
  Array.from(textOf(`src/${file}`).matchAll(/^(?:export )?const ([A-Z_]+_MAX)\b/gm), ([, name = '']) => name);

const anchors = new Map<string, readonly string[]>();

function isHeading(promise: string): boolean {
  const [page = '', anchor = ''] = promise.split('#');
  if (!anchors.has(page)) anchors.set(page, existsSync(guide(page)) ? anchorsOf(guide(page)) : []);
  return anchors.get(page)?.includes(anchor) === true;
}

/** Whether a file has a test with the title, whether it is a quoted text or a template. */
function hasTest({ file, title }: Proof): boolean {
  if (!existsSync(`test/${file}`)) return false;
  const text = textOf(`test/${file}`);
  return [`'${title}'`, `\`${title}\``].some((literal) => text.includes(literal));
}

test('every event, error code and limit for clients has a row', () => {
  expect(Object.keys(SETTLEMENT_PROOFS).toSorted()).toEqual(settlementMachine.events.toSorted());
  expect(Object.keys(DELIVERY_PROOFS).toSorted()).toEqual(deliveryMachine.events.toSorted());
  expect(Object.keys(ERROR_PROOFS).toSorted()).toEqual(Object.keys(catalogue).toSorted());
  for (const [file, limits] of Object.entries(LIMIT_PROOFS)) {
    const forClients = limitsOf(file).filter((name) => !INNER_LIMITS.has(name));
    expect([file, ...Object.keys(limits).toSorted()]).toEqual([file, ...forClients.toSorted()]);
  }
});

test('every limit in the table of the guide has a row', () => {
  const named = tableOf(guide('partner-graphql'), 'limits').map(([, , name]) => unquoted(name));
  const shown = Object.keys(LIMIT_PROOFS['api/graphql/limits/limits.ts'] ?? {});
  expect(named.filter((name) => name.endsWith('_MAX') && !shown.includes(name))).toEqual([]);
});

test('every row names a heading of a guide', () => {
  expect(rows.filter(([, { promise }]) => !isHeading(promise))).toEqual([]);
});

test('every row names a test that exists', () => {
  expect(rows.filter(([, row]) => !hasTest(row))).toEqual([]);
});
