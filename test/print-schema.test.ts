import { readFileSync } from 'node:fs';
import { assertEnumType, buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { gatewaySchema } from '../src/features.ts';
import { printGateway } from '../src/print-schema.ts';

test('schema.graphql is what the builder prints', () => {
  const checkedIn = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
  expect(printGateway(gatewaySchema())).toBe(checkedIn);
});

test('each root field says what it is for, and each status and power what it means', () => {
  const schema = gatewaySchema();
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  expect(fields.length).toBeGreaterThan(30);
  const enums = ['KycStatus', 'DocumentStatus', 'InstantSettlementStatus', 'Role', 'Scope', 'DenialReason'];
  const words = enums.flatMap((name) => assertEnumType(schema.getType(name)).getValues());
  const bare = [...fields, ...words].filter(({ description }) => (description ?? '') === '');
  expect(bare.map(({ name }) => name)).toEqual([]);
});

test('a schema is printed in one order, whichever it was written in', () => {
  const one = 'type Query { b(y: Int, x: Int): B, a: Int } type B { a: Int } enum A { Z Y }';
  const other = 'enum A { Y Z } type B { a: Int } type Query { a: Int, b(x: Int, y: Int): B }';
  expect(printGateway(buildSchema(one))).toBe(printGateway(buildSchema(other)));
  expect(printGateway(buildSchema(one))).toMatch(/^enum A \{\n {2}Y\n {2}Z\n\}\n[^]*\}\n$/);
});
