import { useEffect, useState } from 'preact/hooks';
import { run } from '../api.ts';
import { Select } from '../choice.tsx';
import { nowMs } from '../clock.ts';
import { Dialog, Field, typed } from '../dialog.tsx';
import { moment, words } from '../format.ts';
import { AdvanceClockDocument, ClockOfDocument } from '../generated/graphql.ts';
import { QuietButton, say } from '../parts.tsx';
import { mayDo } from '../session-state.ts';
import { useLoad } from '../use-load.ts';
import { clockOwner } from './clock-shown.ts';

/** The shown minute is at most this late. */
const TICK_MS = 5_000;

/** The clock of the partner whose records are on the screen, with a dialog that moves it. */
export function PartnerClock() {
  const partner = clockOwner.value;
  return partner === null ? null : <Clock key={partner.id} {...partner} />;
}

function Clock({ id, name }: { id: string; name: string }) {
  const { data, reload } = useLoad(id, () => run(ClockOfDocument, { partnerId: id }));
  const [isOpen, setOpen] = useState(false);
  useTicks();
  const aheadSeconds = data?.sandboxClock.aheadSeconds;
  if (aheadSeconds === undefined) return null;
  const shows = moment(new Date(nowMs() + 1_000 * aheadSeconds).toISOString());
  const says = `Clock of ${name}: ${shows}`;
  return (
    <div class="partner-clock">
      <QuietButton
        title={mayDo('WRITE') ? 'Move this clock forward' : 'The clock of the partner'}
        disabled={!mayDo('WRITE')}
        aria-label={says}
        onClick={() => setOpen(true)}
      >
        <span class="faint">
          Clock of <bdi>{name}</bdi>
        </span>
        <span>{shows}</span>
      </QuietButton>
      {isOpen && (
        <Advance
          id={id}
          says={says}
          close={() => setOpen(false)}
          done={(sentence) => {
            setOpen(false);
            say(sentence);
            void reload();
          }}
        />
      )}
    </div>
  );
}

function useTicks(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
}

/** How far it can move, as the input of the mutation. */
const PERIODS = [
  ['next', 'to what falls due next'],
  ['P1D', 'a day'],
  ['P1W', 'a week'],
  ['P1M', 'a month'],
  ['P1Y', 'a year'],
  ['other', 'another period'],
] as const;

interface AdvanceOptions {
  readonly id: string;
  readonly says: string;
  readonly close: () => void;
  /** Called with the sentence to show. */
  readonly done: (sentence: string) => void;
}

function Advance({ id, says, close, done }: AdvanceOptions) {
  const [period, setPeriod] = useState<string>('next');
  return (
    <Dialog
      title="Move the clock forward"
      action="Move"
      close={close}
      submit={async (form, once) => {
        const advance = period === 'other' ? typed(form, 'period') : period;
        const input = period === 'next' ? { to: 'next' } : { advance };
        const moved = await run(AdvanceClockDocument, { partnerId: id, input }, once);
        done(sentenceOf(moved.sandboxAdvanceClock?.counts ?? []));
      }}
    >
      <p>{says}. What falls due meanwhile is done before the clock stops. It never moves back.</p>
      <Field label="How far">
        <Select value={period} options={PERIODS} choose={setPeriod} />
      </Field>
      {period === 'other' && (
        <Field label="Period" hint="In the form of ISO 8601, such as P10D, P1M2D or PT90S.">
          <input name="period" required autocomplete="off" spellcheck={false} />
        </Field>
      )}
    </Dialog>
  );
}

function sentenceOf(counts: readonly { readonly type: string; readonly count: number }[]): string {
  const fell = counts.map((each) => `${each.count} × ${words(each.type).toLowerCase()}`);
  return `The clock was moved. ${fell.length === 0 ? 'Nothing fell due.' : `It fell due: ${fell.join(', ')}.`}`;
}
