import { computed, signal } from '@preact/signals';
import type { MeQuery, Scope } from './generated/graphql.ts';

type Me = MeQuery['viewer'];

/** The signed-in person; null if no one is, undefined before the first response of the gateway. */
export const me = signal<Me | null | undefined>(undefined);

/** The person whose session ended by itself: the screen is hidden, and all typed text is kept. */
const away = signal<Me | null>(null);

/** The owner of the screen, who may have to sign in again; null if there is no one. */
const owner = computed(() => me.value ?? away.value);
/** The person and the scopes as one text. */
export const ownerKey = computed(() => JSON.stringify(owner.value));
export const hasOwner = computed(() => owner.value !== null);

/** Shown with the sign-in. */
export const signInNotice = signal<string | null>(null);

const SESSION_ENDED = 'Your session has ended. Sign in again to continue where you were.';

/** The session has ended by itself, and the person may go on after signing in again. */
export function sessionEnded(): void {
  if (me.value) {
    signInNotice.value = SESSION_ENDED;
    away.value = me.value;
  }
  me.value = null;
}

/** The person has signed out, and nothing of the screen is kept. */
export function leave(notice: string): void {
  signInNotice.value = notice;
  away.value = null;
  me.value = null;
}

export const mayDo = (scope: Scope): boolean => owner.value?.scopes.includes(scope) ?? false;
