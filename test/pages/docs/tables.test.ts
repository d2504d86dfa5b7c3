import { STORAGE_VARIABLES } from '../../../src/engine/blob/storages.ts';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { Environment } from '../../../src/run/config/environment.ts';
import { namesOf } from '../../../src/engine/sql/migration.ts';
import { migrations } from '../../../src/run/migrations/migrations.ts';
import { gatewaySchema } from '../../../src/features.ts';
import { prepareQuery } from '../../../src/api/graphql/prepare/prepare-query.ts';
import { PAGE_LIMIT_MAX } from '../../../src/kernel/page.ts';
import * as limits from '../../../src/api/graphql/limits/limits.ts';
import { settlementMachine } from '../../../src/nouns/settlement/settlement.machine.ts';
import { CreatePartnerInput } from '../../../src/nouns/partner/partner.input.ts';
import { blocksOf, guide, PAGES, proseOf, tableOf, textOf, unquoted } from './pages.ts';
import { pageWritten, WRITTEN_PAGES } from './written.ts';

test.each(WRITTEN_PAGES)('%s shows errors, events, denials and help as they are now', async (page) => {
  expect(textOf(page), 'npm run docs writes it anew').toBe(await pageWritten(page));
});

test('the table of configuration has every variable', () => {
  const named = tableOf('README.md', 'configuration').map(([name]) => unquoted(name));
  const read = new Set([...Object.keys(Environment.shape), ...STORAGE_VARIABLES.keys()]);
  expect(named.toSorted()).toEqual([...read].toSorted());
});

test('the table of limits has their values', () => {
  const values = new Map<string, number>(Object.entries(limits));
  const rows = tableOf(guide('partner-graphql'), 'limits');
  expect(rows.length).toBeGreaterThan(0);
  for (const [, value = '', name] of rows) {
    expect([name, Number(value.replaceAll(',', ''))]).toEqual([name, values.get(unquoted(name))]);
  }
});

test.each(tableOf(guide('partner-graphql'), 'pages'))(
  'a page of %s fits with %s items',
  (selected = '', most) => {
    const [, noun = '', selection = ''] = /^(customer|settlement): `(.*)`$/.exec(selected) ?? [];
    const list = noun === 'customer' ? 'customers' : 'instantSettlements';
    const costOf = (first: number): number => {
      const document = parse(`{ ${list}(first: ${first}) { nodes { ${selection} } } }`);
      const schema = gatewaySchema();
      expect(validate(schema, document)).toEqual([]);
      return prepareQuery({ schema, document, operationName: null, variables: {} }).cost;
    };
    const size = Number(most);
    expect(costOf(size)).toBeLessThanOrEqual(limits.COST_MAX);
    if (size < PAGE_LIMIT_MAX) expect(costOf(size + 1)).toBeGreaterThan(limits.COST_MAX);
  },
);

test('the table of purposes has every key that is derived', () => {
  const source = readFileSync(new URL('../../../src/run/encryption/keyring.ts', import.meta.url), 'utf8');
  const derived = Array.from(source.matchAll(/deriveKeys\(secrets, '([\w-]+)'\)/g), ([, purpose]) => purpose);
  const named = tableOf(guide('security'), 'purposes').map(([purpose]) => unquoted(purpose));
  expect(named.toSorted()).toEqual(derived.toSorted());
});

const { name: _given, ...defaults } = CreatePartnerInput.parse({ name: 'Acme' });

test('the table of settings has every setting of a partner', () => {
  const named = tableOf(guide('operators'), 'settings').map(([name]) => unquoted(name));
  expect(named).toEqual(Object.keys(defaults));
});

test('the table of settings says what each is when it is not set', () => {
  const rows = tableOf(guide('operators'), 'settings');
  expect(Object.fromEntries(rows.map(([name, value]) => [unquoted(name), value]))).toEqual({
    ...Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, `\`${String(value)}\``])),
    interest_rate: `\`${defaults.interest_rate.default}\`, no bands`,
    currencies: 'all that there are',
    auto_limit: 'no limits',
  });
});

test('the table of moves is the machine of settlements, and how one begins', () => {
  const moves = settlementMachine.states.flatMap((from) =>
    settlementMachine
      .nextEvents(from)
      .map((event) => [
        from,
        event,
        settlementMachine.causeOf(event),
        settlementMachine.advance(from, event) ?? '',
      ]),
  );
  const told = tableOf(guide('operators'), 'moves').map((row) => row.map(unquoted));
  expect(told.toSorted()).toEqual([['', 'submit', 'partner', 'submitted'], ...moves].toSorted());
});

test('the guide to upgrading explains every migration', () => {
  const rows = Array.from(textOf(guide('upgrading')).matchAll(/^\| `(\d{4}-[\w-]+)`/gm), ([, name]) => name);
  expect(rows).toEqual(namesOf(migrations));
});

test('the rooms in src/README.md are everything directly under src', () => {
  const block = blocksOf('src/README.md', 'text').find((each) => each.includes('kernel/')) ?? '';
  const rooms = block.split('\n').flatMap((line) => line.split(/\s{2,}/)[0]?.split(', ') ?? []);
  const entries = readdirSync(new URL('../../../src/', import.meta.url), { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  expect(rooms.filter((room) => room !== '').toSorted()).toEqual(
    names.filter((name) => !['README.md', 'decisions/'].includes(name)).toSorted(),
  );
});

const BUILDERS_PAGES = PAGES.filter((page) => !page.startsWith('src/pages/docs/') && page !== 'README.md');

test.each(BUILDERS_PAGES)('every file that %s names exists', (page) => {
  const paths = globSync('{src,test}/**', { cwd: new URL('../../../', import.meta.url) });
  const named = Array.from(
    proseOf(page).matchAll(/`((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|js|sql|json))`/g),
    ([, path = '']) => path,
  );
  // Many folders have files of these names, so they name no single file.
  const missing = named.filter(
    (path) =>
      !['package.json', 'tsconfig.json', 'vitest.config.ts'].includes(path) &&
      !paths.some((each) => each === path || each.endsWith(`/${path}`)),
  );
  expect(missing).toEqual([]);
});
