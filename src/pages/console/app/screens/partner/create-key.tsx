import { useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { Dialog, Field, typed } from '../../../../console-kit/dialog.tsx';
import { CreateApiKeyDocument, type Scope } from '../../../../console-kit/generated/graphql.ts';
import { usePeople } from './use-people.ts';

interface CreateKeyOptions {
  readonly partnerId: string;
  readonly close: () => void;
  readonly done: (apiKey: string | null) => Promise<void>;
}

/** Makes a key of the partner, or of an operator, which is listed with the partner. */
export function CreateKey({ partnerId, close, done }: CreateKeyOptions) {
  const able = usePeople(true).filter(({ disabledAt }) => disabledAt === null);
  const [forId, setFor] = useState('');
  const person = able.find(({ id }) => id === forId);
  return (
    <Dialog
      title="New key"
      action="Create"
      close={close}
      submit={async (form, idempotencyKey) => {
        const operatorId = typed(form, 'operator');
        const name = typed(form, 'name');
        const scopes: Scope[] = typed(form, 'scopes') === 'READ' ? ['READ'] : ['READ', 'WRITE'];
        const input = operatorId === '' ? { name, scopes } : { name, role: 'OPERATOR' as const, operatorId };
        const made = await run(CreateApiKeyDocument, { partnerId, input }, { idempotencyKey });
        await done(made.createApiKey?.apiKey ?? null);
      }}
    >
      <Field label="Name" hint="A name by which you recognise the key.">
        <input name="name" required maxLength={255} autocomplete="off" />
      </Field>
      <Field label="For">
        <select name="operator" onChange={({ currentTarget }) => setFor(currentTarget.value)}>
          <option value="">the partner</option>
          {able.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}, an operator
            </option>
          ))}
        </select>
      </Field>
      {person === undefined ? (
        <Field label="The partner’s key may">
          <select name="scopes">
            <option value="WRITE">read and change</option>
            <option value="READ">only read</option>
          </select>
        </Field>
      ) : (
        <p role="status">
          It may do, for all partners, what the person may:{' '}
          {person.scopes.map((scope) => scope.toLowerCase()).join(', ') || 'nothing'}.
        </p>
      )}
    </Dialog>
  );
}
