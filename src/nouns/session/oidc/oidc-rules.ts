import { type Scope, SCOPES } from '../../../kernel/caller.ts';

/** People get these scopes if their claim is the value, or a list with it. */
export interface OidcRule {
  readonly claim: string;
  readonly value: string;
  readonly scopes: readonly Scope[];
}

export interface OidcRules {
  readonly rules: readonly OidcRule[];
  /** Whether the issuer gives only verified e-mail addresses. Otherwise `email_verified` must say so. */
  readonly isEmailVerified: boolean;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * How a claim fits a rule. Besides `matches` and `other_value` these are for the log, so that people who run the
 * gateway know what to change at the issuer.
 */
type Fit =
  | 'matches'
  /** The issuer says that it has left the claim out because it is too long, so its value is unknown. */
  | 'left_out'
  | 'absent'
  | 'empty'
  /** An address that `email_verified` does not confirm. */
  | 'not_verified'
  /** The value differs only by slashes, as paths of groups do. */
  | 'slashes'
  /** One text that has several values. */
  | 'one_text'
  /** Neither a text nor a list of texts. */
  | 'not_text'
  | 'other_value';

/** What the claims of a person say under the rules. */
export interface Verdict {
  /** All scopes from the matching rules, in the order of scopes. */
  readonly scopes: readonly Scope[];
  /** Whether a claim that a rule needs was left out. Then the person may have more scopes than these. */
  readonly isPartial: boolean;
  /** How each rule fits, in the order of rules. It names claims, but no value. */
  readonly fits: readonly { readonly claim: string; readonly fit: Fit }[];
}

export function verdictOf({ rules, isEmailVerified }: OidcRules, claims: Claims): Verdict {
  const checked = rules.map((rule) => ({ rule, fit: fitOf(rule, claims, isEmailVerified) }));
  const granted = checked.flatMap(({ rule, fit }) => (fit === 'matches' ? rule.scopes : []));
  return {
    scopes: SCOPES.filter((scope) => granted.includes(scope)),
    isPartial: checked.some(({ fit }) => fit === 'left_out'),
    fits: checked.map(({ rule: { claim }, fit }) => ({ claim, fit })),
  };
}

const ownClaim = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined;

function fitOf({ claim, value }: OidcRule, claims: Claims, isEmailVerified: boolean): Fit {
  const given = ownClaim(claims, claim);
  const isNone = given === undefined || given === null;
  if ((isNone || (Array.isArray(given) && given.length === 0)) && isLeftOut(claim, claims)) return 'left_out';
  if (isNone) return 'absent';
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (values.includes(value))
    return claim === 'email' && !isEmailVerified && !saysVerified(claims) ? 'not_verified' : 'matches';
  const texts = values.filter((each) => typeof each === 'string');
  if (values.length === 0 || texts.some((each) => each.trim() === '')) return 'empty';
  if (texts.length < values.length) return 'not_text';
  if (texts.some((each) => withoutSlashes(each) === withoutSlashes(value))) return 'slashes';
  return typeof given === 'string' && partsOf(given).includes(value) ? 'one_text' : 'other_value';
}

/** Some issuers write it as text. */
const saysVerified = (claims: Claims): boolean => String(ownClaim(claims, 'email_verified')) === 'true';

/**
 * Whether the issuer says that it has left a claim out of the token: in `_claim_names` of OpenID Connect, or as
 * `hasgroups`. Microsoft Entra ID does this for more than 200 groups.
 */
function isLeftOut(claim: string, claims: Claims): boolean {
  const names = ownClaim(claims, '_claim_names');
  if (typeof names === 'object' && names !== null && Object.hasOwn(names, claim)) return true;
  return claim === 'groups' && ['true', '1'].includes(String(ownClaim(claims, 'hasgroups')));
}

const withoutSlashes = (text: string): string => text.replaceAll('/', '');

/** The parts of a text that may be a list. */
const partsOf = (text: string): readonly string[] => text.split(/[\s,;|]/).filter((part) => part !== '');
