import { expect, test } from 'vitest';
import { z } from 'zod';
import { optionsOf } from '../../../../src/run/cli/options/schema-options.ts';
import { orElse } from '../../../../src/kernel/input/fields.ts';
import { inUnit } from '../../../../src/kernel/input/unit.ts';

const rate = inUnit('rate', z.number());

/** The flags and the descriptions of the options of one member. */
const helpOf = (schema: z.ZodType, member = 'size') =>
  optionsOf({ [member]: schema }).map(({ option: { flags, description } }) => [flags, description]);

test.each<[string, z.ZodType, string, string]>([
  ['a text', z.string().describe('The size of it.'), '--size <size>', 'the size of it'],
  ['a name', z.string().describe('ISO 4217, such as HKD.'), '--size <size>', 'ISO 4217, such as HKD'],
  ['a choice', z.enum(['s', 'm']).describe('Its size.'), '--size <size>', 'its size: s, m'],
  [
    'a default that the APIs tell in words',
    orElse(z.enum(['s', 'm']), 's').describe('Its size; S when absent.'),
    '--size <size>',
    'its size: s, m (default: s)',
  ],
  [
    'a list with all choices',
    orElse(z.array(z.enum(['s', 'm'])), ['s', 'm']).describe('Its sizes.'),
    '--size <list>',
    'its sizes: s, m (default: all)',
  ],
  [
    'a list of objects',
    orElse(z.array(z.strictObject({ currency: z.string(), rate })), []).describe('Its rates.'),
    '--size <list>',
    'its rates, as currency:rate, or none (default: none)',
  ],
  [
    'a rate',
    orElse(rate, 0.002).describe('Its rate; a decimal, such as 0.002.'),
    '--size <rate>',
    'its rate; in percent such as 0.15% or as a decimal such as 0.0015 (default: 0.2%)',
  ],
  [
    'seconds',
    orElse(inUnit('seconds', z.int()), 86_400).describe('How long, in seconds.'),
    '--size <duration>',
    'how long, such as 24h (default: 24h)',
  ],
])('the help of %s comes from its schema', (_what, schema, flags, description) => {
  expect(helpOf(schema)).toEqual([[flags, description]]);
});

test('a setting is switched on or off, a flag only on, or only off', () => {
  expect(helpOf(orElse(z.boolean(), false).describe('Whether it is so.'))).toEqual([
    ['--size', 'whether it is so'],
    ['--no-size', 'not so (default)'],
  ]);
  expect(helpOf(z.boolean().default(false).describe('Do it.'))).toEqual([['--size', 'do it']]);
  expect(helpOf(z.boolean().default(true).describe('Leave it out.'))).toEqual([
    ['--no-size', 'leave it out'],
  ]);
});

test('a member that must be there makes an option that must be there', () => {
  const mandatory = (schema: z.ZodType) => optionsOf({ size: schema }).map(({ option }) => option.mandatory);
  expect(mandatory(z.string())).toEqual([true]);
  expect(mandatory(z.string().nullish())).toEqual([false]);
});

test('an object within the input has an option for each member', () => {
  const schema = z.strictObject({ width: z.int(), height_mm: z.int() }).describe('In millimetres.');
  expect(optionsOf({ size: schema }).map(({ path, option }) => [path, option.long])).toEqual([
    [['size', 'width'], '--size-width'],
    [['size', 'height_mm'], '--size-height-mm'],
  ]);
});
