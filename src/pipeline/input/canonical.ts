import { withDeadline } from '../../engine/async/deadline.ts';
import { type OperationError, refusal } from '../../kernel/errors.ts';
import { canonicalText } from '../../engine/json/canonical.ts';
import { JsonText } from '../../engine/json/text.ts';
import { TaskThread } from '../../engine/worker/task-thread.ts';

/** Characters. Longer free JSON takes milliseconds to sort. */
const LONG_FREE_JSON_LENGTH = 262_144;
/** Milliseconds that a request waits for the thread, which takes one text after another: each a second at most. */
const PATIENCE_MS = 10_000;

/** One for all gateways of the process. Its heap has place for the parts of two megabytes of small objects. */
const thread = new TaskThread<string, string>(new URL('./canonical-thread.ts', import.meta.url), {
  name: 'canonical JSON',
  memory: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
  idleMs: 60_000,
  lost: unavailable,
});

/**
 * Validated input as one text, which is equal for equal requests: members sorted, and without null members, because
 * null means absent. Free JSON is compared by its source text, apart from white space and the order of members.
 */
export function canonicalInput(
  value: unknown,
  spell: (free: JsonText) => string = ({ text }) => canonicalText(text),
): string {
  if (value instanceof JsonText) return spell(value);
  const inner = (member: unknown) => canonicalInput(member, spell);
  if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${inner(member)}`);
  return `{${members.join(',')}}`;
}

/** Marks the place of long free JSON in a canonical text, which itself has no control characters. */
const MARK = '\0';

/** Like `canonicalInput`; a thread rewrites long free JSON. Throws `service_unavailable` if that fails or takes long. */
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
