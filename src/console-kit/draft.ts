import { me, SESSION_ENDED, signInNotice } from './session-state.ts';

/** What a person had typed into a dialog when the session ended. It is kept in this page only, for that person. */
interface Draft {
  readonly person: string;
  readonly path: string;
  /** The title of the dialog, and what it is about. */
  readonly dialog: string;
  readonly fields: readonly Typed[];
  /** Of the dialog, so that what was sent just before the end is not done twice. */
  readonly idempotencyKey: string;
}

interface Typed {
  readonly name: string;
  readonly value: string;
  readonly isChecked: boolean;
}

let draft: Draft | null = null;

const personNow = () => JSON.stringify(me.value ?? null);

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement): readonly Control[] =>
  [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement) &&
      element.name !== '',
  );

const isTicked = (control: Control): boolean => control instanceof HTMLInputElement && control.checked;

const isTyped = (control: Control): boolean =>
  !(control instanceof HTMLSelectElement) && control.value !== control.defaultValue;

/** The key of the draft that this dialog will have again; null where it begins anew. */
export const draftKey = (dialog: string): string | null =>
  draft?.person === personNow() && draft.path === location.pathname && draft.dialog === dialog
    ? draft.idempotencyKey
    : null;

/** Fills the form of a dialog with the draft of it. Returns a function that keeps a draft, if the session has ended. */
export function withDraft(form: HTMLFormElement, dialog: string, idempotencyKey: string): () => void {
  if (draft !== null && draftKey(dialog) !== null) fill(controlsOf(form), draft.fields);
  draft = null;
  const person = personNow();
  const path = location.pathname;
  return () => {
    if (me.value !== null) return;
    const controls = controlsOf(form);
    if (controls.some(isTyped))
      signInNotice.value = `${SESSION_ENDED} What you typed is there when you open the dialog again.`;
    const fields = controls.map((control) => ({
      name: control.name,
      value: control.value,
      isChecked: isTicked(control),
    }));
    draft = { person, path, dialog, fields, idempotencyKey };
  };
}

/** Fields of a name are filled where there are as many of them as before: a form may have got other rows. */
function fill(controls: readonly Control[], fields: readonly Typed[]): void {
  const before = Map.groupBy(fields, ({ name }) => name);
  for (const [name, some] of Map.groupBy(controls, (control) => control.name)) {
    const values = before.get(name) ?? [];
    if (values.length !== some.length) continue;
    for (const [at, control] of some.entries()) {
      const { value = '', isChecked = false } = values[at] ?? {};
      if (control instanceof HTMLInputElement && control.type === 'checkbox') {
        // What is ticked is the value: a revision that has changed since has to be looked at again.
        if (control.value === value) control.checked = isChecked;
      } else if (!(control instanceof HTMLSelectElement) || hasOption(control, value)) control.value = value;
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}

const hasOption = ({ options }: HTMLSelectElement, value: string): boolean =>
  [...options].some((option) => option.value === value);
