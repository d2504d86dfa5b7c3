import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as documents from '../../../src/pages/console-kit/generated/graphql.ts';
import { approve, approvePending, openPeople, queueOf, told } from '../../support/fixtures/people.ts';
import { openCommandLine } from '../../support/gateway-commands.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { dataFolder } from '../../support/gateway-process.ts';

const SECRET_KEY = '4b'.repeat(32);
const APPROVE = 'twoPeople: [{ operation: APPROVE, rule: ALWAYS }]';

const environmentOf = (folder: string) => ({
  SECRET_KEY,
  DATA_DIR: folder,
  DATABASE_URL: `sqlite:${join(folder, 'gateway.db')}`,
  STORAGE_URL: `fs:${join(folder, 'files')}`,
});

test('a restored backup keeps the rules, what waits and the holds, and one person does not get round them', async () => {
  using place = dataFolder();
  const [data, copy, backup] = ['data', 'copy', 'backup'].map((name) => join(place.path, name));
  if (data === undefined || copy === undefined || backup === undefined)
    throw new Error('There is no folder.');
  const people = await openPeople(APPROVE, environmentOf(data));
  const { ann, bob, now } = people;
  const [waits, held] = [await people.submit(), await people.submit()];
  const { pending } = await approve(ann, waits);
  const { pending: stopped } = await approve(ann, held);
  await ann.graphql('mutation ($id: ID!) { hold(kind: SETTLEMENT, id: $id, reason: "A question") { id } }', {
    id: held,
  });
  using own = openCommandLine(environmentOf(data));
  expect(await own.run('backup', backup)).toMatchObject({ code: 0 });
  // What happens after the backup is not in it.
  expect(await approvePending(bob, pending.id)).toMatchObject({ code: null });
  await people.close();
  using other = openCommandLine(environmentOf(copy));
  expect(await other.run('restore', backup)).toMatchObject({ code: 0 });

  const restored = await openTestGateway(environmentOf(copy), now);
  const [annAgain, bobAgain] = [ann, bob].map(({ apiKey, ...who }) => ({
    ...who,
    ...restored.withKey(apiKey),
  }));
  if (annAgain === undefined || bobAgain === undefined) throw new Error('Somebody is missing.');
  expect(await queueOf(annAgain)).toEqual([stopped.id, pending.id]);
  expect((await approve(annAgain, waits)).pending).toEqual(pending);
  expect(await approvePending(annAgain, pending.id)).toMatchObject({ code: 'permission_denied' });
  const off = await told(
    annAgain.graphql('mutation { updateProviderSettings(input: { twoPeople: [] }) { twoPeople { rule } } }'),
  );
  expect(off).toMatchObject({
    data: { updateProviderSettings: { twoPeople: [{ rule: 'ALWAYS' }] } },
    pending: { operation: 'PROVIDER_SETTINGS' },
  });
  expect(await approvePending(bobAgain, stopped.id)).toMatchObject({ code: 'on_hold' });
  expect(await approvePending(bobAgain, pending.id)).toMatchObject({ code: null });
  await restored.close();
});

test('an export asks only questions', () => {
  const texts = globSync('src/pages/export/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const names = texts.flatMap((text) => text.match(/\b\w+Document\b/g) ?? []);
  const asked = Object.entries(documents).filter(([name]) => names.includes(name));
  expect(asked.length).toBeGreaterThan(10);
  for (const [name, document] of asked)
    expect({ name, text: String(document).trimStart() }).toEqual({
      name,
      text: expect.stringMatching(/^query /),
    });
});
