import { run } from '../api.ts';
import { Dialog } from '../dialog.tsx';
import {
  CreateApiKeyDocument,
  type CreateApiKeyInput,
  RotateApiKeyDocument,
  type Scope,
} from '../generated/graphql.ts';
import { Time } from '../parts.tsx';
import { type KeyToSee, secretUntil } from './keys-to-see.ts';

const SCOPES: readonly Scope[] = ['READ', 'WRITE', 'ADMIN'];

/** The input of GraphQL for what was sent, which the gateway shows in the names of REST. */
function inputOf(sent: KeyToSee['input']): CreateApiKeyInput {
  const { name, operator_id: operatorId, expires_in: expiresIn, scopes } = sent ?? {};
  const given = Array.isArray(scopes) ? scopes.map((scope) => String(scope).toUpperCase()) : null;
  return {
    role: 'OPERATOR',
    ...(typeof name === 'string' && { name }),
    ...(typeof operatorId === 'string' && { operatorId }),
    ...(typeof expiresIn === 'number' && { expiresIn }),
    ...(given !== null && { scopes: SCOPES.filter((scope) => given.includes(scope)) }),
  };
}

interface SeeKeyOptions {
  readonly of: KeyToSee;
  readonly close: () => void;
  /** Called with the key; null if it was seen before, so that another one was asked for. */
  readonly done: (apiKey: string | null) => Promise<void>;
}

/** The person who asked for a key sends the same once more, and sees it. */
export function SeeKey({ of, close, done }: SeeKeyOptions) {
  const { objectId, input, checkerName } = of;
  const until = secretUntil(of);
  return (
    <Dialog
      title="See the key that you asked for"
      action="Show it once"
      close={close}
      submit={async (_form, once) => {
        if (objectId === null) {
          const partner = input?.['partner_id'];
          const partnerId = typeof partner === 'string' ? partner : null;
          const made = await run(CreateApiKeyDocument, { partnerId, input: inputOf(input) }, once);
          return done(made.createApiKey?.apiKey ?? null);
        }
        const overlap = input?.['overlap_seconds'];
        const how = typeof overlap === 'number' ? { overlapSeconds: overlap } : {};
        const made = await run(RotateApiKeyDocument, { id: objectId, ...how }, once);
        return done(made.rotateApiKey?.apiKey ?? null);
      }}
    >
      <p>
        <bdi>{checkerName ?? 'Another person'}</bdi> approved it and has not seen it. You see it once
        {until !== null && (
          <>
            , until <Time at={until} />
          </>
        )}
        . If you have seen it before, this asks for another key.
      </p>
    </Dialog>
  );
}
