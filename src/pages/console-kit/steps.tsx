import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type ApiError, type Once, toApiError } from './api.ts';
import { type Asked, useAsked, useHere } from './asked-here.ts';
import { Check } from './check.tsx';
import { Dialog } from './dialog.tsx';
import type { TwoPeopleOperation } from './generated/graphql.ts';
import { Button, Key, say } from './parts.tsx';
import { useKeys } from './use-keys.ts';

/**
 * Something that an operator may do, with the fields of its dialog. The dialog keeps the state that the screen showed
 * at its beginning, so that no one decides on unseen changes.
 */
export interface Step {
  readonly name: string;
  /** The key of the keyboard that begins it. */
  readonly key?: string;
  readonly tone: 'good' | 'bad';
  readonly title: string;
  readonly isWide?: boolean;
  /** The sentence that is shown when it is done. */
  readonly done: string;
  /** The change that it is, if it may need two people. */
  readonly operation?: TwoPeopleOperation;
  /** The record of the change, if the screen has several. */
  readonly object?: string;
  readonly fields: () => ComponentChildren;
  readonly send: (form: FormData, once: Once) => Promise<unknown>;
}

interface Options {
  /** Called when the person begins a step. */
  readonly begun?: () => void;
  /** Called when a step is done, with the sentence to show. */
  readonly done: (sentence: string) => void;
  /** Called if a step is refused; true if the screen says why, so that the dialog ends. */
  readonly refused?: (error: ApiError) => boolean;
}

/** The open step with its dialog, if there is one, and the function that begins a step. */
export function useSteps({ begun, done, refused }: Options) {
  const [open, setOpen] = useState<Step | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const askedFor = useAsked();
  const here = useHere();
  const begin = (step: Step) => {
    setAsked(askedFor(step));
    setOpen(step);
    begun?.();
  };
  const close = () => setOpen(null);
  const ended = (sentence: string) => {
    close();
    here.changed();
    done(sentence);
  };
  if (open !== null && asked !== null) {
    const dialog = <Check of={asked} close={close} done={ended} />;
    return { begin, dialog };
  }
  const dialog = open !== null && (
    <Dialog
      title={open.title}
      action={open.name}
      tone={open.tone}
      isWide={open.isWide ?? false}
      close={close}
      submit={async (form, once) => {
        try {
          await open.send(form, once);
        } catch (error) {
          if (refused?.(toApiError(error)) !== true) throw error;
          close();
          return;
        }
        ended(open.done);
      }}
    >
      {open.fields()}
    </Dialog>
  );
  return { begin, dialog };
}

/** Steps after which the screen says what was done, and calls `changed`. */
export const useStepsWithNotice = (changed: () => void) =>
  useSteps({
    done(sentence) {
      say(sentence);
      changed();
    },
  });

interface ButtonsOptions {
  readonly steps: readonly Step[];
  readonly begin: (step: Step) => void;
  /** `toned` in the colours of the steps, `plain` as other buttons, `quiet` in the row of a table. */
  readonly look: 'toned' | 'plain' | 'quiet';
}

/** A button for each step. */
export function StepButtons({ steps, begin, look }: ButtonsOptions) {
  const { isKnown } = useHere();
  const keys = steps.flatMap((step) =>
    step.key === undefined || !isKnown
      ? []
      : [[step.key, { name: step.name.toLowerCase(), run: () => begin(step) }] as const],
  );
  useKeys(Object.fromEntries(keys));
  return steps.map((step) => (
    <Button
      key={step.name}
      class={look === 'toned' ? step.tone : look}
      disabled={!isKnown}
      onClick={() => begin(step)}
    >
      {step.name} {step.key !== undefined && <Key>{step.key}</Key>}
    </Button>
  ));
}

/** The steps of a row, below what it says. */
export const RowSteps = ({ steps, begin }: { steps: readonly Step[]; begin: (step: Step) => void }) =>
  steps.length > 0 && (
    <div class="row-actions">
      <StepButtons steps={steps} begin={begin} look="quiet" />
    </div>
  );
