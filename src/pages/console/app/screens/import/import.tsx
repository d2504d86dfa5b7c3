import { useState } from 'preact/hooks';
import { useAttempt } from '../../../../console-kit/use-attempt.ts';
import { ScreenHead } from '../../../../console-kit/screen.tsx';
import { CheckField } from '../../../../console-kit/fields.tsx';
import { type ApiError, runKept } from '../../../../console-kit/api.ts';
import type { CsvFile } from '../../../../console-kit/csv-file.ts';
import { ImportRepaymentsDocument } from '../../../../console-kit/generated/graphql.ts';
import { Button, Empty, ErrorNote, say } from '../../../../console-kit/parts.tsx';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { CsvSource } from './csv-source.tsx';
import { type Bulk, rowsInWords, Verdicts } from './verdicts.tsx';
import { wholeWriting, type Writing, WritingFields } from './writing-fields.tsx';

/** Records the repayments of a CSV file, after a look at what each row would do. */
export function Import() {
  useTitle('Import repayments');
  if (!mayDo('WRITE'))
    return <Empty isScreen title="To record repayments, your key needs the scope write." />;
  return (
    <>
      <ScreenHead title="Import repayments" />
      <Whole />
    </>
  );
}

type Shown =
  | { readonly step: 'begin' }
  | { readonly step: 'checked'; readonly bulk: Bulk }
  | { readonly step: 'done'; readonly bulk: Bulk; readonly isKept: boolean };

function Whole() {
  const [csv, setCsv] = useState<CsvFile | null>(null);
  const [writing, setWriting] = useState<Partial<Writing>>({});
  const [shown, setShown] = useState<Shown>({ step: 'begin' });
  const { isBusy, error, attempt, forgetError } = useAttempt();
  const begin = () => {
    setShown({ step: 'begin' });
    forgetError();
  };
  const send = async (how: { readonly dryRun: boolean; readonly onlyValid: boolean }) => {
    const whole = wholeWriting(writing);
    if (csv === null || whole === null || isBusy) return;
    await attempt(async () => {
      // A dry run changes nothing, so it has no key and can be run again.
      const options = how.dryRun ? {} : { idempotencyKey: csv.key };
      const input = { csv: csv.text, ...whole, ...how };
      const { result, isKept } = await runKept(ImportRepaymentsDocument, { input }, options);
      const bulk = result.importRepayments;
      if (bulk === null) say('Nothing was recorded.');
      else setShown(bulk.recorded > 0 ? { step: 'done', bulk, isKept } : { step: 'checked', bulk });
    });
  };
  if (shown.step === 'done') return <Done {...shown} again={() => (setCsv(null), begin())} />;
  return (
    <>
      <form
        class="card import"
        onSubmit={(event) => {
          event.preventDefault();
          void send({ dryRun: true, onlyValid: false });
        }}
      >
        <CsvSource csv={csv} change={(read) => (setCsv(read), begin())} />
        <WritingFields writing={writing} change={(chosen) => (setWriting(chosen), begin())} />
        <Hint />
        <button type="submit" class={shown.step === 'begin' ? 'good' : ''} disabled={csv === null || isBusy}>
          {isBusy ? 'One moment …' : 'Check the file'}
        </button>
      </form>
      {error !== null && <Failed error={error} />}
      {shown.step === 'checked' && (
        <>
          <Record
            bulk={shown.bulk}
            isBusy={isBusy}
            record={(onlyValid) => void send({ dryRun: false, onlyValid })}
          />
          <Verdicts bulk={shown.bulk} />
        </>
      )}
    </>
  );
}

const Hint = () => (
  <p class="faint hint">
    The first row names the columns <code>funding_id</code>, <code>amount</code>, <code>currency</code>,{' '}
    <code>received_on</code>, <code>reference</code> and <code>source</code>, in any order. Amounts are in
    units of the currency. At most 500 rows and 2 MiB.
  </p>
);

/** The idempotency key is the hash of the file, so another import of the same file may have used it. */
const Failed = ({ error }: { error: ApiError }) => (
  <ErrorNote error={error}>
    {error.code === 'idempotency_key_reused' && (
      <p>This file was imported before, with other choices. Nothing was recorded now.</p>
    )}
  </ErrorNote>
);

interface RecordOptions {
  readonly bulk: Bulk;
  readonly isBusy: boolean;
  readonly record: (onlyValid: boolean) => void;
}

/**
 * What would happen, and the button that does it. If a row has a fault, the person decides whether the other rows are
 * recorded.
 */
function Record({ bulk: { valid, refused, items }, isBusy, record }: RecordOptions) {
  const [onlyValid, setOnlyValid] = useState(false);
  const stands = items.every(({ errors }) => errors.some(({ code }) => code === 'repayment_duplicate'));
  if (stands)
    return (
      <p class="note wait" role="status">
        Every repayment of this file stands already, as if the file was imported before. Nothing was recorded
        now.
      </p>
    );
  return (
    <div class={refused > 0 ? 'note bad' : 'note'}>
      <p role="status">
        {refused === 0
          ? `${rowsInWords(valid)} can be recorded. Nothing is recorded yet.`
          : `${refused} of ${rowsInWords(items.length)} ${refused === 1 ? 'has' : 'have'} a fault. Nothing is recorded.`}
      </p>
      {refused > 0 && valid > 0 && (
        <CheckField checked={onlyValid} onChange={({ currentTarget }) => setOnlyValid(currentTarget.checked)}>
          Leave the rows with a fault out, and record only the right ones.
        </CheckField>
      )}
      {valid > 0 && (
        <Button
          class="good"
          disabled={isBusy || (refused > 0 && !onlyValid)}
          onClick={() => record(refused > 0)}
        >
          {isBusy ? 'One moment …' : `Record ${valid === 1 ? '1 repayment' : `${valid} repayments`}`}
        </Button>
      )}
    </div>
  );
}

function Done({ bulk, isKept, again }: { bulk: Bulk; isKept: boolean; again: () => void }) {
  const { recorded, refused } = bulk;
  const counted = recorded === 1 ? '1 repayment was recorded' : `${recorded} repayments were recorded`;
  const left = refused > 0 ? `, and ${rowsInWords(refused)} left out` : '';
  return (
    <>
      <div class="note">
        <p role="status">
          {isKept && 'This file was imported before, and nothing was recorded twice. What happened then: '}
          {counted}
          {left}.
        </p>
        <Button onClick={again}>Import another file</Button>
      </div>
      <Verdicts bulk={bulk} />
    </>
  );
}
