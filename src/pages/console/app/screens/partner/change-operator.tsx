import { run } from '../../../../console-kit/api.ts';
import { Dialog } from '../../../../console-kit/dialog.tsx';
import {
  type PeopleQuery,
  type Scope,
  UpdatePersonDocument,
} from '../../../../console-kit/generated/graphql.ts';
import { say } from '../../../../console-kit/parts.tsx';
import { mayDo, me } from '../../../../console-kit/session-state.ts';
import { loadMe } from '../../../../console-kit/who.ts';

const MEANINGS: Readonly<Record<Scope, string>> = {
  READ: 'read',
  WRITE: 'decide on cases',
  ADMIN: 'change partners, keys and operators',
};
const SCOPES: readonly Scope[] = ['READ', 'WRITE', 'ADMIN'];

interface ChangeOperatorOptions {
  readonly person: PeopleQuery['operators']['nodes'][number];
  readonly close: () => void;
  readonly reload: () => Promise<void>;
}

/** Changes what an operator may do. */
export function ChangeOperator({ person, close, reload }: ChangeOperatorOptions) {
  const isOneself = me.value?.operator?.id === person.id;
  return (
    <Dialog
      title={`What ${person.name} may do`}
      action="Change"
      close={close}
      submit={async (form, once) => {
        const scopes = SCOPES.filter((scope) => form.has(scope));
        await run(UpdatePersonDocument, { id: person.id, input: { scopes } }, once);
        close();
        say(`What ${person.name} may do has changed.`);
        if (isOneself) await loadMe();
        await reload();
      }}
    >
      {SCOPES.map((scope) => (
        <label key={scope} class="check">
          <input
            type="checkbox"
            name={scope}
            defaultChecked={person.scopes.includes(scope)}
            // A person cannot give a scope that the person lacks.
            disabled={!mayDo(scope) && !person.scopes.includes(scope)}
          />
          {MEANINGS[scope]}
        </label>
      ))}
      {isOneself ? (
        <p class="note bad">This is you. If you take a right away, only another operator can give it back.</p>
      ) : (
        <p>Keys and sessions of the person lose a right within a second.</p>
      )}
    </Dialog>
  );
}
