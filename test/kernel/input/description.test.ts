import { z } from 'zod';
import { expect, test } from 'vitest';
import { describedBy, descriptionOf } from '../../../src/kernel/input/description.ts';

const input = z.strictObject({ name: z.string().describe('A name.'), size: z.number().nullish() });

test('a member of a view has its own description, else the description of the input, else the general one for its name', () => {
  const { shape } = describedBy(
    input,
    z.strictObject({
      name: z.string(),
      size: z.number().describe('In bytes.'),
      part: z.strictObject({ name: z.string() }).describe('A part.').nullable(),
      customer_id: z.string(),
      created_at: z.string().meta({ format: 'date-time' }),
      other: z.string(),
    }),
  );
  expect(Object.values(shape).map(descriptionOf)).toEqual([
    'A name.',
    'In bytes.',
    'A part.',
    'The id of a customer, which begins with `cus_`.',
    'When it was created, in UTC.',
    undefined,
  ]);
  expect(shape.created_at.meta()).toMatchObject({ format: 'date-time' });
});

test('the description of an input comes before the description of the type of a member', () => {
  const address = z.strictObject({ city: z.string() }).describe('An address.');
  const { shape } = describedBy(
    z.strictObject({ home: z.string().describe('Where they live.') }),
    z.strictObject({ home: address.nullable() }),
  );
  expect(descriptionOf(shape.home)).toBe('Where they live.');
});
