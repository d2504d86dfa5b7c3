import { useEffect, useState } from 'preact/hooks';
import { run, toApiError, type ApiError } from '../../api.ts';
import { bytes, givenName, words } from '../../format.ts';
import { type KycFactsFragment, RequestDocumentDocument } from '../../generated/graphql.ts';
import { mayDo } from '../../session-state.ts';
import { Dialog, Field, typed } from '../../ui/dialog.tsx';
import { Badge, Empty, ErrorNote, Key, Loading, say, Time } from '../../ui/parts.tsx';
import { loadPreview, type Preview } from '../../ui/preview.ts';
import { useKeys } from '../../ui/use-keys.ts';

type Supporting = KycFactsFragment['supportingDocuments'][number];
type DocumentFile = Supporting['files'][number];

interface DocumentsOptions {
  readonly kyc: KycFactsFragment;
  readonly reload: () => void;
}

/** The documents of a customer: the list, and one or two of them beside each other. */
export function Documents({ kyc, reload }: DocumentsOptions) {
  const all = kyc.supportingDocuments.flatMap(({ files }) => files);
  const [shown, setShown] = useState<readonly (string | null)[]>([null]);
  const [asked, setAsked] = useState<Supporting | null>(null);
  const [first = null, second = null] = shown;
  const nameOf = (id: string | null) => all.find((file) => file.id === id) ?? null;

  const choose = (id: string) => setShown(shown.length === 2 && first !== null ? [first, id] : [id]);
  const step = (by: number) => {
    const at = all.findIndex(({ id }) => id === first);
    const next = all[at < 0 ? 0 : (at + by + all.length) % all.length];
    if (next !== undefined) setShown([next.id, ...shown.slice(1)]);
  };
  useKeys({ ']': () => step(1), '[': () => step(-1) });

  return (
    <section class="card documents" aria-labelledby="documents-title">
      <h2 id="documents-title">
        Documents
        <span>
          {first !== null && all.length > 1 && (
            <button
              type="button"
              class="quiet"
              onClick={() => setShown(shown.length === 2 ? [first] : [first, null])}
            >
              {shown.length === 2 ? 'One' : 'Two side by side'}
            </button>
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
            ask={() => setAsked(supporting)}
          />
        ))}
      </div>
      {first === null ? (
        <Empty title="Choose a document to look at it.">
          <p class="faint">
            <Key>[</Key> <Key>]</Key> go through them. Each one that you open is noted in the trail.
          </p>
        </Empty>
      ) : (
        <div class={`viewers ${shown.length === 2 ? 'two' : ''}`}>
          <Viewer key={first} file={nameOf(first)} withKeys />
          {shown.length === 2 &&
            (second === null ? (
              <Empty title="Choose the second document." />
            ) : (
              <Viewer key={`2${second}`} file={nameOf(second)} />
            ))}
        </div>
      )}
      {asked !== null && (
        <RequestAgain
          customerId={kyc.customerId}
          supporting={asked}
          close={() => setAsked(null)}
          done={() => {
            setAsked(null);
            reload();
          }}
        />
      )}
    </section>
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
        {mayDo('WRITE') && (
          <button type="button" class="quiet" onClick={ask}>
            Request again
          </button>
        )}
      </p>
      {requestReason !== null && requestedAt !== null && (
        <p class="warning">
          Requested again <Time at={requestedAt} />: {requestReason}
        </p>
      )}
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              class="file"
              aria-pressed={shown.includes(file.id)}
              onClick={() => choose(file.id)}
            >
              {givenName(file.filename)}
            </button>
            <span class="faint">{bytes(file.size)}</span>
            {file.warnings.length > 0 && (
              <span class="warning">Its bytes are of another kind than it says.</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const TURNS = ['', 'turn-90', 'turn-180', 'turn-270'] as const;
const ZOOMS = [50, 75, 100, 150, 200, 300] as const;
const ZOOM_START = 2;

function Viewer({ file, withKeys = false }: { file: DocumentFile | null; withKeys?: boolean }) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [turn, setTurn] = useState(0);
  const [zoom, setZoom] = useState(ZOOM_START);
  const id = file?.id ?? null;

  useEffect(() => {
    if (id === null) return undefined;
    let made: Preview | null = null;
    let isGone = false;
    void loadPreview(id).then(
      (loaded) => {
        made = loaded;
        if (isGone) URL.revokeObjectURL(loaded.url);
        else setPreview(loaded);
      },
      (failure: unknown) => setError(toApiError(failure)),
    );
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made.url);
    };
  }, [id]);

  const rotate = () => setTurn((turn + 1) % TURNS.length);
  const scale = (by: number) => setZoom(Math.max(0, Math.min(ZOOMS.length - 1, zoom + by)));
  useKeys(withKeys ? { o: rotate, '+': () => scale(1), '-': () => scale(-1) } : {});
  const name = file === null ? 'The document' : givenName(file.filename);

  return (
    <figure class="viewer">
      <figcaption>
        <span class="viewer-name">{name}</span>
        <button type="button" class="quiet" onClick={rotate} aria-label={`Rotate ${name}`}>
          Rotate {withKeys && <Key>o</Key>}
        </button>
        {preview?.kind === 'image' && (
          <>
            <button type="button" class="quiet" onClick={() => scale(-1)} aria-label={`Smaller ${name}`}>
              −
            </button>
            <span class="faint">{ZOOMS[zoom]} %</span>
            <button type="button" class="quiet" onClick={() => scale(1)} aria-label={`Larger ${name}`}>
              +
            </button>
          </>
        )}
        {preview !== null && (
          <a class="button quiet" href={preview.url} download={name}>
            Save
          </a>
        )}
      </figcaption>
      <div class={`canvas ${TURNS[turn] ?? ''}`}>
        {error !== null && <ErrorNote error={error} />}
        {error === null && preview === null && <Loading lines={6} />}
        {preview !== null && <Picture preview={preview} name={name} width={`${ZOOMS[zoom] ?? 100}%`} />}
      </div>
    </figure>
  );
}

function Picture({ preview, name, width }: { preview: Preview; name: string; width: string }) {
  if (preview.kind === 'image') return <img src={preview.url} alt={name} style={{ width }} />;
  if (navigator.pdfViewerEnabled) return <iframe src={preview.url} title={name} />;
  return (
    <Empty title="This browser shows no PDF inside a page.">
      <p>
        <a class="button" href={preview.url} download={name}>
          Save the file
        </a>
      </p>
    </Empty>
  );
}

interface RequestAgainOptions {
  readonly customerId: string;
  readonly supporting: Supporting;
  readonly close: () => void;
  readonly done: () => void;
}

function RequestAgain({ customerId, supporting: { type }, close, done }: RequestAgainOptions) {
  return (
    <Dialog
      title={`Request again: ${words(type)}`}
      action="Request again"
      close={close}
      submit={async (form, idempotencyKey) => {
        const reason = typed(form, 'reason');
        await run(RequestDocumentDocument, { customerId, type, reason }, { idempotencyKey });
        say('The partner is asked for the document.');
        done();
      }}
    >
      <p class="faint">
        The type counts as missing from now on. The files stay until the partner sends others.
      </p>
      <Field label="What is wrong" hint="The partner sees it.">
        <textarea name="reason" required maxLength={1000} />
      </Field>
    </Dialog>
  );
}
