import { ApiError } from '../api.ts';

/** The worker of pdf.js, and its warnings. */
export interface WarningWorker {
  readonly port: Worker;
  /** Rejects if the worker cannot run. */
  readonly failed: Promise<never>;
  /** Calls back for each warning from now on, until the function that it returns is called. */
  listen(onWarning: (text: string) => void): () => void;
}

export function startWorker(address: string): WarningWorker {
  const port = new Worker(address, { type: 'module' });
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // It is only of interest while a PDF is opened.
  failed.catch(() => {});
  port.addEventListener('error', (event) => {
    event.preventDefault();
    reject(new ApiError('The program that draws PDFs could not be loaded.', 'download'));
  });
  return {
    port,
    failed,
    listen(onWarning) {
      const onMessage = ({ data }: MessageEvent): void => {
        if (typeof data?.warning === 'string') onWarning(data.warning);
      };
      port.addEventListener('message', onMessage);
      return () => port.removeEventListener('message', onMessage);
    },
  };
}
