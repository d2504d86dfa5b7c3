import { money, words } from '../format.ts';
import { run } from '../api.ts';
import { type TwoPeopleSettingsFragment, UpdateTwoPeopleDocument } from '../generated/graphql.ts';
import { Fact } from '../parts.tsx';
import { mayDo } from '../session-state.ts';
import { type Step, StepButtons, useStepsWithNotice } from '../steps.tsx';
import { changedTwoPeople, TwoPeopleFields } from './two-people-fields.tsx';

interface Options {
  readonly settings: TwoPeopleSettingsFragment;
  /** Called when the settings were changed. */
  readonly changed: () => void;
}

/** Which changes need a second person. */
export function TwoPeopleCard({ settings, changed }: Options) {
  const { begin, dialog } = useStepsWithNotice(changed);
  return (
    <section class="card" aria-labelledby="two-people-title">
      <h2 id="two-people-title">
        Two people {mayDo('ADMIN') && <StepButtons steps={[change(settings)]} begin={begin} look="plain" />}
      </h2>
      <InWords settings={settings} />
      {dialog}
    </section>
  );
}

function InWords({ settings: { twoPeople, twoPeopleFrom, separateRoles } }: Pick<Options, 'settings'>) {
  const on = twoPeople.filter(({ rule }) => rule !== 'OFF');
  if (on.length === 0 && !separateRoles) return <p>One person is enough for each change.</p>;
  const boundsOf = (operation: string) =>
    twoPeopleFrom
      .filter((each) => each.operation === operation)
      .map(({ amount, currency }) => money(amount, currency))
      .join(', ');
  return (
    <>
      <dl class="facts">
        {on.map(({ operation, rule }) => (
          <Fact key={operation} name={words(operation)}>
            {rule === 'ALWAYS' ? 'always' : `from ${boundsOf(operation) || 'any amount'}`}
          </Fact>
        ))}
      </dl>
      {separateRoles && (
        <p class="gap">A person who approved an offer can neither make nor approve its payout.</p>
      )}
      <p class="faint gap">
        A second person approves these changes, and each change of operators, of their keys, and of the
        settings of the provider and of partners that price or approve.
      </p>
    </>
  );
}

const change = (settings: TwoPeopleSettingsFragment): Step => ({
  name: 'Change who approves',
  operation: 'PROVIDER_SETTINGS',
  tone: 'good',
  title: 'Changes that need two people',
  isWide: true,
  done: 'The rules apply from now on.',
  fields: () => <TwoPeopleFields settings={settings} />,
  send: (form, once) => run(UpdateTwoPeopleDocument, { input: changedTwoPeople(settings, form) }, once),
});
