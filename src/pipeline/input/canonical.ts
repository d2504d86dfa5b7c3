import { withDeadline } from '../../engine/async/deadline.ts';
import { type OperationError, refusal } from '../../kernel/errors.ts';
import { canonicalText } from '../../engine/json/canonical.ts';
import { JsonText } from '../../engine/json/text.ts';
import { TaskThread } from '../../engine/worker/task-thread.ts';

/** Characters. Sorting longer free JSON takes milliseconds. */
const LONG_FREE_JSON_LENGTH = 262_144;
/** Milliseconds that a request waits for the thread. The thread takes one text at a time, each for at most a second. */
const PATIENCE_MS = 10_000;

/** One thread for all gateways of the process. Its heap has room for two megabytes of small objects. */
const thread = new TaskThread<string, string>(new URL('./canonical-thread.ts', import.meta.url), {
  name: 'canonical JSON',
  memory: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
  idleMs: 60_000,
  lost: unavailable,
});

/**
 * Validated input as one text that is equal for equal requests. Members are sorted, and null members are left out,
 * because null means absent. Free JSON is compared by its source text, apart from white space and the order of members.
 */
export function canonicalInput(
  value: unknown,
  spell: (free: JsonText) => string = ({ text }) => canonicalText(text),
): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (value instanceof JsonText) return spell(value);
  if (Array.isArray(value)) return `[${value.map((member) => canonicalInput(member, spell)).join(',')}]`;
  // One text that grows: lists of members and of their texts take nearly twice as long.
  let members = '';
  for (const name of Object.keys(value).toSorted()) {
    const member: unknown = Reflect.get(value, name);
    if (member === undefined || member === null) continue;
    const separator = members === '' ? '' : ',';
    members += `${separator}${JSON.stringify(name)}:${canonicalInput(member, spell)}`;
  }
  return `{${members}}`;
}

/** Stands for long free JSON in a canonical text. Canonical text has no control characters itself. */
const MARK = '\0';

/** Like `canonicalInput`; a thread rewrites long free JSON. Throws `service_unavailable` if that fails or is slow. */
export async function canonicalInputAside(value: unknown): Promise<string> {
  const long: Promise<string>[] = [];
  const around = canonicalInput(value, ({ text }) => {
    if (text.length <= LONG_FREE_JSON_LENGTH) return canonicalText(text);
    long.push(thread.run(text));
    return MARK;
  });
  if (long.length === 0) return around;
  const written = await withDeadline(Promise.all(long), PATIENCE_MS, unavailable);
  return around
    .split(MARK)
    .map((piece, at) => (written[at - 1] ?? '') + piece)
    .join('');
}

function unavailable(cause?: unknown): OperationError {
  return refusal('service_unavailable', 'The gateway is busy; send the request again.', {
    retryAfterSeconds: 1,
    cause,
  });
}
