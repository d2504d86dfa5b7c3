import type { RegistrationNumberForm } from '../../country/country.ts';
import { unspaced } from '../../country/spelling.ts';

/** Year, kind of entity, running number, then the older number in parentheses. */
const SINCE_2019 = /^(?<year>(?:1[89]|20)\d{2})(?<kind>0[1-6])(?<running>\d{6})(?:\((?<before>[\w-]+)\))?$/;

/** The kinds of entity in a number since October 2019. */
export const LOCAL_COMPANY = '01';
export const COMPANIES: readonly string[] = [LOCAL_COMPANY, '02'];
const BUSINESSES: readonly string[] = ['03'];
/** Local partnerships, foreign ones, and partnerships of professionals. */
export const PARTNERSHIPS: readonly string[] = ['04', '05', '06'];

/** The forms from before October 2019, each with its kinds of entity. */
const BEFORE_2019 = [
  { form: /^(\d{1,7})-[A-Z]$/i, kinds: COMPANIES },
  { form: /^(?:[A-Z]{2}(\d{7})|(\d{9}))-[A-Z]$/i, kinds: BUSINESSES },
  { form: /^LLP(\d{7})-[A-Z]{3}$/i, kinds: PARTNERSHIPS },
] as const;

interface SsmNumber {
  /** The number from before October 2019, alone or in parentheses; null if there is none. */
  readonly before: { readonly serial: string; readonly kinds: readonly string[] } | null;
  /** The number since October 2019; null if there is none. */
  readonly since: { readonly year: string; readonly kind: string; readonly running: string } | null;
}

/**
 * The number of the Companies Commission (SSM): twelve digits (`201901000005`), the number from before October 2019
 * (`1312525-A`), or both as the register shows them (`201901000005 (1312525-A)`). Null for any other text.
 */
export function ssmNumberOf(value: string): SsmNumber | null {
  const text = unspaced(value);
  const since = SINCE_2019.exec(text)?.groups;
  const { year = '', kind = '', running = '', before: bracketed } = since ?? {};
  const before = formBefore2019(since === undefined ? text : bracketed);
  if (before === null && (since === undefined || bracketed !== undefined)) return null;
  return { before, since: since === undefined ? null : { year, kind, running } };
}

function formBefore2019(text: string | undefined): SsmNumber['before'] {
  for (const { form, kinds } of BEFORE_2019) {
    const digits = form.exec(text ?? '');
    if (digits !== null) return { serial: digits[1] ?? digits[2] ?? '', kinds };
  }
  return null;
}

export const SSM =
  'Companies Commission of Malaysia (SSM): the registration number of twelve digits (October 2019)';

export const registrationNumber: RegistrationNumberForm = {
  source: `${SSM}, and the forms before it.`,
  passes: (value) => ssmNumberOf(value) !== null,
  serial(value) {
    const number = ssmNumberOf(value);
    return number?.since?.running ?? number?.before?.serial ?? null;
  },
};
