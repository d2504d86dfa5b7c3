import { parentPort } from 'node:worker_threads';
import { findingsOf, type PdfFinding } from '../../file-type/pdf-findings.ts';

/*
 * A thread that looks at the structure of PDFs by pdf.js, one after another. It draws nothing. pdf.js asks for classes
 * for drawing when it is loaded, and Node does not have them.
 */
for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) Reflect.set(globalThis, name, Object);
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');

async function inspect(data: Uint8Array): Promise<readonly PdfFinding[]> {
  const loading = getDocument({
    data,
    verbosity: 0,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
  });
  let isLocked = false;
  loading.onPassword = () => {
    isLocked = true;
    void loading.destroy();
  };
  try {
    return await findingsOf(await loading.promise);
  } catch {
    return isLocked ? ['password_required'] : [];
  } finally {
    await loading.destroy();
  }
}

parentPort?.on('message', (data: Uint8Array) => {
  void inspect(data).then((findings) => parentPort?.postMessage(findings));
});
// Tells that the thread is ready.
parentPort?.postMessage(null);
