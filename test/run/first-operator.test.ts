import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstOperatorCommand } from '../../src/run/first-operator.ts';
import { bootstrap } from '../../src/run/bootstrap.ts';
import { openCommandLine } from '../support/gateway-commands.ts';
import { openTestGateway, SECRET_KEY, type TestGateway } from '../support/gateway.ts';

const CONSOLE = { console: true, oidc: null };
const COMMAND = 'npm run cli -- operator create "Your Name" --key';

let cli: ReturnType<typeof openCommandLine>;
let fixture: TestGateway;
beforeEach(async () => {
  cli = openCommandLine({ SECRET_KEY });
  const DATABASE_URL = `sqlite:${cli.folder}/gateway.db`;
  fixture = await openTestGateway({
    DATABASE_URL,
    DATA_DIR: cli.folder,
    STORAGE_URL: `fs:${cli.folder}/files`,
  });
});
afterEach(async () => {
  await fixture.close();
  cli[Symbol.dispose]();
});

test('the command that a first start prints makes a person with a key for the console, and is printed no more', async () => {
  await bootstrap(fixture.gateway, { mode: 'development', bootstrapApiKey: null, sandbox: false });
  expect(await firstOperatorCommand(fixture.gateway, CONSOLE)).toBe(COMMAND);
  const { code, out } = await cli.run('operator', 'create', 'Ada Wong', '--key', '--json');
  expect(code).toBe(0);
  const { operator_id, api_key } = JSON.parse(out);
  const { json } = await fixture.withKey(api_key).graphql('{ viewer { key { role } operator { id name } } }');
  expect(json.data.viewer).toEqual({
    key: { role: 'OPERATOR' },
    operator: { id: operator_id, name: 'Ada Wong' },
  });
  expect(await firstOperatorCommand(fixture.gateway, CONSOLE)).toBeNull();
});

test('the first operator needs no partner', async () => {
  expect(await firstOperatorCommand(fixture.gateway, CONSOLE)).toBe(COMMAND);
  const { out } = await cli.run('operator', 'create', 'Ada Wong', '--key', '--json');
  const ada = fixture.withKey(JSON.parse(out).api_key);
  const { json } = await ada.graphql('{ viewer { key { partnerId } } partners { totalCount } }');
  expect(json.data).toEqual({ viewer: { key: { partnerId: null } }, partners: { totalCount: 0 } });
});

test('no command is printed if a key of before is there, nor without the console', async () => {
  expect(await firstOperatorCommand(fixture.gateway, { ...CONSOLE, console: false })).toBeNull();
  const { partnerId } = await fixture.partner();
  await fixture.key(partnerId, { role: 'operator' });
  expect(await firstOperatorCommand(fixture.gateway, CONSOLE)).toBeNull();
});
