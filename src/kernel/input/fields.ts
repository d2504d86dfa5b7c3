import { iso31661 } from 'iso-3166';
import { z } from 'zod';
import { timestamp } from '../clock.ts';
import { hasFewPlaces, RATE_PLACES_MAX } from '../rate.ts';
import { typeNamed } from './type-name.ts';
import { inUnit } from './unit.ts';

const TEXT_LENGTH_MAX = 255;
/** The longest address that SMTP can carry. */
export const EMAIL_LENGTH_MAX = 254;

const ASSIGNED_COUNTRIES: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2));

const CONTROL = /\p{Cc}/u;

/**
 * The largest size in JSON of a text with that number of characters. A character takes at most four bytes in UTF-8; an
 * escape of two bytes is shorter.
 */
export const textSize = (characters: number) => ({ bytes: 4 * characters });

/**
 * Whether the number of characters is within the bounds. They are counted in code points, as PostgreSQL does, not in
 * UTF-16 units.
 */
function hasLength(text: string, min: number, max: number): boolean {
  if (text.length < min || text.length > 2 * max) return false;
  return text.length <= max || [...text].length <= max;
}

/**
 * Whether a text is one line that every database returns unchanged. Every text from outside must pass this before it
 * reaches a row: a database returns half of a surrogate pair as another character, and a NUL ends a statement.
 */
export const isLine = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text);

/** A line of text: trimmed, well-formed, without control characters. Lengths are in characters. */
export function textField(min = 1, max = TEXT_LENGTH_MAX) {
  return z
    .string()
    .trim()
    .refine((text) => hasLength(text, min, max), {
      error: `must have ${min} to ${max} characters`,
      abort: true,
    })
    .refine(isLine, {
      error: 'must not contain control characters',
      abort: true,
    })
    .meta({ minLength: min, maxLength: max });
}

/** Prose: like a line of text, but with line breaks and tabs. */
export function proseField(max: number, min: 0 | 1 = 1) {
  return z
    .string()
    .trim()
    .refine((text) => hasLength(text, min, max), {
      error:
        min === 0
          ? `must have at most ${max} characters`
          : `must have 1 to ${max} characters and not be blank`,
      abort: true,
    })
    .refine((text) => isLine(text.replaceAll(/[\n\r\t]/g, '')), 'must not contain control characters')
    .meta({ minLength: min, maxLength: max });
}

export const emailField = () =>
  typeNamed(
    'EmailAddress',
    textField(1, EMAIL_LENGTH_MAX)
      .refine(
        (text) => /^[^\s@"]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(text),
        'must be an e-mail address, such as name@example.com',
      )
      .meta({ format: 'email', minLength: 1, maxLength: EMAIL_LENGTH_MAX }),
  );

export const phoneField = () =>
  typeNamed(
    'PhoneNumber',
    z
      .string()
      .trim()
      .regex(/^\+[1-9]\d{6,14}$/, 'must be a phone number in E.164 format, such as +85223456789')
      .meta({ description: 'E.164.' }),
  );

/**
 * Two ASCII letters in any case, converted to upper case. ASCII only, because `ß` becomes two letters in upper case.
 */
export const countryCode = () =>
  typeNamed(
    'CountryCode',
    z
      .string()
      .trim()
      .regex(/^[A-Za-z]{2}$/, {
        error: 'must be an ISO 3166-1 alpha-2 country code, such as HK',
        abort: true,
      })
      .toUpperCase(),
  );

/** An assigned ISO 3166-1 alpha-2 code in any case, converted to upper case. */
export const countryField = () =>
  countryCode()
    .refine(
      (code) => ASSIGNED_COUNTRIES.has(code),
      'must be an assigned ISO 3166-1 alpha-2 country code, such as HK',
    )
    .meta({ pattern: '^[A-Za-z]{2}$' });

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * A timestamp to the second, or a date. A date means its first or last second in UTC, as `edge` says. The output is a
 * timestamp, and a timestamp is returned unchanged.
 */
export const momentField = (edge: 'start' | 'end') =>
  z
    .string()
    .refine(
      (text) => isCalendarDate(text.slice(0, 'YYYY-MM-DD'.length)) && !Number.isNaN(momentOf(text, edge)),
      {
        error: 'must be a timestamp such as 2026-01-31T09:00:00Z, or a date such as 2026-01-31',
        abort: true,
      },
    )
    .transform((text) => timestamp(new Date(momentOf(text, edge))));

/** Milliseconds since 1970; NaN if the text is neither a timestamp nor a date. */
function momentOf(text: string, edge: 'start' | 'end'): number {
  const isDay = text.length === 'YYYY-MM-DD'.length;
  if (!isDay && !MOMENT.test(text)) return Number.NaN;
  const start = Date.parse(isDay ? `${text}T00:00:00Z` : text);
  const second = Math.floor(start / 1_000) * 1_000;
  const moment = isDay && edge === 'end' ? second + 86_399_000 : second;
  return Math.min(LAST_MOMENT, Math.max(FIRST_MOMENT, moment));
}

/** The bounds of timestamps, whose years have four digits. A time zone can move a moment beyond them. */
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59Z');

/** A calendar date that exists, `YYYY-MM-DD`, from the year 1 on. */
export const dateField = () =>
  typeNamed(
    'LocalDate',
    z
      .string()
      .refine(isCalendarDate, {
        error: 'must be a date that exists, 0001-01-01 or later, as YYYY-MM-DD',
        abort: true,
      })
      .meta({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  );

/** Whether a text is a day that exists, as `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Longer than the addresses that browsers support. */
const WEB_ADDRESS_LENGTH_MAX = 2_048;
export const WEBSITE_SIZE = textSize(WEB_ADDRESS_LENGTH_MAX);
/** The limit of the domain name system. */
const HOST_LENGTH_MAX = 253;

/** A web address: a host name, or an http or https URL. */
export const webAddressField = () =>
  typeNamed(
    'URL',
    textField(1, WEB_ADDRESS_LENGTH_MAX).refine(
      (text) => (/^https?:\/\//i.test(text) ? URL.canParse(text) : isHostName(text)),
      'must be a host name such as www.example.com, or an http or https URL',
    ),
  );

/** Two or more labels of letters and digits of any script. Hyphens are allowed inside a label. */
function isHostName(text: string): boolean {
  if (text.length > HOST_LENGTH_MAX) return false;
  const labels = text.replace(/\.$/, '').split('.');
  return labels.length > 1 && labels.every((label) => label.length <= 63 && HOST_LABEL.test(label));
}

const HOST_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** The largest Int of GraphQL. */
const INT_MAX = 2 ** 31 - 1;

/** An integer within bounds, with one error for every fault. */
export function integerField(min: number, max: number, what = '') {
  const error = `must be an integer from ${min} to ${max}${what}`;
  const schema = z.int({ error, abort: true }).min(min, { error }).max(max, { error });
  return max > INT_MAX ? typeNamed('SafeInt', schema) : schema;
}

/** An amount of money. The error explains the unit, because many clients first send `10.50` or a text. */
export const amountField = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  integerField(min, max, ' in the minor unit of the currency, such as 1050 for HKD 10.50');

/** A rate that money is computed from: a decimal from 0 to 1, such as 0.002. */
export const priceRateField = () =>
  inUnit(
    'rate',
    z.number().min(0).max(1).refine(hasFewPlaces, `must have at most ${RATE_PLACES_MAX} decimal places`),
  );

/** A member that may be absent or null; both give the default. */
export const orElse = <Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) =>
  schema.nullish().transform((value): z.output<Schema> => value ?? fallback);

/** A member that may be absent or null; both give null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

/**
 * Text that may be absent, null or empty; all three give null, because many serialisers send an empty text for an
 * absent one.
 */
export const optionalText = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z.preprocess(
    (value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value),
    schema.nullable(),
  );
