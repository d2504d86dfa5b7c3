import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { printGateway } from '../../src/graphql/print.ts';

test('a schema is printed in one order, whichever it was written in', () => {
  const one = 'type Query { b(y: Int, x: Int): B, a: Int } type B { a: Int } enum A { Z Y }';
  const other = 'enum A { Y Z } type B { a: Int } type Query { a: Int, b(x: Int, y: Int): B }';
  expect(printGateway(buildSchema(one))).toBe(printGateway(buildSchema(other)));
  expect(printGateway(buildSchema(one))).toMatch(/^enum A \{\n {2}Y\n {2}Z\n\}\n[^]*\}\n$/);
});
