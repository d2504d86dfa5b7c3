import { useState } from 'preact/hooks';
import { useStepsWithNotice, type Step } from '../../../../console-kit/steps.tsx';
import { run } from '../../../../console-kit/api.ts';
import { type KeyToSee, useKeysToSee } from '../../../../console-kit/approval/keys-to-see.ts';
import { SeeKey } from '../../../../console-kit/approval/see-key.tsx';
import { words } from '../../../../console-kit/format.ts';
import {
  ApiKeysDocument,
  type ApiKeysQuery,
  RevokeApiKeyDocument,
  RotateApiKeyDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { LongName } from '../../../../console-kit/list/company-name.tsx';
import { List, useList } from '../../../../console-kit/list/list.tsx';
import type { Column } from '../../../../console-kit/list/table.tsx';
import { nowMs } from '../../../../console-kit/clock.ts';
import { Dialog, Field, typed } from '../../../../console-kit/dialog.tsx';
import { Button, QuietButton, Time } from '../../../../console-kit/parts.tsx';
import { SecretDialog } from '../../../../console-kit/secret-dialog.tsx';
import { CreateKey, type KeyOwner } from './create-key.tsx';
import { usePeople } from './use-people.ts';

type ApiKey = NonNullable<ApiKeysQuery['apiKeys']>['nodes'][number];
/** A partner or an operator that is not there. */
const NONE: NonNullable<ApiKeysQuery['apiKeys']> = {
  nodes: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};
type Open = 'create' | { readonly rotate: ApiKey } | { readonly see: KeyToSee } | null;

const HOUR_SECONDS = 3_600;

interface KeysOptions {
  readonly of: KeyOwner;
  readonly title?: string;
}

/** The keys of a partner or an operator: made, rotated and revoked here, each shown once. */
export function Keys({ of, title = 'API keys' }: KeysOptions) {
  const keys = useList(
    of.partnerId ?? of.operatorId,
    async (page) => (await run(ApiKeysDocument, { ...of, ...page })).apiKeys ?? NONE,
  );
  const people = usePeople(keys.data?.nodes.some(({ operatorId }) => operatorId !== null) ?? false);
  const keyToSee = useKeysToSee(keys.data?.nodes ?? []);
  const personOf = ({ operatorId }: ApiKey) => people.find(({ id }) => id === operatorId)?.name ?? operatorId;
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { begin, dialog } = useStepsWithNotice(() => void keys.reload());
  const done = async (apiKey: string | null) => {
    setOpen(null);
    setSecret(apiKey);
    await keys.reload();
  };
  return (
    <section class="card" aria-labelledby="keys-title">
      <Head of={of} title={title} create={() => setOpen('create')} />
      <List
        of={keys}
        columns={[
          { title: 'Key', kind: 'name', show: (key) => <KeyName apiKey={key} person={personOf(key)} /> },
          ...FACTS,
          {
            title: 'Actions',
            kind: 'marks',
            show: (key) => (
              <KeyActions
                apiKey={key}
                toSee={keyToSee(key)}
                open={setOpen}
                revoke={() => begin(revoke(key, personOf(key)))}
              />
            ),
          },
        ]}
        look="tight"
        lookOf={(key) => (isOver(key) ? 'over' : '')}
        nothing="There is no key."
      />
      {open === 'create' && <CreateKey of={of} close={() => setOpen(null)} done={done} />}
      {open !== null && typeof open === 'object' && 'rotate' in open && (
        <RotateKey apiKey={open.rotate} close={() => setOpen(null)} done={done} />
      )}
      {open !== null && typeof open === 'object' && 'see' in open && (
        <SeeKey of={open.see} close={() => setOpen(null)} done={done} />
      )}
      {dialog}
      {secret !== null && <SecretDialog title="The new key" secret={secret} close={() => setSecret(null)} />}
    </section>
  );
}

function Head({ of, title, create }: Required<KeysOptions> & { readonly create: () => void }) {
  const filter = of.partnerId === null ? { operatorId: of.operatorId } : { partnerId: of.partnerId };
  return (
    <h2 id="keys-title">
      {title}
      <span class="filters">
        <Export list="keys" filter={filter} />
        {mayDo('ADMIN') && <Button onClick={create}>New key</Button>}
      </span>
    </h2>
  );
}

interface ChangeOptions {
  readonly apiKey: ApiKey;
  readonly close: () => void;
  /** Called with the new key; null if there is none. */
  readonly done: (apiKey: string | null) => Promise<void>;
}

const RotateKey = ({ apiKey, close, done }: ChangeOptions) => (
  <Dialog
    title={`Rotate ${apiKey.name}`}
    action="Rotate"
    close={close}
    submit={async (form, once) => {
      const overlapSeconds = Math.round(Number(typed(form, 'hours')) * HOUR_SECONDS);
      const made = await run(RotateApiKeyDocument, { id: apiKey.id, overlapSeconds }, once);
      await done(made.rotateApiKey?.apiKey ?? null);
    }}
  >
    <p>A key like this one is made to replace it.</p>
    <Field label="Hours in which both work" hint="At most 720.">
      <input name="hours" type="number" min="0" max="720" required defaultValue="24" />
    </Field>
  </Dialog>
);

const revoke = ({ id, name, prefix }: ApiKey, person: string | null): Step => ({
  name: 'Revoke',
  tone: 'bad',
  title: `Revoke ${name}`,
  done: 'The key was revoked.',
  fields: () => (
    <p>
      <code>{prefix}…</code> <OfPerson name={person} /> stops within a second, for good.
    </p>
  ),
  send: (_form, once) => run(RevokeApiKeyDocument, { id }, once),
});

/** The owner of the key, if it belongs to a person. */
const OfPerson = ({ name }: { name: string | null }) =>
  name === null ? null : (
    <span class="faint">
      of <bdi>{name}</bdi>
    </span>
  );

/** `person` is the name of the key's owner, or the id if the name is not known. */
const KeyName = ({ apiKey, person }: { apiKey: ApiKey; person: string | null }) => (
  <>
    <LongName>{apiKey.name}</LongName> <code>{apiKey.prefix}…</code> <OfPerson name={person} />
  </>
);

const isOver = ({ revokedAt, expiresAt }: ApiKey): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= nowMs());

const FACTS: readonly Column<ApiKey>[] = [
  {
    title: 'May',
    show: ({ role, scopes }) => `${words(role)}: ${scopes.map((scope) => scope.toLowerCase()).join(', ')}`,
  },
  {
    title: 'Last use',
    show: ({ lastUsedAt }) => (lastUsedAt === null ? 'never used' : <Time at={lastUsedAt} />),
  },
  {
    title: 'End',
    show: (key) => {
      if (key.revokedAt !== null) return <span class="badge bad">Revoked</span>;
      if (key.expiresAt === null) return null;
      return (
        <>
          {isOver(key) && 'ended '}
          <Time at={key.expiresAt} />
        </>
      );
    },
  },
];

interface KeyActionsOptions {
  readonly apiKey: ApiKey;
  /** The approval of the key, if the person may still see it. */
  readonly toSee: KeyToSee | null;
  readonly open: (what: Open) => void;
  readonly revoke: () => void;
}

function KeyActions({ apiKey, toSee, open, revoke: begin }: KeyActionsOptions) {
  if (!mayDo('ADMIN') || isOver(apiKey)) return null;
  return (
    <>
      {toSee !== null && (
        <Button class="good" onClick={() => open({ see: toSee })}>
          See it
        </Button>
      )}
      {apiKey.successorId === null && (
        <QuietButton onClick={() => open({ rotate: apiKey })}>Rotate</QuietButton>
      )}
      <QuietButton onClick={begin}>Revoke</QuietButton>
    </>
  );
}
