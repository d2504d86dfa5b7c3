import { run } from '../api.ts';
import {
  UndoneEntriesDocument,
  WholeStatementDocument,
  type WholeStatementQuery,
} from '../generated/graphql.ts';
import { undoneIn } from './undo.tsx';

type Found = NonNullable<WholeStatementQuery['instantSettlement']>;

/** Lines of one request. */
const LINES = 100;

/** More than the repayments, reversals and months of one settlement can be, so that a fault ends. */
const REQUESTS_MAX = 100;

/** All lines of the statement of a settlement, as they were known at the first request; null if there is no such settlement. */
export async function readWhole(id: string, days: { from: string | null; until: string | null }) {
  const read = async (after: string | null): Promise<Found | null> =>
    (await run(WholeStatementDocument, { id, ...days, first: LINES, after })).instantSettlement;
  const [found, undone] = await Promise.all([read(null), run(UndoneEntriesDocument, { id })]);
  if (found === null) return null;
  const lines = [...found.statement.items];
  let next = found.statement.nextCursor;
  for (let requests = 1; next !== null && requests < REQUESTS_MAX; requests += 1) {
    const more = (await read(next))?.statement;
    lines.push(...(more?.items ?? []));
    next = more?.nextCursor ?? null;
  }
  return { ...found, lines, undone: undoneIn(undone) };
}
