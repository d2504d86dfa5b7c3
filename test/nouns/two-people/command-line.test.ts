import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayAt } from '../../../src/kernel/days.ts';
import { WAITING_OPERATIONS } from '../../../src/nouns/two-people/waiting-operations.ts';
import { json, openPeopleLines } from '../../support/fixtures/people-lines.ts';
import { ALL_ON } from './changes.ts';

const { machine, people, as, lineWith, close } = await openPeopleLines('');
afterAll(close);
const { apiKey: secondKey } = await people.again(people.ann);
const asAnnAgain = lineWith({ DATA_DIR: machine.folder, FUNDGATE_OPERATOR_KEY: secondKey });

/** What the commands are about, by the names that stand for it in the table. */
const names = new Map<string, string>();

beforeAll(async () => {
  const { ann, cat, partner } = people;
  const held = await json(machine, 'hold', 'place', 'all', '--reason', 'A question');
  await json(machine, 'hold', 'lift', held.hold_id, '--reason', 'None');
  const funding = await people.bring('funded');
  const csv = join(machine.folder, 'money.csv');
  const day = dayAt(people.now());
  writeFileSync(
    csv,
    `funding_id,amount,currency,received_on,reference,source\n${funding},1.00,HKD,${day},c 1,transfer\n`,
  );
  const rules = join(machine.folder, 'rules.json');
  const rule = { key: 'large', when: 'amount > 100', then: 'DENY', reason: 'CREDIT_POLICY' };
  const policy = { scope: 'all', otherwise: 'REVIEW', rules: [rule] };
  writeFileSync(rules, JSON.stringify({ ...policy, otherwise: 'APPROVE' }));
  const live = await json(as.ann, 'policy', 'trial', rules);
  await json(as.ann, 'policy', 'publish', rules);
  writeFileSync(rules, JSON.stringify(policy));
  await json(as.ann, 'policy', 'trial', rules);
  const standing = await json(
    machine,
    'hold',
    'place',
    'partner',
    partner.partnerId,
    '--reason',
    'A question',
  );
  for (const [name, value] of Object.entries({
    PARTNER: partner.partnerId,
    CAT: cat.operatorId,
    KEY: cat.keyId,
    HOLD: standing.hold_id,
    POLICY: live.policy_id,
    RULES: rules,
    CSV: csv,
  }))
    names.set(name, value);
  await people.set(ann, ALL_ON);
});

/** Each command that makes a change for which two people may be needed, and its operation. */
const COMMANDS: readonly (readonly [command: string, operation: string])[] = [
  ['partner create New', 'createPartner'],
  ['partner update PARTNER --review auto', 'updatePartner'],
  ['provider set --two-people none', 'updateProviderSettings'],
  ['provider close-books 2026-01-31', 'closeBooks'],
  ['key create --operator CAT', 'createApiKey'],
  ['key rotate KEY', 'rotateApiKey'],
  ['operator create Dan', 'createOperator'],
  ['operator update CAT --scopes read', 'updateOperator'],
  ['operator disable CAT', 'disableOperator'],
  ['hold lift HOLD --reason None', 'liftHold'],
  ['policy publish RULES', 'publishPolicy'],
  ['policy retire POLICY', 'retirePolicy'],
  ['repayment import CSV', 'importRepayments'],
];

const TABLES = [
  'api_key',
  'hold',
  'ledger_entry',
  'operator',
  'partner',
  'policy',
  'provider_settings',
  'repayment',
] as const;

/** All that the commands could have changed. */
async function stored(): Promise<unknown> {
  const { reads } = people.gateway.database;
  return Promise.all(TABLES.map((table) => reads.selectFrom(table).selectAll().orderBy('id').execute()));
}

describe.each(COMMANDS)('%s', (command) => {
  const words = () => command.split(' ').map((word) => names.get(word) ?? word);

  test('is refused without a person, and with one it waits and changes nothing', async () => {
    const before = await stored();
    const { code, out, err } = await machine.run(...words(), '--json');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(JSON.parse(err).error.code).toBe('permission_denied');
    const waits = await as.ann.run(...words(), '--json');
    expect({ code: waits.code, err: waits.err }).toEqual({ code: 3, err: '' });
    expect(waits.out).not.toContain('fgk_');
    const { approval_id } = JSON.parse(waits.out).pending_approval;
    expect(await stored()).toEqual(before);

    // Another key of the same person changes nothing about it, for the next command as well.
    for (const line of [as.ann, asAnnAgain]) {
      const again = await line.run(...words(), '--json');
      expect(JSON.parse(again.out).pending_approval.approval_id).toBe(approval_id);
      expect(await line.run('approval', 'approve', approval_id, '--json')).toMatchObject({
        code: 1,
        out: '',
      });
    }
    expect(await machine.run('approval', 'approve', approval_id)).toMatchObject({ code: 1 });
    expect(await stored()).toEqual(before);
    expect(await as.ann.run('approval', 'refuse', approval_id, '--reason', 'Mine')).toMatchObject({
      code: 0,
    });
  });
});

test('the table has every command that runs such an operation', () => {
  const sources = globSync('src/run/cli/commands/*.ts').map((file) => readFileSync(file, 'utf8'));
  const imported = sources
    .flatMap((text) => text.match(/(?<=^import \{)[^}]+/gm) ?? [])
    .join()
    .match(/\w+/g);
  const known = COMMANDS.map(([, operation]) => operation).toSorted();
  expect(known).toEqual([...WAITING_OPERATIONS.keys()].filter((name) => imported?.includes(name)).toSorted());
});
