import type { z } from 'zod';
import { packJson, unpackJson } from '../engine/json/text.ts';
import { withoutSecrets } from './idempotency/shown-once.ts';
import type { Command, Ids } from './operation.ts';
import type { Outcome } from './perform.ts';

type Answer<View> = Pick<Outcome<View>, 'view' | 'pending'>;

/** The member that only a kept answer has whose change waits for a second person. No view has such a member. */
const PENDING = '$pending';

/**
 * Whether a response is kept for a second attempt. One with a secret is not kept while it waits for a second person,
 * because its maker repeats the request to see the secret.
 */
export function isKept<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  { isKept: decides, shownOnce }: Command<RunIds, Schema, Subject, View>,
  { view, pending }: Answer<View>,
): boolean {
  if (pending !== null) return shownOnce === undefined;
  return decides?.(view) !== false;
}

/** The text of a response to keep. */
export function packAnswer<RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  { shownOnce }: Command<RunIds, Schema, Subject, View>,
  { view, pending }: Answer<View>,
): string {
  const shown = withoutSecrets(view, shownOnce);
  return packJson(pending === null ? shown : { [PENDING]: pending, view: shown });
}

/** The view without its secrets, as a second attempt of the request would get it. */
export const withSecretsLeftOut = <RunIds extends Ids, Schema extends z.ZodType, Subject, View>(
  operation: Command<RunIds, Schema, Subject, View>,
  view: View,
): View => unpackAnswer<View>(packAnswer(operation, { view, pending: null })).view;

/** The response from its text. The same operation wrote it, so it has the type of the operation's view. */
export function unpackAnswer<View>(text: string): Answer<View> {
  const kept: unknown = unpackJson(text);
  const isPending = typeof kept === 'object' && kept !== null && Object.hasOwn(kept, PENDING);
  return isPending
    ? { view: Reflect.get(kept, 'view'), pending: Reflect.get(kept, PENDING) }
    : { view: unpackJson(text), pending: null };
}
