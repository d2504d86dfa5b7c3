import { useEffect, useRef, useState } from 'preact/hooks';
import { useStepsWithNotice, type Step } from '../../../../console-kit/steps.tsx';
import { ReasonField } from '../../../../console-kit/fields.tsx';
import { run } from '../../../../console-kit/api.ts';
import { bytes, givenName, words } from '../../../../console-kit/format.ts';
import { type KycFactsFragment, RequestDocumentDocument } from '../../../../console-kit/generated/graphql.ts';
import { DOCUMENT_WARNINGS } from '../../../../console-kit/meanings.ts';
import { mayDo } from '../../../../console-kit/session-state.ts';
import { typed } from '../../../../console-kit/dialog.tsx';
import { Badge, Button, Empty, Key, QuietButton, Time } from '../../../../console-kit/parts.tsx';
import { type Keys, useKeys } from '../../../../console-kit/use-keys.ts';
import { Viewer } from '../../../../console-kit/preview/viewer.tsx';

type Supporting = KycFactsFragment['supportingDocuments'][number];

type File = Supporting['files'][number];

const stepKeys = (step: (by: number) => void): Keys => ({
  ']': { name: 'the next document', run: () => step(1) },
  '[': { name: 'the previous document', run: () => step(-1) },
});

/** The documents of a customer: the list, and previews of one or two of them side by side. */
export function Documents({ kyc, reload }: { kyc: KycFactsFragment; reload: () => void }) {
  const all = kyc.supportingDocuments.flatMap(({ files }) => files);
  const [shown, setShown] = useState<readonly (string | null)[]>([null]);
  const { begin, dialog } = useStepsWithNotice(reload);
  const [first = null, second = null] = shown;

  const choose = (id: string) => setShown(shown.length === 2 && first !== null ? [first, id] : [id]);
  const step = (by: number) => {
    const at = all.findIndex(({ id }) => id === first);
    const next = all[at < 0 ? 0 : (at + by + all.length) % all.length];
    if (next !== undefined) setShown([next.id, ...shown.slice(1)]);
  };
  useKeys(stepKeys(step));
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    for (const part of ['.file[aria-pressed="true"]', '.viewer'])
      section.current?.querySelector(part)?.scrollIntoView({ block: 'nearest' });
  }, [first, second]);

  return (
    <section ref={section} class="card documents" aria-labelledby="documents-title">
      <h2 id="documents-title">
        Documents
        <span>
          {first !== null && all.length > 1 && (
            <SidesButton
              isTwo={shown.length === 2}
              choose={(isTwo) => setShown(isTwo ? [first, null] : [first])}
            />
          )}
        </span>
      </h2>
      <div class="document-list">
        {kyc.supportingDocuments.map((supporting) => (
          <DocumentType
            key={supporting.type}
            supporting={supporting}
            shown={[first, second]}
            choose={choose}
            ask={() => begin(requestAgain(kyc.customerId, supporting))}
          />
        ))}
      </div>
      <Shown files={all} shown={shown} />
      {dialog}
    </section>
  );
}

const SidesButton = ({ isTwo, choose }: { isTwo: boolean; choose: (isTwo: boolean) => void }) => (
  <QuietButton onClick={() => choose(!isTwo)}>{isTwo ? 'One' : 'Two side by side'}</QuietButton>
);

function Shown({ files, shown }: { files: readonly File[]; shown: readonly (string | null)[] }) {
  const [first = null, second = null] = shown;
  const fileOf = (id: string) => files.find((file) => file.id === id) ?? null;
  if (first === null)
    return (
      <Empty title="Choose a document to look at it.">
        <p class="faint">
          <Key>[</Key> <Key>]</Key> go through them. Each one that you open is noted in the trail.
        </p>
      </Empty>
    );
  return (
    <div class={`viewers ${shown.length === 2 ? 'two' : ''}`}>
      <Viewer key={first} file={fileOf(first)} withKeys />
      {shown.length === 2 &&
        (second === null ? (
          <Empty title="Choose the second document." />
        ) : (
          <Viewer key={`2${second}`} file={fileOf(second)} />
        ))}
    </div>
  );
}

interface DocumentTypeOptions {
  readonly supporting: Supporting;
  readonly shown: readonly (string | null)[];
  readonly choose: (id: string) => void;
  readonly ask: () => void;
}

function DocumentType({ supporting, shown, choose, ask }: DocumentTypeOptions) {
  const { type, required, status, files, requestReason, requestedAt } = supporting;
  return (
    <div class="document-type">
      <p>
        <strong>{words(type)}</strong> {!required && <span class="faint">optional</span>}{' '}
        <Badge of={status} />
        {mayDo('WRITE') && <QuietButton onClick={ask}>Request again</QuietButton>}
      </p>
      {requestReason !== null && requestedAt !== null && (
        <p class="warning">
          Requested again <Time at={requestedAt} />: {requestReason}
        </p>
      )}
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <Button class="file" aria-pressed={shown.includes(file.id)} onClick={() => choose(file.id)}>
              {givenName(file.filename)}
            </Button>
            <span class="faint">{bytes(file.size)}</span>
            {file.warnings.map((code) => (
              <span key={code} class="warning">
                {DOCUMENT_WARNINGS[code]}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

const requestAgain = (customerId: string, { type, required }: Supporting): Step => ({
  name: 'Request again',
  tone: 'good',
  title: `Request again: ${words(type)}`,
  done: 'The partner is asked for the document.',
  fields: () => (
    <>
      <p class="faint">
        The type counts as {required ? 'missing' : 'not uploaded'} from now on. The files stay until the
        partner sends others.
      </p>
      <ReasonField label="What is wrong" hint="The partner can read it." />
    </>
  ),
  send: (form, once) =>
    run(RequestDocumentDocument, { customerId, type, reason: typed(form, 'reason') }, once),
});
