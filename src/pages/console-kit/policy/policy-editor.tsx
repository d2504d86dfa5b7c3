import { useRef, useState } from 'preact/hooks';
import { useAttempt } from '../use-attempt.ts';
import { NoRecord, ScreenHead } from '../screen.tsx';
import { type ApiError, type Once, run } from '../api.ts';
import { Field } from '../dialog.tsx';
import {
  CreatePolicyDocument,
  PolicyDocument,
  UpdatePolicyDocument,
  type WholePolicyFragment,
} from '../generated/graphql.ts';
import { PartnerFilter } from '../list/partner-filter.tsx';
import { Button, Empty, ErrorNote, say } from '../parts.tsx';
import { go, href, place } from '../route.ts';
import { useLoad } from '../use-load.ts';
import { useTitle } from '../use-title.ts';
import { contentOf, type Draft, draftOf, type DraftRule, emptyRule, placeOf } from './draft.ts';
import { Scope } from './policy-words.tsx';
import { RuleFields, VerdictField } from './rule-fields.tsx';

/** As many rules as the gateway takes. */
const RULES_MAX = 50;

/** Makes a new draft, empty or a copy of another version. */
export function NewPolicy() {
  const from = place.value.query.get('from') ?? '';
  useTitle('New policy');
  return from === '' ? <Editor id={null} begin={null} /> : <Loaded of={from} id={null} />;
}

/** Changes a draft. */
export function EditPolicy({ id }: { id: string }) {
  useTitle('Change a policy');
  return <Loaded of={id} id={id} />;
}

/** The editor with the content of a version. */
function Loaded({ of, id }: { of: string; id: string | null }) {
  const loaded = useLoad(of, () => run(PolicyDocument, { id: of }));
  const policy = loaded.data?.policy ?? null;
  if (policy === null) return <NoRecord of={loaded} what="policy" />;
  if (id !== null && policy.state !== 'DRAFT')
    return (
      <Empty isScreen title="Only a draft can be changed.">
        <p>
          <a href={href('policy', 'new', { from: id })}>Copy it into a draft</a>
        </p>
      </Empty>
    );
  return <Editor key={of} id={id} begin={policy} />;
}

interface EditorOptions {
  /** The draft to change; null for a new one. */
  readonly id: string | null;
  /** The content to begin with. */
  readonly begin: WholePolicyFragment | null;
}

async function save(id: string | null, draft: Draft, once: Once): Promise<string> {
  const content = contentOf(draft);
  if (id !== null) {
    await run(UpdatePolicyDocument, { id, input: content }, once);
    return id;
  }
  const input = { ...content, ...(draft.partnerId !== '' && { partnerId: draft.partnerId }) };
  const { createPolicy } = await run(CreatePolicyDocument, { input }, once);
  return createPolicy?.id ?? '';
}

/** The idempotency key of each content, so that a second attempt makes no second draft. */
function useKeyFor(): (draft: Draft) => Once {
  const last = useRef({ text: '', idempotencyKey: '' });
  return (draft) => {
    const text = JSON.stringify(draft);
    if (last.current.text !== text) last.current = { text, idempotencyKey: crypto.randomUUID() };
    return last.current;
  };
}

function Editor({ id, begin }: EditorOptions) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(begin));
  const { isBusy, error, attempt } = useAttempt();
  const keyFor = useKeyFor();
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    await attempt(async () => {
      const saved = await save(id, draft, keyFor(draft));
      say('The draft was saved.');
      go(href('policy', saved), { replace: true });
    });
  };
  const isElsewhere = error !== null && (placeOf(error)?.rule ?? draft.rules.length) >= draft.rules.length;
  return (
    <>
      <ScreenHead
        up={<a href={href('policies')}>Policies</a>}
        title={id === null ? 'New policy' : 'Change the draft'}
      />
      <form class="policy-editor" onSubmit={(event) => void send(event)}>
        <AboutFields draft={draft} isNew={id === null} change={change} />
        <RuleList draft={draft} error={error} change={change} />
        {isElsewhere && <ErrorNote error={error} />}
        <div class="dialog-actions">
          <a class="button quiet" href={id === null ? href('policies') : href('policy', id)}>
            Cancel
          </a>
          <button type="submit" class="good" disabled={isBusy}>
            {isBusy ? 'One moment …' : 'Save the draft'}
          </button>
        </div>
      </form>
    </>
  );
}

interface FieldsOptions {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
}

/** The scope, what people say about the version, and what follows if no rule holds. */
const AboutFields = ({ draft, isNew, change }: FieldsOptions & { isNew: boolean }) => (
  <section class="card" aria-label="About it">
    <div class="field">
      <span>Requests of</span>
      <p>
        <Scope partnerId={draft.partnerId === '' ? null : draft.partnerId} />
      </p>
      {isNew && <PartnerFilter value={draft.partnerId} choose={(partnerId) => change({ partnerId })} />}
    </div>
    <Field label="Purpose" hint="What it is for, in a line.">
      <input
        name="purpose"
        maxLength={255}
        autocomplete="off"
        value={draft.purpose}
        onInput={({ currentTarget }) => change({ purpose: currentTarget.value })}
      />
    </Field>
    <Field label="Note" hint="What colleagues should know about this version.">
      <textarea
        name="note"
        rows={2}
        maxLength={2_000}
        value={draft.note}
        onInput={({ currentTarget }) => change({ note: currentTarget.value })}
      />
    </Field>
    <VerdictField
      label="If no rule holds"
      value={draft.otherwise}
      choose={(otherwise) => change({ otherwise })}
    />
  </section>
);

/** The rules in their order. */
function RuleList({ draft: { rules }, error, change }: FieldsOptions & { error: ApiError | null }) {
  const replace = (at: number, changes: Partial<DraftRule>) =>
    change({ rules: rules.map((rule, index) => (index === at ? { ...rule, ...changes } : rule)) });
  const move = (at: number, by: -1 | 1) => {
    const moved = rules[at];
    if (moved !== undefined) change({ rules: rules.toSpliced(at, 1).toSpliced(at + by, 0, moved) });
  };
  return (
    <section class="card" aria-labelledby="rules-title">
      <h2 id="rules-title">Rules</h2>
      {rules.map((rule, at) => (
        <RuleFields
          key={rule.id}
          rule={rule}
          at={at}
          count={rules.length}
          error={error}
          change={(changes) => replace(at, changes)}
          move={(by) => move(at, by)}
          remove={() => change({ rules: rules.toSpliced(at, 1) })}
        />
      ))}
      <Button
        disabled={rules.length === RULES_MAX}
        onClick={() => change({ rules: [...rules, emptyRule()] })}
      >
        Add a rule
      </Button>{' '}
      <span class="faint">
        {rules.length} of {RULES_MAX}
      </span>
    </section>
  );
}
