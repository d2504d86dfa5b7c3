import { useState } from 'preact/hooks';
import { run } from '../../../../console-kit/api.ts';
import { ChoiceField } from '../../../../console-kit/choice.tsx';
import { Dialog, Field, typed } from '../../../../console-kit/dialog.tsx';
import { CreateApiKeyDocument, type Scope } from '../../../../console-kit/generated/graphql.ts';
import { usePeople } from './use-people.ts';

/** Whose keys are listed: those of a partner, or of an operator. */
export type KeyOwner =
  | { readonly partnerId: string; readonly operatorId: null }
  | { readonly partnerId: null; readonly operatorId: string };

const MAY = { WRITE: 'read and change', READ: 'only read' };

interface CreateKeyOptions {
  readonly of: KeyOwner;
  readonly close: () => void;
  readonly done: (apiKey: string | null) => Promise<void>;
}

/** Makes a key of a partner, or of an operator; beside a partner it is listed there too. */
export function CreateKey({ of, close, done }: CreateKeyOptions) {
  const able = usePeople(true).filter(({ disabledAt }) => disabledAt === null);
  const [forId, setFor] = useState(of.operatorId ?? '');
  const person = able.find(({ id }) => id === forId);
  return (
    <Dialog
      title="New key"
      action="Create"
      close={close}
      submit={async (form, once) => {
        const name = typed(form, 'name');
        const scopes: Scope[] = typed(form, 'scopes') === 'READ' ? ['READ'] : ['READ', 'WRITE'];
        const input =
          forId === '' ? { name, scopes } : { name, role: 'OPERATOR' as const, operatorId: forId };
        const { partnerId } = of;
        const made = await run(CreateApiKeyDocument, { partnerId, input }, once);
        await done(made.createApiKey?.apiKey ?? null);
      }}
    >
      <Field label="Name" hint="A name by which you recognise the key.">
        <input name="name" required maxLength={255} autocomplete="off" />
      </Field>
      {of.partnerId !== null && (
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
      )}
      {forId === '' ? (
        <ChoiceField name="scopes" label="The partner’s key may" words={MAY} />
      ) : (
        <p role="status">
          It may do, for all partners, what the person may:{' '}
          {(person?.scopes ?? []).map((scope) => scope.toLowerCase()).join(', ') || 'nothing'}.
        </p>
      )}
    </Dialog>
  );
}
