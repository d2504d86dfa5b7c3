import type { Path } from '../../../kernel/errors.ts';

/** Members whose option has another name. */
const SPELLINGS: Readonly<Record<string, string>> = {
  'interest_rate.default': 'interest_rate',
  'interest_rate.bands': 'interest_bands',
  overlap_seconds: 'overlap',
  operator_id: 'operator',
  owner_id: 'partner',
};

/** The name of a member for people. The member may be inside another one. */
export const spelled = (path: Path): string => SPELLINGS[path.join('.')] ?? path.join('_');

/** The option of a member, for example `--interest-bands`. */
export const optionOf = (path: Path): string => `--${spelled(path).replaceAll('_', '-')}`;
