import { spellPath } from '../kernel/errors.ts';
import type { PassedOver } from '../pipeline/understand.ts';
import type { Reply } from './reply.ts';

/** Names that the header tells; a client that sends more sees from the first ones what is wrong. */
const NAMES_MAX = 20;
/** Characters of one name, percent-encoded, and so at most 2 KiB of header. */
const NAME_LENGTH_MAX = 100;

/**
 * An answer that says in `Fundgate-Ignored` which members and query parameters of the request were passed over, and for
 * the log how many. Names are a client’s own words, so all but plain characters are percent-encoded.
 */
export function withIgnored(reply: Reply, passedOver: readonly PassedOver[]): Reply {
  const ignoredMembers = passedOver.reduce((sum, { ignoredCount }) => sum + ignoredCount, 0);
  if (ignoredMembers === 0) return reply;
  const names = passedOver
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
