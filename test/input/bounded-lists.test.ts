import { expect, test } from 'vitest';
import { z } from 'zod';
import { CreateApiKeyInput } from '../../src/partner/api-key.input.ts';
import { CreatePartnerInput, UpdatePartnerInput } from '../../src/partner/partner.input.ts';
import { CreateCustomerInput } from '../../src/customer/customer.input.ts';
import { unwrapped } from '../../src/kernel/schema-shape.ts';
import { KycInput } from '../../src/kyc/kyc.input.ts';
import { itemsMax } from '../../src/pipeline/survey-input.ts';
import { CreateInstantSettlementInput } from '../../src/settlement/settlement.input.ts';

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

test('every list of an input has a bound, which is known before it is looked into', () => {
  const lists = Object.entries(inputs).flatMap(([name, schema]) => listsIn(schema, name));
  expect(lists.length).toBeGreaterThan(5);
  expect(
    lists.filter(([, list]) => itemsMax(list) === Number.POSITIVE_INFINITY).map(([path]) => path),
  ).toEqual([]);
});
