import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { createGatewaySchema } from '../../src/graphql/schema.ts';
import { API_KEYS_MAX } from '../../src/api-key/api-key.rules.ts';
import { CreatePartnerInput } from '../../src/partner/partner.input.ts';
import { blocksOf, readme, tableOf, unquoted } from './readme.ts';

const { name: _given, ...defaults } = CreatePartnerInput.parse({ name: 'Acme' });

test('its table of settings has every setting of a partner', () => {
  expect(tableOf('settings').map(([name]) => unquoted(name))).toEqual(Object.keys(defaults));
});

test('it says what each setting is when it is not set', () => {
  const said = Object.fromEntries(tableOf('settings').map(([name, value]) => [unquoted(name), value]));
  expect(said).toEqual({
    ...Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, `\`${String(value)}\``])),
    interest_rate: `\`${defaults.interest_rate.default}\`, no bands`,
    currencies: 'all that there are',
    auto_limit: 'no limits',
  });
});

test('it says how many keys a partner may have', () => {
  expect(readme).toContain(`A partner has at most ${API_KEYS_MAX} that work at once.`);
});

test('its GraphQL documents fit the schema', () => {
  const schema = createGatewaySchema();
  expect(blocksOf('graphql').length).toBeGreaterThan(0);
  for (const block of blocksOf('graphql')) expect(validate(schema, parse(block))).toEqual([]);
});
