import { z } from 'zod';
import { type Path, refusal } from '../../../kernel/errors.ts';
import { unwrapped } from '../../../kernel/input/schema-shape.ts';
import { unitOf } from '../../../kernel/input/unit.ts';
import { decimalOfPercent } from '../../../kernel/rate.ts';

/** How a person writes the value of a schema. */
export interface Written {
  /** The kind of value in the help, for example `list`; null if the name of the option tells it. */
  readonly kind: string | null;
  /** The text in the help after the description. */
  readonly hint: string;
  /** The values that a shell offers. */
  readonly choices: readonly string[];
  /** Reads the text of a value. If the text is wrong, it throws or returns a value that the schema refuses. */
  readonly read: (text: string) => unknown;
}

/** If there are more choices, the help does not list them. */
const CHOICES_SHOWN_MAX = 4;

/** How a person writes the value of a member. An error names the path of the member. */
export function writtenOf(schema: unknown, path: Path): Written {
  const plain = unwrapped(schema);
  const unit = unitOf(schema);
  if (plain instanceof z.ZodArray) return listOf(plain.element, path);
  if (unit === 'rate') return { kind: 'rate', hint: '', choices: [], read: rateOf };
  if (unit === 'seconds' && plain instanceof z.ZodNumber)
    return { kind: 'duration', hint: '', choices: [], read: durationOf(plain, path) };
  if (plain instanceof z.ZodNumber) return { kind: null, hint: '', choices: [], read: numberOf };
  const choices = plain instanceof z.ZodEnum ? plain.options.map(String) : [];
  return { kind: null, hint: hintOf(choices), choices, read: (text) => text };
}

const hintOf = (choices: readonly string[]): string =>
  choices.length === 0 || choices.length > CHOICES_SHOWN_MAX ? '' : `: ${choices.join(', ')}`;

/**
 * A list with commas between the items. An item that is an object has colons between its members. `none` is an empty
 * list.
 */
function listOf(element: unknown, path: Path): Written {
  const item = unwrapped(element);
  if (!(item instanceof z.ZodObject)) {
    const { choices, read } = writtenOf(element, path);
    return { kind: 'list', hint: hintOf(choices), choices, read: (text) => partsOf(text).map(read) };
  }
  const members = Object.entries<unknown>(item.shape).map(
    ([name, schema]) => [name, writtenOf(schema, path)] as const,
  );
  const form = members.map(([name]) => name).join(':');
  const says = `must be entries of ${form}, separated by commas, or none`;
  return {
    kind: 'list',
    hint: `, as ${form}, or none`,
    choices: [],
    read(text) {
      if (text === 'none') return [];
      return partsOf(text).map((entry) => {
        const parts = entry.split(':');
        const values = members.map(([name, { read }], at) => [name, read(parts[at] ?? '')] as const);
        if (parts.length !== members.length || values.some(([, value]) => Number.isNaN(value)))
          throw refusal('parameter_invalid', says, { path });
        return Object.fromEntries(values);
      });
    },
  };
}

/** The parts of `HKD, USD`. */
const partsOf = (text: string): string[] => text.split(',').map((part) => part.trim());

/** A decimal number. Any other text becomes NaN, and schemas refuse NaN. */
const numberOf = (text: string): number => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

/** A rate as a decimal (0.0015) or in percent (0.15%). */
function rateOf(text: string): number {
  const [, percent] = /^(-?\d+(?:\.\d+)?) ?%$/.exec(text) ?? [];
  return percent === undefined ? numberOf(text) : Number(decimalOfPercent(percent));
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** The seconds of `24h`; NaN for other text. */
export function secondsOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,10})([smhd])$/.exec(text) ?? [];
  return Number(count) * (SECONDS[unit] ?? Number.NaN);
}

/** Reads a duration within the bounds of its schema. */
function durationOf(schema: z.ZodNumber, path: Path) {
  const orElse = schema.minValue === 0 ? '0, or ' : '';
  const longest = `${Math.floor((schema.maxValue ?? 0) / 86_400)}d`;
  return (text: string): number => {
    const seconds = text === '0' ? 0 : secondsOf(text);
    if (schema.safeParse(seconds).success) return seconds;
    const says = `must be ${orElse}a duration such as 90s, 30m, 24h or 7d, and at most ${longest}`;
    throw refusal('parameter_invalid', says, { path });
  };
}
