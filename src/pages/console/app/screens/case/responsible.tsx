import { useState } from 'preact/hooks';
import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { run } from '../../../../console-kit/api.ts';
import { AssignDocument } from '../../../../console-kit/generated/graphql.ts';
import { QuietButton, say } from '../../../../console-kit/parts.tsx';
import { mayDo, me } from '../../../../console-kit/session-state.ts';

interface Options {
  readonly settlement: CaseSettlement;
  readonly changed: () => void;
}

/** Who is responsible for a case, and the button by which a person takes it or gives it up. */
export function Responsible({ settlement: { id, assignment }, changed }: Options) {
  const [isBusy, setBusy] = useState(false);
  const own = me.value?.operator?.id ?? null;
  const isMine = assignment !== null && assignment.operatorId === own;
  const change = async () => {
    setBusy(true);
    try {
      await run(AssignDocument, { id, operatorId: isMine ? null : own });
      say(isMine ? 'You gave the case up.' : 'You are responsible for the case.');
    } catch {
      say('It was not changed. Try again.');
    }
    setBusy(false);
    changed();
  };
  return (
    <>
      {assignment === null ? 'No one' : <bdi>{assignment.actorName}</bdi>}{' '}
      {own !== null && mayDo('WRITE') && (
        <QuietButton disabled={isBusy} onClick={() => void change()}>
          {isMine ? 'Give it up' : 'Take it'}
        </QuietButton>
      )}
    </>
  );
}
