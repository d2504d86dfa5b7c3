import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/kernel/error-catalogue.ts';
import { deliveryMachine } from '../../src/nouns/webhook/delivery/delivery.machine.ts';
import { policyMachine } from '../../src/nouns/policy/policy.machine.ts';
import { trialMachine } from '../../src/nouns/policy/trial.machine.ts';
import { repaymentMachine } from '../../src/nouns/repayment/repayment.machine.ts';
import { settlementMachine } from '../../src/nouns/settlement/settlement.machine.ts';
import { anchorsOf, guide, tableOf, textOf, unquoted } from '../pages/docs/pages.ts';
import { INNER_LIMITS, LIMIT_PROOFS } from './limit-proofs.ts';
import {
  DELIVERY_PROOFS,
  ERROR_PROOFS,
  POLICY_PROOFS,
  TRIAL_PROOFS,
  type Proof,
  REPAYMENT_PROOFS,
  SETTLEMENT_PROOFS,
} from './proofs.ts';

/** The machines by the name of their file, each with the proofs of its events. */
const MACHINES = {
  delivery: [deliveryMachine.events, DELIVERY_PROOFS],
  policy: [policyMachine.events, POLICY_PROOFS],
  repayment: [repaymentMachine.events, REPAYMENT_PROOFS],
  settlement: [settlementMachine.events, SETTLEMENT_PROOFS],
  trial: [trialMachine.events, TRIAL_PROOFS],
} as const;

const rows: readonly (readonly [name: string, Proof])[] = [
  ...Object.values(MACHINES).flatMap(([, proofs]) => Object.entries<Proof>(proofs)),
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
  const machines = globSync('src/nouns/**/*.machine.ts').map((path) => basename(path, '.machine.ts'));
  expect(machines.toSorted()).toEqual(Object.keys(MACHINES));
  for (const [events, proofs] of Object.values(MACHINES))
    expect(Object.keys(proofs).toSorted()).toEqual([...events].toSorted());
  expect(Object.keys(ERROR_PROOFS).toSorted()).toEqual(Object.keys(catalogue).toSorted());
  const decide = globSync('src/nouns/**/*.{input,rules,operations}.ts').map((path) =>
    path.slice('src/'.length),
  );
  for (const file of new Set([...decide, ...Object.keys(LIMIT_PROOFS)])) {
    const forClients = limitsOf(file).filter((name) => !INNER_LIMITS.has(name));
    expect([file, ...Object.keys(LIMIT_PROOFS[file] ?? {}).toSorted()]).toEqual([
      file,
      ...forClients.toSorted(),
    ]);
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
