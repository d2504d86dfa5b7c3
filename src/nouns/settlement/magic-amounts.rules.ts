/** What happens to a request whose amount ends with magic digits. */
interface MagicAmount {
  /** The last four digits of the amount. */
  readonly digits: string;
  /** What happens, as a sentence for guide, OpenAPI and console. */
  readonly means: string;
  /** What the request itself does; `usual`: what it does with any other amount. */
  readonly at: 'deny' | 'wait' | 'offer' | 'accept' | 'usual';
  /** Seconds of the partner's clock after which the offer lapses; as long as the partner's setting says if absent. */
  readonly lapsesAfterSeconds?: number;
  /** What follows a minute later. */
  readonly follows?: 'withdraw' | 'revoke' | 'disburse';
  /** Whether a document is asked for again instead, and the money is sent a minute after that at the earliest. */
  readonly asksForDocument?: true;
  /** The number of equal parts in which all is repaid: one on each day after the payout. */
  readonly repaidIn?: number;
  /** The part that goes back, and the day after the payout on which it does. */
  readonly returned?: { readonly part: number; readonly day: number };
  /** Whether the answer to the first request is lost after its commit. */
  readonly losesAnswer?: true;
}

/** The smallest amount that can be magic, so that small amounts stay usual. */
export const MAGIC_AMOUNT_MIN = 10_000;
/** The digits of an amount that count are what is left of it by this number. */
export const MAGIC_MODULUS = 10_000;

/** The magic amounts of a sandbox. They win over the settings of the partner. */
export const MAGIC_AMOUNTS: readonly MagicAmount[] = [
  { digits: '0001', at: 'deny', means: 'It is denied: `insufficient_history`.' },
  { digits: '0002', at: 'wait', means: 'It stays `submitted`.' },
  {
    digits: '0003',
    at: 'offer',
    lapsesAfterSeconds: 60,
    means: 'It is approved, and the offer lapses after 60 seconds of your clock.',
  },
  {
    digits: '0004',
    at: 'accept',
    follows: 'disburse',
    repaidIn: 1,
    returned: { part: 1, day: 5 },
    means:
      'It is accepted at once, disbursed after a minute and repaid on day 1. On day 5 the repayment is returned.',
  },
  {
    digits: '0005',
    at: 'accept',
    follows: 'disburse',
    asksForDocument: true,
    means:
      'It is accepted at once. After a minute a document is asked for again, and the payout waits until it is uploaded.',
  },
  {
    digits: '0006',
    at: 'usual',
    losesAnswer: true,
    means:
      'The first request is processed and answers 503. The retry with its `Idempotency-Key` gets the lost answer.',
  },
  {
    digits: '0007',
    at: 'offer',
    follows: 'withdraw',
    means: 'It is approved, and withdrawn after a minute.',
  },
  {
    digits: '0008',
    at: 'accept',
    follows: 'revoke',
    means: 'It is accepted at once, and revoked after a minute.',
  },
  {
    digits: '0009',
    at: 'accept',
    follows: 'disburse',
    means: 'It is accepted at once, disbursed after a minute and never repaid.',
  },
  {
    digits: '0010',
    at: 'accept',
    follows: 'disburse',
    repaidIn: 3,
    returned: { part: 2, day: 4 },
    means:
      'It is accepted at once, disbursed after a minute and repaid in three parts on days 1 to 3. On day 4 the second part is returned.',
  },
];

const BY_DIGITS = new Map(MAGIC_AMOUNTS.map((magic) => [Number(magic.digits), magic]));

/** What is magic about an amount; undefined for most amounts. */
export const magicOf = (amount: number): MagicAmount | undefined =>
  amount < MAGIC_AMOUNT_MIN ? undefined : BY_DIGITS.get(amount % MAGIC_MODULUS);

/** The endings of amounts after which something follows. */
export const MAGIC_WITH_STEPS: readonly number[] = MAGIC_AMOUNTS.filter(
  ({ follows }) => follows !== undefined,
).map(({ digits }) => Number(digits));

/** The table as a note for OpenAPI. */
export const MAGIC_NOTE = [
  `Magic amounts, by the last four digits of an amount of ${MAGIC_AMOUNT_MIN.toLocaleString('en')} or more:`,
  ...MAGIC_AMOUNTS.map(({ digits, means }) => `- \`${digits}\`: ${means}`),
].join('\n');
