import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, toApiError } from '../../../../console-kit/api.ts';
import { type CsvFile, csvOfText, readCsvFile } from '../../../../console-kit/csv-file.ts';
import { Field } from '../../../../console-kit/dialog.tsx';
import { bytes } from '../../../../console-kit/format.ts';
import { ErrorNote } from '../../../../console-kit/parts.tsx';

/** A CSV file that is dropped anywhere on the screen or chosen, or a text that is pasted. */
export function CsvSource({ csv, change }: { csv: CsvFile | null; change: (csv: CsvFile | null) => void }) {
  const { take, error } = useReading(change);
  const [isOver, setOver] = useState(false);
  useDrop((file) => take(readCsvFile(file)), setOver);
  const isPasted = csv !== null && csv.name === null;
  return (
    <>
      <div class={isOver ? 'drop over' : 'drop'}>
        <p>
          {csv === null || isPasted ? (
            'Drop a CSV file here, or choose one.'
          ) : (
            <>
              <strong>{csv.name}</strong> <span class="faint">{bytes(new Blob([csv.text]).size)}</span>
            </>
          )}
        </p>
        <FileChoice choose={(file) => take(readCsvFile(file))} />
      </div>
      <details class="paste" open={isPasted}>
        <summary>Or paste the text</summary>
        <Field label="Text of the file, with the names of its columns">
          <textarea
            rows={6}
            spellcheck={false}
            value={isPasted ? csv.text : ''}
            onInput={({ currentTarget: { value } }) => take(value === '' ? null : csvOfText(value))}
          />
        </Field>
      </details>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}

/** Waits for the file. If a second file comes soon after the first, the second one counts. */
function useReading(change: (csv: CsvFile | null) => void) {
  const [error, setError] = useState<ApiError | null>(null);
  const latest = useRef<Promise<CsvFile> | null>(null);
  const wait = async (reading: Promise<CsvFile> | null) => {
    latest.current = reading;
    const [read, failure] =
      reading === null
        ? [null, null]
        : await reading.then(
            (file) => [file, null] as const,
            (reason: unknown) => [null, toApiError(reason)] as const,
          );
    if (latest.current !== reading) return;
    setError(failure);
    change(read);
  };
  return { take: (reading: Promise<CsvFile> | null) => void wait(reading), error };
}

const FileChoice = ({ choose }: { choose: (file: File) => void }) => (
  <label class="button">
    Choose a file
    <input
      type="file"
      class="unseen"
      accept=".csv,text/csv,text/plain"
      aria-label="CSV file"
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        // So the same file can be chosen again after it has changed.
        currentTarget.value = '';
        if (file !== undefined) choose(file);
      }}
    />
  </label>
);

/** Takes a file that is dropped on the window. Otherwise the browser would open it. */
function useDrop(take: (file: File) => void, over: (isOver: boolean) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const drag = (event: DragEvent) => {
      if (!isFile(event)) return;
      event.preventDefault();
      over(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) over(false);
    };
    const drop = (event: DragEvent) => {
      if (!isFile(event)) return;
      event.preventDefault();
      over(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) latest.current(file);
    };
    document.addEventListener('dragover', drag);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', drag);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
}
