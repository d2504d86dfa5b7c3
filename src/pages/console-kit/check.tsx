import { ReasonField } from './fields.tsx';
import { run } from './api.ts';
import { Dialog, typed } from './dialog.tsx';
import { label, money, words } from './format.ts';
import {
  ApprovePendingDocument,
  RefusePendingDocument,
  type TwoPeopleOperation,
} from './generated/graphql.ts';
import { Time } from './parts.tsx';
import type { Asked } from './asked-here.ts';
import { InputInWords } from './input-in-words.tsx';

/** Changes whose mutation says more than the name of their setting. */
const KINDS: ReadonlySet<TwoPeopleOperation> = new Set([
  'OPERATOR',
  'OPERATOR_KEY',
  'PARTNER_SETTINGS',
  'POLICY',
]);

/** `Disburse`, or `Disable operator` of a setting that has several mutations. */
export const changeInWords = ({
  operation,
  mutation,
  damaged,
}: Pick<Asked, 'operation' | 'mutation' | 'damaged'>): string =>
  KINDS.has(operation) && !damaged
    ? label(mutation).replace('api key', 'key of an operator')
    : words(operation);

/** `Disburse HKD 745.00`. */
export const askedInWords = ({
  amounts,
  ...change
}: Pick<Asked, 'operation' | 'mutation' | 'amounts' | 'damaged'>): string =>
  [changeInWords(change), amounts.map(({ amount, currency }) => money(amount, currency)).join(', ')]
    .join(' ')
    .trim();

interface CheckOptions {
  readonly of: Asked;
  readonly close: () => void;
  /** Called with the sentence to show. */
  readonly done: (sentence: string) => void;
}

/** Who asked, when, and until when it waits; of a damaged record, what to do. */
export const AskedBy = ({ of: { own, makerName, createdAt, expiresAt, status, damaged } }: { of: Asked }) =>
  damaged ? (
    <span class="danger">
      Its record is not as the gateway wrote it, so it cannot be approved.
      {status === 'PENDING' && ' Set it aside, and ask for the change again.'}
    </span>
  ) : (
    <>
      {own ? 'You' : <bdi>{makerName ?? 'An operator'}</bdi>} asked for it on <Time at={createdAt} />. It
      waits until <Time at={expiresAt} />.
    </>
  );

/** The dialog of a button whose change waits already: the second person approves it, the first one may take it back. */
export const Check = ({ of, ...options }: CheckOptions) =>
  of.own ? <Refuse of={of} {...options} /> : <Approve of={of} {...options} />;

/** The second person sees what the first one typed, and approves it. */
export const Approve = ({ of, close, done }: CheckOptions) => (
  <Dialog
    title={askedInWords(of)}
    action="Approve"
    close={close}
    submit={async (_form, once) => {
      await run(ApprovePendingDocument, { id: of.id }, once);
      done('Approved, and done.');
    }}
  >
    <p class="note wait">
      <AskedBy of={of} /> If you approve it, it is done at once, as it was typed:
    </p>
    <InputInWords of={of} />
  </Dialog>
);

/** What a person may do about a change besides approving it. */
export function refusalOf({ own, damaged }: Pick<Asked, 'own' | 'damaged'>) {
  if (damaged) return 'Set aside';
  return own ? 'Take back' : 'Refuse';
}

const DONE = {
  'Set aside': 'It was set aside.',
  'Take back': 'You took it back.',
  Refuse: 'Refused.',
} as const;

/** The second person refuses a change, or the first one takes it back. */
export function Refuse({ of, close, done }: CheckOptions) {
  const action = refusalOf(of);
  return (
    <Dialog
      title={`${action}: ${askedInWords(of)}`}
      action={action}
      tone="bad"
      close={close}
      submit={async (form, once) => {
        await run(RefusePendingDocument, { id: of.id, reason: typed(form, 'reason') }, once);
        done(`${DONE[action]} Nothing was done.`);
      }}
    >
      <p class="note wait">
        <AskedBy of={of} />
        {of.own && ' Another person must approve it.'}
      </p>
      {!of.damaged && <InputInWords of={of} />}
      <ReasonField hint="For operators only." />
    </Dialog>
  );
}
