import { useState } from 'preact/hooks';
import { ScreenHead } from '../../../../console-kit/screen.tsx';
import { run } from '../../../../console-kit/api.ts';
import { AskedAbout, AskedCard } from '../../../../console-kit/approval/asked.tsx';
import { ChoiceField } from '../../../../console-kit/choice.tsx';
import { useAsked } from '../../../../console-kit/asked-here.ts';
import {
  ConfirmPersonDocument,
  CreatePersonDocument,
  DisablePersonDocument,
  PeopleDocument,
  type PeopleQuery,
} from '../../../../console-kit/generated/graphql.ts';
import type { Scope } from '../../../../console-kit/generated/graphql.ts';
import { mayDo, me } from '../../../../console-kit/session-state.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { Field, typed } from '../../../../console-kit/dialog.tsx';
import { ChangeOperator } from './change-operator.tsx';
import { Keys } from './keys.tsx';
import { LongName } from '../../../../console-kit/list/company-name.tsx';
import { EmailAddress } from '../../../../console-kit/list/email-address.tsx';
import { List, useList } from '../../../../console-kit/list/list.tsx';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { Button, Empty, QuietButton, Time } from '../../../../console-kit/parts.tsx';
import { type Step, StepButtons, useStepsWithNotice } from '../../../../console-kit/steps.tsx';
import { useTitle } from '../../../../console-kit/use-title.ts';

type Person = PeopleQuery['operators']['nodes'][number];

const MAY = {
  READ: 'read',
  WRITE: 'read, and decide on cases',
  ADMIN: 'do everything: partners, keys, operators too',
};
const SCOPES_OF: Readonly<Record<string, Scope[]>> = {
  READ: ['READ'],
  WRITE: ['READ', 'WRITE'],
  ADMIN: ['READ', 'WRITE', 'ADMIN'],
};

const FACTS: readonly Column<Person>[] = [
  { title: 'Name', kind: 'name', show: ({ name }) => <LongName>{name}</LongName> },
  { title: 'E-mail', show: ({ email }) => <EmailAddress of={email} /> },
  {
    title: 'May',
    show: ({ scopes, byOidc, unconfirmed }) => (
      <>
        {scopes.map((scope) => scope.toLowerCase()).join(', ') || '–'}
        {byOidc && <small class="faint"> by groups of your organisation</small>}
        {unconfirmed && <span class="badge wait">Not confirmed yet</span>}
      </>
    ),
  },
  { title: 'Since', show: ({ createdAt }) => <Time at={createdAt} /> },
];

/** What waits for a second person about operators. */
const ABOUT_OPERATORS = { operation: 'OPERATOR' } as const;

/** The operators: who they are, and what each may do at most. */
export function People() {
  useTitle('Operators');
  if (!mayDo('ADMIN'))
    return (
      <Empty isScreen title="Only people with the scope admin see operators.">
        <p>Your key does not have it.</p>
      </Empty>
    );
  return (
    <AskedAbout filter={ABOUT_OPERATORS}>
      <Shown />
    </AskedAbout>
  );
}

function Shown() {
  const people = useList(null, async (page) => (await run(PeopleDocument, page)).operators);
  const { reload } = people;
  const [changing, setChanging] = useState<Person | null>(null);
  const [keysOf, setKeysOf] = useState<Person | null>(null);
  const { begin, dialog } = useStepsWithNotice(() => void reload());
  return (
    <>
      <ScreenHead title="Operators">
        <div class="filters">
          <Export list="operators" />
          <Button class="good" onClick={() => begin(NEW_OPERATOR)}>
            New operator
          </Button>
        </div>
      </ScreenHead>
      <AskedCard changed={() => void reload()} />
      <List
        of={people}
        columns={[
          ...FACTS,
          {
            title: 'Actions',
            kind: 'marks',
            show: (person) => (
              <PersonActions
                person={person}
                isOpen={keysOf?.id === person.id}
                keys={(isOpen) => setKeysOf(isOpen ? person : null)}
                change={() => setChanging(person)}
                begin={begin}
              />
            ),
          },
        ]}
        lookOf={({ disabledAt }) => (disabledAt === null ? '' : 'over')}
        nothing="No operator has a name yet."
      >
        <p>Keys without a person work too. The trail shows the name of the key.</p>
      </List>
      {keysOf !== null && <KeysOfPerson key={keysOf.id} of={keysOf} />}
      {changing !== null && (
        <ChangeOperator person={changing} close={() => setChanging(null)} reload={reload} />
      )}
      {dialog}
    </>
  );
}

const KeysOfPerson = ({ of: { id, name } }: { of: Person }) => (
  <Keys of={{ partnerId: null, operatorId: id }} title={`API keys of ${name}`} />
);

interface PersonActionsOptions {
  readonly person: Person;
  /** Whether the keys of the person are shown. */
  readonly isOpen: boolean;
  readonly keys: (isOpen: boolean) => void;
  readonly change: () => void;
  readonly begin: (step: Step) => void;
}

function PersonActions({ person, isOpen, keys, change, begin }: PersonActionsOptions) {
  const askedFor = useAsked();
  const keysButton = (
    <QuietButton aria-expanded={isOpen} onClick={() => keys(!isOpen)}>
      Keys
    </QuietButton>
  );
  if (person.disabledAt !== null)
    return (
      <>
        <span class="badge bad">Disabled</span>
        {keysButton}
      </>
    );
  const isAsked = askedFor({ ...ABOUT_OPERATORS, object: person.id }) !== null;
  const steps = [...(person.unconfirmed ? [confirm(person)] : []), disable(person)];
  return (
    <>
      {isAsked && <span class="badge wait">Waits for a second person</span>}
      {keysButton}
      {!person.byOidc && (
        <QuietButton onClick={() => (isAsked ? begin(disable(person)) : change())}>Change</QuietButton>
      )}
      <StepButtons steps={steps} begin={begin} look="quiet" />
    </>
  );
}

const NEW_OPERATOR: Step = {
  name: 'Create',
  tone: 'good',
  title: 'New operator',
  done: 'Make a key for the operator with Keys, or let the person sign in with your organisation.',
  fields: () => (
    <>
      <Field label="Name">
        <input name="name" required maxLength={255} autocomplete="off" />
      </Field>
      <Field label="E-mail" hint="Stored encrypted.">
        <input name="email" type="email" maxLength={254} autocomplete="off" />
      </Field>
      <ChoiceField name="scopes" label="May" words={MAY} chosen="WRITE" />
    </>
  ),
  send(form, once) {
    const email = typed(form, 'email');
    const scopes = SCOPES_OF[typed(form, 'scopes')] ?? ['READ'];
    const input = { name: typed(form, 'name'), scopes, ...(email !== '' && { email }) };
    return run(CreatePersonDocument, { input }, once);
  },
};

const confirm = ({ id, name, email }: Person): Step => ({
  name: 'Confirm',
  operation: 'OPERATOR',
  object: id,
  tone: 'good',
  title: `Confirm ${name}`,
  done: `${name} may approve what needs two people.`,
  fields: () => (
    <>
      <p>
        The directory of your organisation made this operator with the address <bdi>{email ?? '–'}</bdi>.
        Confirm only if it is another person than you, with one account.
      </p>
      <p class="faint">A new e-mail address needs a new confirmation.</p>
    </>
  ),
  send: (_form, once) => run(ConfirmPersonDocument, { id }, once),
});

const disable = ({ id, name }: Person): Step => ({
  name: 'Disable',
  operation: 'OPERATOR',
  object: id,
  tone: 'bad',
  title: `Disable ${name}`,
  done: `${name} has no access any more.`,
  fields: () =>
    me.value?.operator?.id === id ? (
      <p class="note bad">
        This is you. Your own keys and this session end now, for good, and you cannot undo it.
      </p>
    ) : (
      <p>Each key and session of the person stops within a second, for good.</p>
    ),
  send: (_form, once) => run(DisablePersonDocument, { id }, once),
});
