import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printGateway } from '../../src/graphql/print.ts';
import { gatewaySchema } from '../../src/graphql/schema.ts';

test('schema.graphql is what the builder prints', () => {
  const checkedIn = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
  expect(printGateway(gatewaySchema())).toBe(checkedIn);
});
