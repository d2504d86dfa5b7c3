import { spellPath } from '../../kernel/errors.ts';
import type { IgnoredInput } from '../validate-input.ts';
import type { Reply } from './reply.ts';

/** Names listed in the header. They are enough to see what is wrong if a client sends more. */
const NAMES_MAX = 20;
/** Characters of one percent-encoded name, so that the header stays below 2 KiB. */
const NAME_LENGTH_MAX = 100;

/**
 * Adds the header `Fundgate-Ignored` with the unknown members and query parameters of the request, and their number for
 * the log. A client chooses the names, so all special characters are percent-encoded.
 */
export function withIgnored(reply: Reply, ignoredInput: readonly IgnoredInput[]): Reply {
  const ignoredMembers = ignoredInput.reduce((sum, { ignoredCount }) => sum + ignoredCount, 0);
  if (ignoredMembers === 0) return reply;
  const names = ignoredInput
    .flatMap(({ ignored }) => ignored)
    .slice(0, NAMES_MAX)
    .map(({ path }) => encodedName(spellPath(path, (name) => name)));
  return { ...reply, ignoredMembers, headers: { ...reply.headers, 'Fundgate-Ignored': names.join(', ') } };
}

const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed())
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .slice(0, NAME_LENGTH_MAX);
