import { type Scope, SCOPES } from '../../kernel/caller.ts';

/** People whose claim has the value, or holds it in a list, get these scopes. */
export interface OidcRule {
  readonly claim: string;
  readonly value: string;
  readonly scopes: readonly Scope[];
}

/** The scopes that the claims of a person give together; an empty list means that the person may not sign in. */
export function scopesByClaims(
  rules: readonly OidcRule[],
  claims: Readonly<Record<string, unknown>>,
): readonly Scope[] {
  const granted = rules
    .filter(({ claim, value }) => {
      const given = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
      return Array.isArray(given) ? given.includes(value) : given === value;
    })
    .flatMap(({ scopes }) => scopes);
  return SCOPES.filter((scope) => granted.includes(scope));
}
