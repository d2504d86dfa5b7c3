import { expect, test } from 'vitest';
import { createDocuments } from '../../../../src/api/graphql/prepare/documents.ts';
import { gatewaySchema } from '../../../../src/features.ts';

const documents = createDocuments(gatewaySchema(), { introspection: false });

function faultOf(text: string): unknown {
  try {
    return documents.read(text);
  } catch (fault) {
    return fault;
  }
}

test('a document that comes again is neither parsed nor validated again', () => {
  const text = '{ customers { totalCount } }';
  const { document, errors } = documents.read(text);
  expect(errors()).toEqual([]);
  expect(documents.read(text).document).toBe(document);
  expect(documents.read(text).errors()).toBe(errors());
});

test('an invalid document is validated once', () => {
  const fault = faultOf('{ customers {');
  expect(fault).toBeInstanceOf(Error);
  expect(faultOf('{ customers {')).toBe(fault);

  const { errors } = documents.read('{ customres { totalCount } }');
  expect(errors()).toHaveLength(1);
  expect(documents.read('{ customres { totalCount } }').errors()).toBe(errors());
});

test('similar documents are cached separately', () => {
  const { document } = documents.read('{ viewer { keyId } }');
  expect(documents.read('{ viewer { keyId  } }').document).not.toBe(document);
});

/** A document of some 1,800 tokens. */
const large = (n: number) => `{ customers { nodes { ${'id companyName '.repeat(890)} } } } # ${n}`;

/** Compared as a boolean, since the difference between two large documents takes minutes to print. */
const isKept = (text: string, document: unknown): boolean => documents.read(text).document === document;

test('large documents make room for each other, so that the cache stays small', () => {
  const small = '{ viewer { scopes } }';
  const [first, ordinary] = [documents.read(large(0)).document, documents.read(small).document];
  expect(isKept(large(0), first)).toBe(true);
  for (let n = 1; n <= 10; n += 1) documents.read(large(n));
  expect(isKept(small, ordinary)).toBe(true);
  for (let n = 11; n <= 20; n += 1) documents.read(large(n));
  expect(isKept(large(0), first)).toBe(false);
  expect(isKept(small, ordinary)).toBe(true);
});

test('so do large documents that are refused', () => {
  const refused = (n: number) => `{ ${'x'.repeat(60_000)} ${n} {`;
  const first = faultOf(refused(0));
  expect(faultOf(refused(0)) === first).toBe(true);
  for (let n = 1; n <= 40; n += 1) faultOf(refused(n));
  expect(faultOf(refused(0)) === first).toBe(false);
});
