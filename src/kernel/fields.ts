import { iso31661 } from 'iso-3166';
import { z } from 'zod';
import { flawIn } from './json.ts';

const TEXT_LENGTH_MAX = 255;
/** The longest address that SMTP can carry. */
const EMAIL_LENGTH_MAX = 254;

const ASSIGNED_COUNTRIES: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2));

const CONTROL = /\p{Cc}/u;

/** The most bytes that a text of so many characters takes in JSON: four for each, or an escape of two. */
export const textSize = (characters: number) => ({ bytes: 4 * characters });

/** Length in characters as people and PostgreSQL count them, not in UTF-16 units. */
function hasLength(text: string, min: number, max: number): boolean {
  if (text.length < min || text.length > 2 * max) return false;
  return text.length <= max || [...text].length <= max;
}

/** A line of text: trimmed, well-formed, without control characters. */
export function textField(min = 1, max = TEXT_LENGTH_MAX) {
  return z
    .string()
    .trim()
    .refine((text) => hasLength(text, min, max), {
      error: `must have ${min} to ${max} characters`,
      abort: true,
    })
    .refine((text) => text.isWellFormed() && !CONTROL.test(text), 'must not contain control characters')
    .meta({ minLength: min, maxLength: max });
}

/** Prose: as a line of text, but it may have line breaks and tabs. */
export function proseField(max: number) {
  return z
    .string()
    .trim()
    .refine((text) => hasLength(text, 1, max), {
      error: `must have 1 to ${max} characters and not be blank`,
      abort: true,
    })
    .refine(
      (text) => text.isWellFormed() && !CONTROL.test(text.replaceAll(/[\n\r\t]/g, '')),
      'must not contain control characters',
    )
    .meta({ minLength: 1, maxLength: max });
}

export const emailField = () =>
  textField(1, EMAIL_LENGTH_MAX)
    .refine((text) => /^[^\s@"]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(text), 'must be an e-mail address')
    .meta({ format: 'email', minLength: 1, maxLength: EMAIL_LENGTH_MAX });

export const phoneField = () =>
  z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a phone number in E.164 format, such as +85223456789');

/** An assigned ISO 3166-1 alpha-2 code in any case, read as upper-case. */
export const countryField = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .refine(isAssignedCountry, 'must be an ISO 3166-1 alpha-2 country code')
    .meta({ pattern: '^[A-Za-z]{2}$' });

function isAssignedCountry(code: string): boolean {
  return ASSIGNED_COUNTRIES.has(code);
}

/** A calendar date that exists, `YYYY-MM-DD`. */
export const dateField = () =>
  z
    .string()
    .refine(isCalendarDate, 'must be a date that exists, as YYYY-MM-DD')
    .meta({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** More than any browser takes. */
const WEBSITE_LENGTH_MAX = 2_048;
export const WEBSITE_SIZE = textSize(WEBSITE_LENGTH_MAX);

/** A web address. */
export const webAddressField = () =>
  textField(1, WEBSITE_LENGTH_MAX).refine((text) => {
    if (!/^https?:\/\//i.test(text)) return false;
    return URL.canParse(text);
  }, 'must be an http or https URL');

/** Any JSON object up to a size, kept as it came. */
export const jsonObjectField = (bytesMax: number) =>
  z
    .custom<Record<string, unknown>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      'must be a JSON object',
    )
    .refine((value) => flawIn(value) === null, {
      error:
        'must not contain NUL, unpaired surrogates, numbers that are not finite or nesting deeper than 32',
      abort: true,
    })
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= bytesMax,
      `must have at most ${bytesMax} bytes as JSON`,
    )
    .meta({ type: 'object' });

/** A member that may be absent or null, and then is what it is by default. */
export const orElse = <Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) =>
  schema.nullish().transform((value): z.output<Schema> => value ?? fallback);
