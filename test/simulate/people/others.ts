import { world } from '../../../src/kernel/world.ts';
import { settlementBody } from '../../support/gateway.ts';
import { bodyOf, decisionOf } from './acme.ts';
import type { Books, KnownSettlement } from './books.ts';
import { type Answer, asksToSendAgain, once } from './caller.ts';
import { read, seenIn } from './deeds.ts';

const PIECES = 5;
const PAUSE_MS = 250;
/** Longer, so that some requests come after the key is no longer known by heart. */
const SPARE_PAUSE_MS = 1_500;
/** Milliseconds for which a process may know a key by heart. */
const KEY_CACHED_MS = 1_000;
const AMOUNT = 2_000_000;

/** A partner whose program is older than idempotency keys: it sends each request once and hopes. */
export async function lotus(books: Books): Promise<void> {
  const { apiKey, customers } = books.scene.lotus;
  const send = (method: string, path: string, body: unknown) => once(apiKey, { method, path, body });

  async function make(kind: 'customer' | 'settlement'): Promise<void> {
    const mark = kind === 'customer' ? `lotus customer ${books.mark()}` : String(AMOUNT + books.mark());
    const answer =
      kind === 'customer'
        ? await send('POST', '/v1/customers', bodyOf(mark))
        : await send(
            'POST',
            '/v1/instant-settlements',
            settlementBody(customers[0] ?? '', { amount: Number(mark) }),
          );
    const id: string | null = unsure(answer)
      ? null
      : (answer?.json?.funding_id ?? answer?.json?.customer_id ?? 'refused');
    books.made.push({ kind, mark, hasKey: false, id });
    if (kind === 'settlement' && answer?.code === null)
      books.know(answer.json.funding_id, 'lotus', answer.json.status);
    books.tell(`Lotus makes ${kind} ${mark}: ${answer?.code ?? (answer === null ? 'no answer' : 'done')}`);
  }

  async function decide(settlement: KnownSettlement): Promise<void> {
    const type = books.below(5) === 0 ? 'reject' : 'accept';
    await books.deed(settlement, 'Lotus', { kind: 'move', event: type }, async () => {
      const answer = await send('PUT', `/v1/instant-settlements/${settlement.id}/decision`, decisionOf(type));
      return { result: undefined, seen: unsure(answer) ? null : seenIn(answer) };
    });
  }

  await make('settlement');
  for (let piece = 0; piece < books.piecesOf(PIECES); piece += 1) {
    const settlement = books.settlement('lotus');
    const choice = books.below(5);
    if (choice === 0 || settlement === undefined)
      await make(books.below(2) === 0 ? 'customer' : 'settlement');
    else if (choice === 1) await read(books, settlement, 'Lotus');
    else await decide(settlement);
    await world.pause(1 + books.below(PAUSE_MS));
  }
}

const unsure = (answer: Answer | null): boolean =>
  answer === null ||
  answer.code === 'service_unavailable' ||
  answer.code === 'conflict' ||
  answer.code === 'internal_error';

/** A program with a key of its own, which may be revoked while it works. */
export async function spare(books: Books, mayRevoke: () => boolean): Promise<void> {
  const { spare: key, people } = books.scene;
  let revokedAt = Infinity;
  for (let piece = 0; piece < books.piecesOf(PIECES); piece += 1) {
    const began = books.now;
    const answer = await once(key.apiKey, { method: 'GET', path: '/v1/customers' });
    if (answer?.status === 200 && began > revokedAt + KEY_CACHED_MS)
      books.wrong('a key works although it was revoked');
    if (answer?.status === 401 && revokedAt === Infinity) books.wrong('a good key is refused');
    if (revokedAt === Infinity && mayRevoke()) {
      const query = 'mutation ($id: ID!) { revokeApiKey(id: $id) { id } }';
      const body = { query, variables: { id: key.keyId } };
      const revoked = await once(people[0].apiKey, { method: 'POST', path: '/graphql', body });
      books.tell(`Ann revokes a key of Acme: ${revoked?.code ?? (revoked === null ? 'no answer' : 'done')}`);
      // Without an answer it may be revoked or not.
      if (revoked === null || revoked.code === 'service_unavailable') return;
      if (revoked.code === null && revoked.json?.data?.revokeApiKey) revokedAt = books.now;
    }
    await world.pause(1 + books.below(SPARE_PAUSE_MS));
  }
}

/** Tries what it may not do: with the key of another partner, with a key that was used, with bytes that are no JSON. */
export async function hostile(books: Books): Promise<void> {
  const { acme, lotus: other, people } = books.scene;
  const key = `hostile-${books.mark()}`;
  const tries: readonly (() => Promise<readonly [Answer | null, readonly number[]]>)[] = [
    async () => {
      const path = `/v1/customers/${acme.customers[0]}`;
      return [await once(other.apiKey, { method: 'GET', path }), [404]];
    },
    async () => {
      const id = books.settlement('acme')?.id ?? 'inst_nothing';
      const path = `/v1/instant-settlements/${id}/decision`;
      return [await once(other.apiKey, { method: 'PUT', path, body: { type: 'accept' } }), [404]];
    },
    async () => [await once(`${other.apiKey}x`, { method: 'GET', path: '/v1/customers' }), [401]],
    async () => [await once(other.apiKey, { method: 'POST', path: '/v1/customers', body: '{"a":' }), [400]],
    async () => {
      const body = { query: 'mutation { approveInstantSettlement(id: "x") { id } }' };
      return [await once(other.apiKey, { method: 'POST', path: '/graphql', body }), [200, 403]];
    },
    async () => {
      const body = { query: '{ __schema { types { fields { type { fields { name } } } } } }' };
      return [await once(people[2].apiKey, { method: 'POST', path: '/graphql', body }), [200, 400]];
    },
    async () => {
      const body = bodyOf('the same for all');
      const first = await once(other.apiKey, {
        method: 'POST',
        path: '/v1/customers',
        body: { ...body, company_country: 'XX' },
        key,
      });
      return [first, [400]];
    },
  ];
  for (let piece = 0; piece < books.piecesOf(PIECES); piece += 1) {
    const [answer, allowed] = (await books.pick(tries)?.()) ?? [null, []];
    if (answer !== null && !asksToSendAgain(answer) && !allowed.includes(answer.status))
      books.wrong(`the hostile caller was answered ${answer.status} ${answer.code ?? ''}`);
    await world.pause(1 + books.below(PAUSE_MS));
  }
}
