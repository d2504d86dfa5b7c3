import type { Caller } from '../../kernel/caller.ts';
import { execute } from '../../pipeline/execute.ts';
import type { Foundation } from '../../pipeline/context.ts';
import { beginExport, breakOffExport, finishExport } from './export.operations.ts';

/** Who saves which list. */
interface Saved {
  readonly caller: Caller;
  readonly requestId: string;
  readonly list: string;
  readonly format: string;
  readonly filter: unknown;
}

/** Leaves the events of one export in the trail: of its beginning now, and of its end by one of the two functions. */
export async function noteExport(foundation: Foundation, { caller, requestId, ...saved }: Saved) {
  const { view: export_id } = await execute(foundation, beginExport, {
    caller,
    requestId,
    ids: {},
    input: { ...saved, filter: impersonal(saved.filter) },
  });
  let isOver = false;
  const end = async (operation: typeof finishExport, rows: number): Promise<void> => {
    if (isOver) return;
    isOver = true;
    await execute(foundation, operation, { caller, requestId, ids: { export_id }, input: { rows } });
  };
  return {
    finish: (rows: number) => end(finishExport, rows),
    /** Does nothing after `finish`. */
    breakOff: (rows: number) => end(breakOffExport, rows),
  };
}

/** Members whose codes and days are not personal; in any other member only ids are kept, also as subjects of events. */
const IMPERSONAL_MEMBERS: ReadonlySet<string> = new Set(
  'currency status kind account order types from until receivedFrom receivedUntil postedFrom postedUntil'.split(
    ' ',
  ),
);
const OF_ID = /^(?:[a-z_]+\/)?[a-z]{3}_[0-9a-z]{26}$/;
const OF_CODE_OR_DAY = /^(?:[A-Z][A-Z_]{1,39}|\d{4}-\d\d-\d\d)$/;

/** The value of a member as the trail keeps it; null if it could be personal. */
function keptOf(name: string, value: unknown): string | null {
  const texts = [value].flat();
  const isKept = texts.every(
    (text): text is string =>
      typeof text === 'string' &&
      (OF_ID.test(text) || (IMPERSONAL_MEMBERS.has(name) && OF_CODE_OR_DAY.test(text))),
  );
  return isKept ? texts.join(',') : null;
}

/** A filter as the trail keeps it: each member by its name, and its value only if it cannot be personal. */
function impersonal(filter: unknown): Readonly<Record<string, string | null>> {
  const given = Object.entries(typeof filter === 'object' && filter !== null ? filter : {});
  return Object.fromEntries(
    given.filter(([, value]) => value !== '').map(([name, value]) => [snakeCase(name), keptOf(name, value)]),
  );
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
