import { world } from '../../../src/kernel/world.ts';
import { numberIn, type Rows } from '../database/rows.ts';
import { isLinearizable } from '../history/linearizable.ts';
import { settlementModel } from '../history/settlement-model.ts';
import { once } from '../people/caller.ts';
import { requireSignIn } from '../people/dana.ts';
import { read } from '../people/deeds.ts';
import type { Town } from '../town.ts';
import { checkDocuments } from './documents.ts';
import { checkRows } from './rows.ts';
import { checkTrail } from './trail.ts';
import { checkWebhooks } from './webhooks.ts';

/** Virtual milliseconds in which the checks must have their answers. */
const ASK_MS = 60_000;
/** Virtual milliseconds in which most events get a position. */
const FEED_MS = 100;
/** How often it is looked whether something waits, in steps. */
const STEPS_OF_LOOK = 20;
/** Virtual milliseconds in which a process sweeps: its first round of chores begins at its start. */
const SWEEP_MS = 2_000;
/**
 * Hours by which the clocks go forward, so the next attempts of webhooks are due, and the virtual milliseconds until
 * they go forward again if something still waits. Two idle gateways take as much of a processor as busy ones.
 */
const ROUNDS = [
  { hours: 0, ms: 800 },
  { hours: 1, ms: 1_300 },
  { hours: 3, ms: 1_300 },
  { hours: 11, ms: 1_300 },
  { hours: 11, ms: 12_000 },
  { hours: 11, ms: 12_000 },
] as const;

/** Ends what is under way, and then checks everything. */
export async function checkWorld(town: Town): Promise<void> {
  const { scheduler, books, processes, fate } = town;
  await settle(town);
  const last = scheduler.now + ASK_MS;
  let isAsked = false;
  scheduler.as('checker', () => {
    void ask(town, last - FEED_MS).then(
      () => {
        isAsked = true;
      },
      (error: unknown) => {
        books.wrong(`a check broke off: ${error instanceof Error ? error.stack : String(error)}`);
        isAsked = true;
      },
    );
  });
  await scheduler.runUntil(() => isAsked || scheduler.now > last);
  if (!isAsked) books.wrong('a check waits for ever');
  for (const process of processes) {
    for (const failure of process.failures) books.wrong(failure);
    process.kill();
  }
  for (const { status, what, by } of town.network.sent)
    if (status === 500) books.wrong(`${what} of ${by} was answered 500`);
  await checkTrail(town, fate.secrets);
}

/** Until every event has its position, and every webhook has come to its end. */
async function settle({ scheduler, books, folder, database, fate, processes }: Town): Promise<void> {
  await using rows = await database.rowsIn(folder);
  for (const { hours, ms } of ROUNDS) {
    fate.passHours(hours);
    const end = scheduler.now + ms;
    let steps = 0;
    let isSettled = false;
    await scheduler.runUntil(async () => {
      steps += 1;
      if (steps % STEPS_OF_LOOK === 0)
        isSettled = processes.every(({ isUp }) => isUp) && (await waiting(rows)) === 0;
      return isSettled || scheduler.now > end;
    });
    if (isSettled) break;
  }
  // Long enough that files without a document are swept away. Without an upload there are none.
  fate.passHours(2);
  if (books.uploads.length === 0) return;
  for (const process of processes) process.kill();
  processes[0]?.start();
  const swept = scheduler.now + SWEEP_MS;
  await scheduler.runUntil(() => scheduler.now > swept);
}

/** How many events and webhooks wait. Infinitely many if the server is stopped. */
async function waiting(rows: Rows): Promise<number> {
  if ((await rows.version()) === null) return Infinity;
  return numberIn(rows, WAITING);
}

const WAITING = `select (select count(*) from event where number not in (select event_number from feed)) +
  (select count(*) from webhook_delivery where completed_at is null)`;

async function ask(town: Town, last: number): Promise<void> {
  const { scheduler, books, network, folder, database, people } = town;
  for (const settlement of books.settlements)
    if (settlement.calls.length > 0) await read(books, settlement, settlement.of);
  await using rows = await database.rowsIn(folder);
  await checkHistories(town, rows);
  if (people.includes('dana')) await requireSignIn(books, town.issuer);
  if (books.uploads.length > 0) await checkDocuments(town);
  for (const [key, { request, text }] of network.kept) {
    const again = await fetch(request.url, request.init);
    const now = await again.text();
    if (now !== text) books.wrong(`the replay of ${key} has other bytes: ${text} became ${now}`);
  }
  for (const changed of network.changedReplays) books.wrong(`a replay has other bytes: ${changed}`);
  const alive = await once(books.scene.acme.apiKey, { method: 'GET', path: '/v1/customers' });
  if (alive?.status !== 200) books.wrong(`at the end the gateway answers ${alive?.status ?? 'nothing'}`);
  // What the checks themselves changed.
  while ((await waiting(rows)) > 0 && scheduler.now < last) await world.pause(FEED_MS);
  await checkRows(town, rows);
  await checkWebhooks(town, rows);
  await world.turn();
}

async function checkHistories({ books }: Town, rows: Rows): Promise<void> {
  for (const { id, name, first, calls } of books.settlements) {
    const owed = await numberIn(
      rows,
      'select coalesce(sum(amount + fee), 0) from servicing where id = ?',
      id,
    );
    if (!isLinearizable(settlementModel(first, owed), calls))
      books.wrong(`the history of ${name} fits no order: ${JSON.stringify(calls)}`);
  }
}
