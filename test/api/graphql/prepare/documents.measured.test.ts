import { expect, test } from 'vitest';
import { gatewaySchema } from '../../../../src/features.ts';
import { createDocuments } from '../../../../src/api/graphql/prepare/documents.ts';
import { collectGarbage } from '../../../support/measured/garbage.ts';

/** More than the cache holds, ten times. */
const FEW = 40;
const MANY = 10 * FEW;

/** A document with as many tokens as one may have, nearly. */
const large = (n: number) => `{ customers { nodes { ${'id companyName '.repeat(890)} } } } # ${n}`;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('ten times as many large documents take no more memory', () => {
  const documents = createDocuments(gatewaySchema(), { introspection: false });
  const readUpTo = (last: number) => {
    for (let n = 0; n < last; n += 1) documents.read(large(n)).errors();
    return heapBytes();
  };
  readUpTo(1);
  const empty = heapBytes();
  const few = readUpTo(FEW) - empty;
  const many = readUpTo(MANY) - empty;
  expect(many / few).toBeLessThan(1.5);
});
