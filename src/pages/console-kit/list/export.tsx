import { useState } from 'preact/hooks';
import { linkToExport, toApiError } from '../api.ts';
import { base } from '../base.ts';
import { Button, say } from '../parts.tsx';

interface ExportOptions {
  /** The name of the list, which its file gets too. */
  readonly list: string;
  /** Its filter, in the form of its query. */
  readonly filter?: Readonly<Record<string, string | number | boolean>>;
}

/** The forms in which a list is saved, by the ending of the file. */
const FORMATS = [
  ['csv', 'Export CSV'],
  ['xlsx', 'Export Excel'],
] as const;

/** Saves a whole list as a file. The gateway sends it as it reads it, and the browser writes it to the disk. */
export function Export({ list, filter = {} }: ExportOptions) {
  const [isBusy, setBusy] = useState(false);
  const save = async (format: 'csv' | 'xlsx') => {
    setBusy(true);
    try {
      const link = document.createElement('a');
      link.href = base + (await linkToExport(list, filter, format));
      link.download = '';
      link.click();
      say('The download has begun.');
    } catch (error) {
      const { message, requestId } = toApiError(error);
      say(requestId === null ? message : `${message} Request ${requestId}`);
    }
    setBusy(false);
  };
  return (
    <>
      {FORMATS.map(([format, label]) => (
        <Button key={format} disabled={isBusy} onClick={() => void save(format)}>
          {label}
        </Button>
      ))}
    </>
  );
}
