import { signal } from '@preact/signals';
import type { MeQuery, Scope } from './generated/graphql.ts';

type Me = MeQuery['viewer'];

/** Who has signed in; null for no one, undefined until that is known. */
export const me = signal<Me | null | undefined>(undefined);

/** Shown on the page of the sign-in. */
export const signInNotice = signal<string | null>(null);

export function sessionEnded(): void {
  if (me.value) signInNotice.value = 'Your session has ended. Sign in again to go on where you were.';
  me.value = null;
}

export const mayDo = (scope: Scope): boolean => me.value?.scopes.includes(scope) ?? false;
