import { parentPort } from 'node:worker_threads';
import { findingsOf, type PdfFinding } from '../../file-type/pdf-findings.ts';

/*
 * A thread that looks at the structure of PDFs by pdf.js, one after another. It draws nothing: the classes by which a
 * page becomes pixels are not in Node, and pdf.js asks for them when it is loaded.
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
// It is ready.
parentPort?.postMessage(null);
