import { world } from '../../../src/kernel/world.ts';
import { ISSUER, type Issuer } from '../machine/issuer.ts';
import type { Books } from './books.ts';

const PIECES = 5;
const PAUSE_MS = 500;
/** Milliseconds for which a process may know a session by heart. */
const SESSION_CACHED_MS = 1_000;
/** Sign-ins at the end, when nothing fails: the gateway reads the keys of an issuer again after ten seconds. */
const LAST_TRIES = 3;
const LAST_PAUSE_MS = 11_000;

/** What a sign-in ended with. */
interface SignIn {
  /** The cookie of the session; null if there is none. */
  readonly session: string | null;
  /** Whether the gateway has said that the person is no member. */
  readonly isKnown: boolean;
  /** Whether the last answer of the gateway came. */
  readonly isAnswered: boolean;
}

const GATEWAY = 'http://gateway.test';
const NO_END: SignIn = { session: null, isKnown: false, isAnswered: true };

/**
 * A person who signs in by OpenID Connect, at times in two browsers at once, and who at times is no member of the group
 * any more. A session that began before must end then.
 */
export async function dana(books: Books, issuer: Issuer): Promise<void> {
  const sessions: string[] = [];
  // A sign-in without an answer may be done later, and make the person a member again.
  let isSure = true;
  for (let piece = 0; piece < books.piecesOf(PIECES); piece += 1) {
    const groups = piece > 0 && books.below(3) === 0 ? [] : ['staff'];
    const browsers = Array.from({ length: 1 + books.below(2) }, () => signIn(books, issuer, groups));
    const ends = await Promise.all(browsers);
    isSure &&= ends.every(({ isAnswered }) => isAnswered);
    if (isSure && ends.some(({ isKnown }) => isKnown)) await requireEnded(books, sessions);
    sessions.push(...ends.flatMap(({ session }) => session ?? []));
    await world.pause(1 + books.below(PAUSE_MS));
  }
}

/** At the end, when nothing fails any more, a member can sign in. */
export async function requireSignIn(books: Books, issuer: Issuer): Promise<void> {
  for (let each = 0; each < LAST_TRIES; each += 1) {
    const { session } = await signIn(books, issuer, ['staff']);
    if (session !== null) return;
    await world.pause(LAST_PAUSE_MS);
  }
  books.wrong('at the end Dana cannot sign in');
}

async function signIn(books: Books, issuer: Issuer, groups: readonly string[]): Promise<SignIn> {
  const begun = await ask('/console/oidc');
  const there = begun?.headers.get('location') ?? '';
  if (begun === null || !there.startsWith(ISSUER)) return NO_END;
  const { back, code } = issuer.authorize(there, groups);
  const ended = await ask(`${back.pathname}${back.search}`, cookieIn(begun, 'fundgate-oidc') ?? '');
  const session = ended === null ? null : cookieIn(ended, 'fundgate');
  books.tell(`Dana signs in as ${groups[0] ?? 'no member'}: ${session === null ? 'no session' : 'done'}`);
  if (session !== null && issuer.lied.has(code))
    books.wrong('a session began by a wrong token of the issuer');
  if (session !== null && groups.length === 0) books.wrong('a session began for a person who is no member');
  const isKnown = ended?.headers.get('location')?.includes('refused=not-permitted') === true;
  if (isKnown && groups.length > 0) books.wrong('a member may not sign in');
  return { session, isKnown, isAnswered: ended !== null };
}

async function requireEnded(books: Books, sessions: readonly string[]): Promise<void> {
  await world.pause(SESSION_CACHED_MS);
  for (const session of sessions) {
    const answer = await ask('/console/session', session);
    if (answer?.status === 200) books.wrong('a session works although its person is no member any more');
  }
}

/** A request as a browser sends it; null without an answer. */
async function ask(path: string, cookie = ''): Promise<Response | null> {
  const headers = { cookie, 'fundgate-console': '1', origin: GATEWAY };
  try {
    return await fetch(GATEWAY + path, { headers, redirect: 'manual' });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The pair of a cookie that a response sets; null for none. */
const cookieIn = (response: Response, name: string): string | null =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .find((pair) => pair.startsWith(`${name}=`) && pair !== `${name}=`) ?? null;
