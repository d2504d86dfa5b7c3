import { useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { words } from '../../../../console-kit/format.ts';
import {
  ApiKeysDocument,
  type ApiKeysQuery,
  RevokeApiKeyDocument,
  RotateApiKeyDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { Export } from '../../../../console-kit/list/export.tsx';
import { Pager, pageHere } from '../../../../console-kit/list/pages.tsx';
import { nowMs } from '../../../../console-kit/clock.ts';
import { Dialog, Field, typed } from '../../../../console-kit/dialog.tsx';
import { ErrorNote, Loading, say, Time } from '../../../../console-kit/parts.tsx';
import { SecretDialog } from '../../../../console-kit/secret-dialog.tsx';
import { useLoad } from '../../../../console-kit/use-load.ts';
import { CreateKey } from './create-key.tsx';
import { usePeople } from './use-people.ts';

type ApiKey = NonNullable<ApiKeysQuery['apiKeys']>['nodes'][number];
type Open = 'create' | { readonly rotate: ApiKey } | { readonly revoke: ApiKey } | null;

const HOUR_SECONDS = 3_600;

/** The keys of a partner: made, rotated and revoked here, each shown once. */
export function Keys({ partnerId }: { partnerId: string }) {
  const page = pageHere();
  const { data, error, isLoading, reload } = useLoad(JSON.stringify([partnerId, page]), () =>
    run(ApiKeysDocument, { partnerId, ...page }),
  );
  const keys = data?.apiKeys?.nodes ?? [];
  const people = usePeople(keys.some(({ operatorId }) => operatorId !== null));
  const personOf = ({ operatorId }: ApiKey) => people.find(({ id }) => id === operatorId)?.name ?? operatorId;
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const done = async (apiKey: string | null) => {
    setOpen(null);
    setSecret(apiKey);
    await reload();
  };
  return (
    <section class="card" aria-labelledby="keys-title">
      <h2 id="keys-title">
        API keys
        <span class="filters">
          <Export list="keys" filter={{ partnerId }} />
          {mayDo('ADMIN') && (
            <button type="button" onClick={() => setOpen('create')}>
              New key
            </button>
          )}
        </span>
      </h2>
      {error !== null && <ErrorNote error={error} retry={() => void reload()} />}
      {data === null && isLoading && <Loading lines={3} />}
      <KeyTable keys={keys} personOf={personOf} open={setOpen} />
      {data?.apiKeys?.pageInfo && <Pager page={data.apiKeys.pageInfo} />}
      {open === 'create' && <CreateKey partnerId={partnerId} close={() => setOpen(null)} done={done} />}
      {open !== null && typeof open === 'object' && 'rotate' in open && (
        <RotateKey apiKey={open.rotate} close={() => setOpen(null)} done={done} />
      )}
      {open !== null && typeof open === 'object' && 'revoke' in open && (
        <RevokeKey
          apiKey={open.revoke}
          person={personOf(open.revoke)}
          close={() => setOpen(null)}
          done={done}
        />
      )}
      {secret !== null && <SecretDialog title="The new key" secret={secret} close={() => setSecret(null)} />}
    </section>
  );
}

interface KeyTableOptions {
  readonly keys: readonly ApiKey[];
  readonly personOf: (apiKey: ApiKey) => string | null;
  readonly open: (what: Open) => void;
}

function KeyTable({ keys, personOf, open }: KeyTableOptions) {
  return (
    <table class="rows tight">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">May</th>
          <th scope="col">Last use</th>
          <th scope="col">End</th>
          <th scope="col">
            <span class="hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} person={personOf(key)} open={open} />
        ))}
      </tbody>
    </table>
  );
}

interface ChangeOptions {
  readonly apiKey: ApiKey;
  readonly close: () => void;
  /** With the new key, if there is one. */
  readonly done: (apiKey: string | null) => Promise<void>;
}

function RotateKey({ apiKey, close, done }: ChangeOptions) {
  return (
    <Dialog
      title={`Rotate ${apiKey.name}`}
      about={apiKey.id}
      action="Rotate"
      close={close}
      submit={async (form, idempotencyKey) => {
        const overlapSeconds = Math.round(Number(typed(form, 'hours')) * HOUR_SECONDS);
        const made = await run(RotateApiKeyDocument, { id: apiKey.id, overlapSeconds }, { idempotencyKey });
        await done(made.rotateApiKey?.apiKey ?? null);
      }}
    >
      <p>A key like this one is made to replace it.</p>
      <Field label="Hours in which both work" hint="At most 720.">
        <input name="hours" type="number" min="0" max="720" required defaultValue="24" />
      </Field>
    </Dialog>
  );
}

function RevokeKey({ apiKey, person, close, done }: ChangeOptions & { readonly person: string | null }) {
  return (
    <Dialog
      title={`Revoke ${apiKey.name}`}
      about={apiKey.id}
      action="Revoke"
      tone="bad"
      close={close}
      submit={async (_form, idempotencyKey) => {
        await run(RevokeApiKeyDocument, { id: apiKey.id }, { idempotencyKey });
        say('The key was revoked.');
        await done(null);
      }}
    >
      <p>
        <code>{apiKey.prefix}…</code> <OfPerson name={person} /> stops within a second, for good.
      </p>
    </Dialog>
  );
}

/** Whose key it is, if it belongs to a person. */
const OfPerson = ({ name }: { name: string | null }) =>
  name === null ? null : (
    <span class="faint">
      of <bdi>{name}</bdi>
    </span>
  );

interface KeyRowOptions {
  readonly apiKey: ApiKey;
  /** The name of the person whose key it is; the id if the name is not known. */
  readonly person: string | null;
  readonly open: (what: Open) => void;
}

function KeyRow({ apiKey, person, open }: KeyRowOptions) {
  const { name, prefix, role, scopes, lastUsedAt, expiresAt, revokedAt, successorId } = apiKey;
  const isOver = revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= nowMs());
  return (
    <tr class={isOver ? 'over' : ''}>
      <th scope="row">
        <bdi>{name}</bdi> <code>{prefix}…</code> <OfPerson name={person} />
      </th>
      <td>
        {words(role)}: {scopes.map((scope) => scope.toLowerCase()).join(', ')}
      </td>
      <td>
        {lastUsedAt === null ? (
          'never used'
        ) : (
          <>
            used <Time at={lastUsedAt} />
          </>
        )}
      </td>
      <td>
        {revokedAt !== null && <span class="badge bad">Revoked</span>}
        {revokedAt === null && expiresAt !== null && (
          <>
            {isOver ? 'ended' : 'ends'} <Time at={expiresAt} />
          </>
        )}
      </td>
      <td class="marks">
        {mayDo('ADMIN') && !isOver && (
          <>
            {successorId === null && (
              <button type="button" class="quiet" onClick={() => open({ rotate: apiKey })}>
                Rotate
              </button>
            )}
            <button type="button" class="quiet" onClick={() => open({ revoke: apiKey })}>
              Revoke
            </button>
          </>
        )}
      </td>
    </tr>
  );
}
