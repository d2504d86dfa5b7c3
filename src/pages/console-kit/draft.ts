import { computed, signal } from '@preact/signals';
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

const draft = signal<Draft | null>(null);

/** Whether this page has a draft, which is lost when it is left. */
export const hasDraft = computed(() => draft.value !== null);

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

/** The draft of a dialog of this screen, if the same person sees it; null for none. */
const draftHere = (): Draft | null => {
  const kept = draft.peek();
  return kept?.person === personNow() && kept.path === location.pathname ? kept : null;
};

/** The key of the draft that this dialog will have again; null if it begins anew. */
export function draftKey(dialog: string): string | null {
  const kept = draftHere();
  return kept?.dialog === dialog ? kept.idempotencyKey : null;
}

/**
 * How many fields of a name the draft has, for a form to which rows can be added. Null if there is no draft, or one of
 * another form: one without the field `always`.
 */
export function draftRows(name: string, always: string): number | null {
  const fields = draftHere()?.fields ?? [];
  const count = (wanted: string) => fields.filter((field) => field.name === wanted).length;
  return count(always) === 0 ? null : count(name);
}

/** Fills the form of a dialog with the draft of it. Returns a function that keeps a draft, if the session has ended. */
export function withDraft(form: HTMLFormElement, dialog: string, idempotencyKey: string): () => void {
  const kept = draftHere();
  const late = kept?.dialog === dialog ? fill(controlsOf(form), kept.fields) : [];
  draft.value = null;
  const stopWaiting = chooseLater(form, late);
  const person = personNow();
  const path = location.pathname;
  return () => {
    stopWaiting();
    if (me.value !== null) return;
    const controls = controlsOf(form);
    if (controls.some(isTyped))
      signInNotice.value = `${SESSION_ENDED} What you typed is there when you open the dialog again.`;
    const fields = controls.map((control) => ({
      name: control.name,
      value: control.value,
      isChecked: isTicked(control),
    }));
    draft.value = { person, path, dialog, fields, idempotencyKey };
  };
}

/** A choice that cannot be made yet, because its options are still being loaded. */
interface LateChoice {
  readonly control: HTMLSelectElement;
  readonly value: string;
}

/**
 * Fields of a name are filled if there are as many of them as before: a form may have other rows. Returns the
 * choices whose option is not there.
 */
function fill(controls: readonly Control[], fields: readonly Typed[]): readonly LateChoice[] {
  const late: LateChoice[] = [];
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
      else late.push({ control, value });
      announce(control);
    }
  }
  return late;
}

/** Tells the form that a field has got another value, as typing does. */
function announce(control: Control): void {
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Makes choices when their options are there, unless the person chose something meanwhile. Returns what stops it. */
function chooseLater(form: HTMLFormElement, late: readonly LateChoice[]): () => void {
  const begun = new Map(late.map(({ control }) => [control, control.value]));
  const observer = new MutationObserver(() => {
    for (const { control, value } of late) {
      if (!begun.has(control) || !hasOption(control, value)) continue;
      const isUntouched = control.value === begun.get(control);
      begun.delete(control);
      if (!isUntouched) continue;
      control.value = value;
      announce(control);
    }
    if (begun.size === 0) observer.disconnect();
  });
  if (late.length > 0) observer.observe(form, { childList: true, subtree: true });
  return () => observer.disconnect();
}

const hasOption = ({ options }: HTMLSelectElement, value: string): boolean =>
  [...options].some((option) => option.value === value);
