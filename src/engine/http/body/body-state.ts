import { addNote, noteOf } from '../wire/request-notes.ts';
import { world } from '../../../kernel/world.ts';

/** How far a body was read, so the next reader can continue there. */
class BodyState {
  source?: AsyncIterator<Uint8Array>;
  discarded?: Promise<void>;
  /** Whether a reader timed out on this body, so no other reader waits for more. */
  isEnded = false;
  /** Sends `100 Continue` to a client that waits for it before it sends the body. */
  sendContinue?: () => void;
  /** Milliseconds that readers have waited for bytes of the client. */
  waitedMs = 0;
}

export function stateOf(request: Request): BodyState {
  const known = noteOf(request, BodyState);
  if (known !== null) return known;
  const state = new BodyState();
  addNote(request, state);
  return state;
}

/** For a client that waits for `100 Continue`. `send` sends it and is called when the body is first read, if ever. */
export function holdContinue(request: Request, send: () => void): void {
  stateOf(request).sendContinue = send;
}

/** Whether the client still waits for `100 Continue` and has sent no body yet. */
export const awaitsContinue = (request: Request): boolean =>
  noteOf(request, BodyState)?.sendContinue !== undefined;

export function wantBody(request: Request): void {
  const state = noteOf(request, BodyState);
  const sendContinue = state?.sendContinue;
  if (state === null || sendContinue === undefined) return;
  delete state.sendContinue;
  sendContinue();
}

/** Waits for bytes of the body, and adds the wait to `waitedMs`, because the client causes it and not the gateway. */
export async function comingFrom<T>(request: Request, bytes: Promise<T>): Promise<T> {
  const since = world.elapsedMs();
  try {
    return await bytes;
  } finally {
    stateOf(request).waitedMs += world.elapsedMs() - since;
  }
}

/** Milliseconds that a request has waited for its body. */
export const waitedForBody = (request: Request): number => noteOf(request, BodyState)?.waitedMs ?? 0;
