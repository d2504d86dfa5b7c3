import { ApiError, ConnectionError, createClient } from '../../../src/client/index.ts';
import { world } from '../../../src/kernel/world.ts';
import { sha256 } from '../../support/gateway.ts';
import type { Seen } from '../history/settlement-model.ts';
import type { Books, KnownSettlement, Made } from './books.ts';
import { picture } from './pictures.ts';

const PIECES = 7;
const PAUSE_MS = 200;
const AMOUNT = 1_000_000;

/** A partner that uses the client package: it sends again what had no answer. */
export async function acme(books: Books): Promise<void> {
  const { apiKey, customers } = books.scene.acme;
  const client = createClient({ baseUrl: 'http://gateway.test', apiKey });
  const options = () => ({ idempotencyKey: `acme-${books.mark()}` });
  const own = () => books.settlement('acme');

  const pieces: Readonly<Record<string, () => Promise<void>>> = {
    async customer() {
      const mark = `acme customer ${books.mark()}`;
      await making(books, { kind: 'customer', mark, hasKey: true, id: null }, async () => {
        const made = await client.customers.create(bodyOf(mark), options());
        return made.customer_id;
      });
    },
    async request() {
      const amount = AMOUNT + books.mark();
      const customer = books.pick(customers) ?? '';
      await making(books, { kind: 'settlement', mark: String(amount), hasKey: true, id: null }, async () => {
        const made = await client.instantSettlements.create(settlementOf(customer, amount), options());
        books.know(made.funding_id, 'acme', made.status);
        return made.funding_id;
      });
    },
    async decide() {
      const settlement = own();
      if (settlement === undefined) return pieces['request']?.();
      const type = books.below(4) === 0 ? 'reject' : 'accept';
      await books.deed(settlement, 'Acme', { kind: 'move', event: type }, async () => ({
        result: undefined,
        seen: await seenBy(() =>
          client.instantSettlements.decide(settlement.id, decisionOf(type), options()),
        ),
      }));
    },
    async report() {
      const settlement = own();
      if (settlement !== undefined) await report(books, settlement, client, options());
    },
    async upload() {
      const customer = customers[0] ?? '';
      const numbers = Array.from({ length: 1 + books.below(3) }, () => books.mark());
      const files = numbers.map((number) => ({
        content: picture(number),
        filename: `scan ${number}.png`,
        mime_type: 'image/png' as const,
      }));
      const hashes = files.map(({ content }) => sha256(content));
      const uploaded = { customer, hashes, began: books.step, ended: Infinity, isStored: false };
      books.uploads.push(uploaded);
      const seen = await seenBy(() => client.kyc.documents.upload(customer, { type: 'nar1', files }));
      if (seen !== null) uploaded.ended = books.step;
      uploaded.isStored = seen?.kind === 'done';
      books.tell(`Acme uploads ${numbers.length} pictures: ${seen?.kind ?? 'no answer'}`);
    },
  };
  const names = ['customer', 'request', 'decide', 'decide', 'report', 'report', 'upload', 'upload'];
  for (let piece = 0; piece < books.piecesOf(PIECES); piece += 1) {
    await pieces[books.pick(names) ?? '']?.();
    await world.pause(1 + books.below(PAUSE_MS));
  }
}

/** A partner reports money that it sent. */
async function report(
  books: Books,
  settlement: KnownSettlement,
  client: ReturnType<typeof createClient>,
  options: { readonly idempotencyKey: string },
): Promise<void> {
  const amount = 100_000 + books.below(400_000);
  const reference = `report ${books.mark()}`;
  await books.deed(settlement, 'Acme', { kind: 'report' }, async () => {
    const body = { amount, received_on: todayIn(), source: 'transfer' as const, reference };
    let id = '';
    const seen = await seenBy(async () => {
      ({ repayment_id: id } = await client.instantSettlements.reportRepayment(settlement.id, body, options));
    });
    if (id !== '') settlement.repayments.push({ id, name: reference, amount, state: 'reported' });
    return { result: undefined, seen };
  });
}

export const decisionOf = (type: 'accept' | 'reject') =>
  type === 'accept' ? { type } : { type, reason: 'too dear' };

/** In the time zone of the customers. */
const todayIn = (): string => new Date(world.time() + 8 * 3_600_000).toISOString().slice(0, 10);

export const bodyOf = (mark: string) => ({ ...PLAIN_CUSTOMER, external_customer_id: mark });

const PLAIN_CUSTOMER = {
  external_customer_id: '',
  contact_email: 'tai.man@harbour.example',
  contact_name: 'Chan Tai Man',
  contact_phone: '+85223456789',
  contact_country: 'HK',
  company_name: 'Harbour Trading Limited',
  company_country: 'HK',
  company_sector: 'wholesale',
} as const;

const settlementOf = (customer_id: string, amount: number) => ({
  customer_id,
  currency: 'HKD' as const,
  amount,
  account_chargeback_rate: 0.03,
  account_refund_rate: 0.0001,
  settlement_period: 14,
  transactions: { transaction_count: 1, total_amount: 10 },
});

/** Notes what was made, or that it may have been made. */
async function making(books: Books, made: Made, work: () => Promise<string>): Promise<void> {
  books.made.push(made);
  const seen = await seenBy(async () => {
    made.id = await work();
  });
  if (seen?.kind === 'refused') made.id = 'refused';
  books.tell(
    `${made.kind} ${made.mark} is made: ${seen?.kind === 'refused' ? seen.code : (seen?.kind ?? 'no answer')}`,
  );
}

async function seenBy(work: () => Promise<unknown>): Promise<Seen | null> {
  try {
    await work();
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof ConnectionError) return null;
    if (!(error instanceof ApiError)) throw error;
    return UNSURE.includes(error.code) ? null : { kind: 'refused', code: error.code };
  }
}

/** Refusals that do not say whether it is done. */
const UNSURE: readonly string[] = [
  'service_unavailable',
  'idempotency_key_in_use',
  'internal_error',
  'conflict',
];
