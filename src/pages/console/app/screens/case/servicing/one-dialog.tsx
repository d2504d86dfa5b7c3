import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../../../console-kit/dialog.tsx';
import { say } from '../../../../../console-kit/parts.tsx';

/** Something that an operator may do, with the fields of its dialog. */
export interface Step {
  readonly name: string;
  readonly tone: 'good' | 'bad';
  readonly title: string;
  /** What is said when it is done. */
  readonly done: string;
  readonly fields: () => ComponentChildren;
  readonly send: (form: FormData, idempotencyKey: string) => Promise<unknown>;
}

interface Options {
  readonly steps: readonly Step[];
  readonly done: () => void;
}

/** The state of at most one open dialog. */
export function useSteps({ done }: Pick<Options, 'done'>) {
  const [open, setOpen] = useState<Step | null>(null);
  const dialog = open !== null && (
    <Dialog
      title={open.title}
      action={open.name}
      tone={open.tone}
      close={() => setOpen(null)}
      submit={async (form, idempotencyKey) => {
        await open.send(form, idempotencyKey);
        setOpen(null);
        say(open.done);
        done();
      }}
    >
      {open.fields()}
    </Dialog>
  );
  return { open: setOpen, dialog };
}

/** A button for each step, and the dialog of the one that is open. */
export function Steps({ steps, done }: Options) {
  const { open, dialog } = useSteps({ done });
  return (
    <div class="actions">
      {steps.map((step) => (
        <button key={step.name} type="button" onClick={() => open(step)}>
          {step.name}
        </button>
      ))}
      {dialog}
    </div>
  );
}
