import { ScreenHead } from '../../../../console-kit/screen.tsx';
import { daysAfter } from '../../../../../kernel/days.ts';
import { run } from '../../../../console-kit/api.ts';
import { AskedAbout, AskedCard } from '../../../../console-kit/approval/asked.tsx';
import { TwoPeopleCard } from '../../../../console-kit/approval/two-people.tsx';
import { typed } from '../../../../console-kit/dialog.tsx';
import { day } from '../../../../console-kit/format.ts';
import {
  CloseBooksDocument,
  ProviderDocument,
  type ProviderFactsFragment,
  UpdateProviderDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { HoldAll } from '../../../../console-kit/hold/hold-on-all.tsx';
import { changesOf, useReload } from '../../../../console-kit/live/use-events.ts';
import { LoadFailed } from '../../../../console-kit/load-failed.tsx';
import { Loading, Time } from '../../../../console-kit/parts.tsx';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { type Step, StepButtons, useStepsWithNotice } from '../../../../console-kit/steps.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { useTitle } from '../../../../console-kit/use-title.ts';
import { DayField, today } from '../../../../console-kit/fields.tsx';
import { changedSettings, ProviderFields } from './provider-fields.tsx';
import { ProviderInWords } from './provider-in-words.tsx';

/** The settings of the provider, which count for all partners, and its books. */
export function Provider() {
  useTitle('Settings');
  const loaded = useLoad('provider', () => run(ProviderDocument, {}));
  const settings = loaded.data?.providerSettings ?? null;
  useReload(changesOf('provider/provider'), loaded.refresh);
  return (
    <>
      <ScreenHead title="Settings of the provider" />
      <LoadFailed of={loaded} />
      {settings === null && loaded.error === null && <Loading lines={6} />}
      {settings !== null && (
        <AskedAbout filter={{ objectId: PROVIDER }}>
          <Shown settings={settings} reload={() => void loaded.reload()} />
        </AskedAbout>
      )}
    </>
  );
}

/** The id of the settings among the records. */
const PROVIDER = 'provider';

interface Options {
  readonly settings: ProviderFactsFragment;
  readonly reload: () => void;
}

function Shown({ settings, reload }: Options) {
  const { begin, dialog } = useStepsWithNotice(reload);
  const { booksClosedUntil: closed, updatedAt } = settings;
  return (
    <>
      <AskedCard changed={reload} />
      <section class="card" aria-labelledby="all-partners-title">
        <h2 id="all-partners-title">
          For all partners{' '}
          {mayDo('ADMIN') && <StepButtons steps={[change(settings)]} begin={begin} look="plain" />}
        </h2>
        <ProviderInWords settings={settings} />
        <p class="faint line gap">
          Changed <Time at={updatedAt} />
        </p>
      </section>
      <section class="card" aria-labelledby="books-title">
        <h2 id="books-title">
          Books {mayDo('WRITE') && <StepButtons steps={[close(closed)]} begin={begin} look="plain" />}
        </h2>
        <p>{closed === null ? 'No day is closed.' : `Closed until ${day(closed)}.`}</p>
        <p class="faint">
          A fact of a closed day is posted on the day of its recording, so that no balance of a closed day
          changes.
        </p>
      </section>
      <TwoPeopleCard settings={settings} changed={reload} />
      <HoldAll />
      {dialog}
    </>
  );
}

const change = (settings: ProviderFactsFragment): Step => ({
  name: 'Change',
  operation: 'PROVIDER_SETTINGS',
  tone: 'good',
  title: 'Settings of the provider',
  isWide: true,
  done: 'The settings apply from now on.',
  fields: () => <ProviderFields settings={settings} />,
  send: (form, once) => run(UpdateProviderDocument, { input: changedSettings(settings, form) }, once),
});

const close = (closed: string | null): Step => ({
  name: 'Close the books',
  operation: 'CLOSE_BOOKS',
  tone: 'bad',
  title: 'Close the books',
  done: 'The books are closed.',
  fields: () => (
    <>
      <DayField
        label="The last closed day"
        hint={closed === null ? 'At the latest yesterday.' : `From ${day(closed)} to yesterday.`}
        value={endOfLastMonth()}
      />
      <p>Closed books are never opened again.</p>
    </>
  ),
  send: (form, once) => run(CloseBooksDocument, { until: typed(form, 'day') }, once),
});

/** The day before the first one of this month. */
const endOfLastMonth = (): string => daysAfter(`${today().slice(0, 'YYYY-MM'.length)}-01`, -1);
