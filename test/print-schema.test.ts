import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { gatewaySchema } from '../src/features.ts';
import { printGateway } from '../src/print-schema.ts';

test('schema.graphql is what the builder prints', () => {
  const checkedIn = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8');
  expect(printGateway(gatewaySchema())).toBe(checkedIn);
});

test('a schema is printed in one order, whichever it was written in', () => {
  const one = 'type Query { b(y: Int, x: Int): B, a: Int } type B { a: Int } enum A { Z Y }';
  const other = 'enum A { Y Z } type B { a: Int } type Query { a: Int, b(x: Int, y: Int): B }';
  expect(printGateway(buildSchema(one))).toBe(printGateway(buildSchema(other)));
  expect(printGateway(buildSchema(one))).toMatch(/^enum A \{\n {2}Y\n {2}Z\n\}\n[^]*\}\n$/);
});
