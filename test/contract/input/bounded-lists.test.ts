import { expect, test } from 'vitest';
import { z } from 'zod';
import { CreateApiKeyInput } from '../../../src/nouns/api-key/api-key.input.ts';
import { CreatePartnerInput, UpdatePartnerInput } from '../../../src/nouns/partner/partner.input.ts';
import { CreateCustomerInput } from '../../../src/nouns/customer/customer.input.ts';
import { unwrapped } from '../../../src/kernel/input/schema-shape.ts';
import { KycInput } from '../../../src/nouns/kyc/kyc.input.ts';
import { tryInput } from '../../../src/pipeline/input/read-input.ts';
import { itemsMax } from '../../../src/pipeline/input/survey-input.ts';
import { CreateInstantSettlementInput } from '../../../src/nouns/settlement/settlement.input.ts';

function listsIn(schema: unknown, path: string): readonly (readonly [string, z.ZodArray])[] {
  const shape = unwrapped(schema);
  if (shape instanceof z.ZodArray) return [[path, shape], ...listsIn(shape.element, `${path}[]`)];
  if (!(shape instanceof z.ZodObject)) return [];
  return Object.entries(shape.shape).flatMap(([name, member]) => listsIn(member, `${path}.${name}`));
}

const inputs = {
  CreateApiKeyInput,
  CreateCustomerInput,
  CreateInstantSettlementInput,
  CreatePartnerInput,
  KycInput,
  UpdatePartnerInput,
};

test('every list of an input has a bound, which is known before its items are read', () => {
  const lists = Object.entries(inputs).flatMap(([name, schema]) => listsIn(schema, name));
  expect(lists.length).toBeGreaterThan(5);
  expect(
    lists.filter(([, list]) => itemsMax(list) === Number.POSITIVE_INFINITY).map(([path]) => path),
  ).toEqual([]);
});

test('no more items are read than a list may have', () => {
  let looks = 0;
  const Item = z.custom<unknown>(() => {
    looks += 1;
    return true;
  });
  const schema = z.strictObject({ items: z.array(Item).min(1).max(100) });
  const reading = tryInput(schema, { items: Array.from({ length: 15_000 }, () => ({})) });
  expect(looks).toBe(100);
  expect(reading).toMatchObject({ problems: [{ path: ['items'], says: 'must have at most 100 items' }] });
});
