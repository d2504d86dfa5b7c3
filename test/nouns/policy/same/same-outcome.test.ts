import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createVault } from '../../../../src/engine/crypto/encryption.ts';
import { contentOfDecision } from '../../../../src/nouns/decision/decision-content.ts';
import { decisionContentAad } from '../../../../src/nouns/decision/decision-mac.ts';
import { evaluate, readPolicy } from '../../../../src/nouns/policy/policy.rules.ts';
import { chance } from '../../../support/crash/chance.ts';
import { dataFolder } from '../../../support/gateway-process.ts';
import { freshDatabase, onPostgres } from '../../../support/postgres/databases.ts';
import { asKept, type Office, openOffice, type Said } from './office.ts';
import { anyFacts, type Case, randomCases } from './random-case.ts';
import { policyContent, ruleOf, verdictOf } from './random-policy.ts';

/** How many policies are played, each with a shadow beside it and up to two requests. Thousands take an hour. */
const CASES = Number(process.env['TEST_POLICY_RUNS'] ?? 16);
/** Cases after which one of the two gateways is started again. */
const CASES_OF_START = 8;
const DEADLINE_MS = 6 * 3_600_000;

const folder = dataFolder();
afterAll(() => folder[Symbol.dispose]());

/** On SQLite; the other one on the database that the run is about, or on another file. */
async function openBoth(): Promise<readonly [Office, Office, () => Promise<void>]> {
  const file = (name: string) => `sqlite:${join(folder.path, name)}`;
  const database = onPostgres() ? await freshDatabase() : { url: file('other.db'), drop: async () => {} };
  return [await openOffice(file('one.db')), await openOffice(database.url), database.drop];
}

const vault = createVault([Buffer.alloc(32, 1)]);

test('what is kept of any facts gets the evaluation of the facts', () => {
  fc.assert(
    fc.property(policyContent, anyFacts, ({ otherwise, rules }, facts) => {
      const lower = { otherwise: verdictOf(otherwise), rules: rules.map(ruleOf) };
      const now = evaluate(readPolicy(lower), facts);
      const kept = {
        facts,
        interest_rate: null,
        reasons: [],
        policy: { policy_id: 'pol', hash: 'h', ...now },
      };
      const content = vault.encrypt(JSON.stringify(kept), decisionContentAad('dcn'));
      const read = contentOfDecision({ id: 'dcn', content }, vault);
      expect(read.policy).toEqual(kept.policy);
      expect(evaluate(readPolicy(JSON.parse(JSON.stringify(lower))), read.facts)).toEqual(now);
    }),
    { numRuns: 5 * CASES },
  );
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test(
  'the same facts get the same outcome on both databases, after a restart, live, as a shadow and in a trial',
  async () => {
    const luck = chance();
    const cases: readonly Case[] = randomCases(luck.seed, CASES);
    const [one, other, drop] = await openBoth();
    const told: (readonly Said[])[] = [];
    try {
      for (const [at, each] of cases.entries()) {
        if (at % CASES_OF_START === CASES_OF_START - 1) await other.restart();
        const said = await one.play(each);
        told.push(said);
        expect(await other.play(each), `TEST_SEED=${luck.seed}, case ${at}`).toEqual(said);
      }
      await one.restart();
      for (const at of numbers(cases.length))
        for (const [which, name] of ['policy', 'shadow'].entries()) {
          const kept = asKept(told[at] ?? [], name);
          // A trial that would read no decision is refused.
          if (kept.verdicts.length === 0) continue;
          const tried = await ((at + which) % 2 === 0 ? one : other).tryAgain(at, which);
          if (tried !== null) expect(tried, `TEST_SEED=${luck.seed}, case ${at}, ${name}`).toEqual(kept);
        }
    } finally {
      await one.close();
      await other.close();
      await drop();
    }
  },
  DEADLINE_MS,
);
