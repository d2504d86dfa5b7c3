import { signal } from '@preact/signals';
import type { MeQuery, Scope } from './generated/graphql.ts';

type Me = MeQuery['viewer'];

/** The person who is signed in; null for none, undefined until the gateway has answered. */
export const me = signal<Me | null | undefined>(undefined);

/** Shown on the page of the sign-in. */
export const signInNotice = signal<string | null>(null);

export const SESSION_ENDED = 'Your session has ended. Sign in again to go on where you were.';

export function sessionEnded(): void {
  if (me.value) signInNotice.value = SESSION_ENDED;
  me.value = null;
}

export const mayDo = (scope: Scope): boolean => me.value?.scopes.includes(scope) ?? false;
