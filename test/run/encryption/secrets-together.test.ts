import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/run/config/config.ts';
import { ConfigError } from '../../../src/kernel/config-error.ts';
import { openGateway } from '../../../src/run/open/open-gateway.ts';
import { dataFolder, environmentOf } from '../../support/gateway-process.ts';
import { freshDatabase, onPostgres } from '../../support/postgres/databases.ts';

const ROUNDS = 8;
const SECRETS = ['a1'.repeat(32), 'b2'.repeat(32), 'c3'.repeat(32)];

/** One new database, and starts on it from folders of their own, as on several machines. */
async function newDatabase() {
  const { url, drop } = await freshDatabase();
  const folders = SECRETS.map(() => dataFolder());
  const shared = dataFolder();
  const DATABASE_URL = onPostgres() ? url : `sqlite:${join(shared.path, 'gateway.db')}`;
  return {
    start: (place: number, SECRET_KEY = SECRETS[place]) =>
      openGateway(
        readConfig(
          environmentOf(folders[place]?.path ?? '', {
            NODE_ENV: 'test',
            SECRET_KEY,
            DATABASE_URL,
            STORAGE_URL: `fs:${join(shared.path, 'files')}`,
          }),
        ),
      ),
    async [Symbol.asyncDispose]() {
      await drop();
      [...folders, shared].forEach((folder) => folder[Symbol.dispose]());
    },
  };
}

test('of starts with different secrets on a new database one wins, and starts again', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await using database = await newDatabase();
    const outcomes = await Promise.allSettled(SECRETS.map((_, place) => database.start(place)));
    const winners = outcomes.flatMap((outcome, place) =>
      outcome.status === 'fulfilled' ? [{ place, gateway: outcome.value }] : [],
    );
    expect(winners).toHaveLength(1);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    const sentence =
      'SECRET_KEY (by default the secret.key in DATA_DIR) is not the secret that the database was encrypted with; put the right key back.';
    expect(refused).toEqual([new ConfigError(sentence), new ConfigError(sentence)]);
    for (const { place, gateway } of winners) {
      const names = await gateway.database.reads.selectFrom('secret_key').select('name').execute();
      expect(names.map(({ name }) => name)).toEqual([gateway.keyring.names[0]]);
      await gateway[Symbol.asyncDispose]();
      const again = await database.start(place);
      await again[Symbol.asyncDispose]();
    }
  }
});

test('of rotations to different secrets at once one wins, and starts again with both of its secrets', async () => {
  const [old = '', ...others] = SECRETS;
  await using database = await newDatabase();
  await (await database.start(0))[Symbol.asyncDispose]();
  const rotated = (place: number) => database.start(place, `${SECRETS[place]},${old}`);
  const outcomes = await Promise.allSettled(others.map((_, at) => rotated(at + 1)));
  const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const outcome of outcomes)
    if (outcome.status === 'fulfilled') await outcome.value[Symbol.asyncDispose]();
  await (await rotated(won + 1))[Symbol.asyncDispose]();
});
