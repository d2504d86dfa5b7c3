import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { JAVASCRIPT } from '../../pipeline/rest-kit/asset.ts';

/** Where pdf.js is installed. The page imports its library; its worker asks for the rest by name. */
const library = new URL('../', import.meta.resolve('pdfjs-dist'));

/**
 * Folders of pdf.js whose files its worker may ask for: fonts and character maps that a PDF names but does not contain,
 * and decoders in plain JavaScript. Its WebAssembly, and its sandbox for scripts of a PDF, are not among them.
 */
const FOLDERS = [
  { folder: 'build', names: /^pdf\.worker\.min\.mjs$/ },
  { folder: 'cmaps', names: /\.bcmap$/ },
  { folder: 'standard_fonts', names: /\.(?:pfb|ttf)$/ },
  { folder: 'wasm', names: /_nowasm_fallback\.js$/ },
  { folder: 'iccs', names: /\.icc$/ },
] as const;

/**
 * The worker of the page: the worker of pdf.js, with its warnings as messages. Only these warnings show that a picture
 * was left out. As messages they do not fill the browser's console.
 */
const WORKER = {
  'build/warnings.mjs': 'console.warn = (text) => postMessage({ warning: String(text) });\n',
  'build/worker.mjs': "import './warnings.mjs';\nimport './pdf.worker.min.mjs';\n",
} as const;

interface PdfFile {
  readonly type: string;
  read(): Promise<Buffer<ArrayBuffer>>;
}

/** The files of pdf.js by their names under `/console/assets`, which begin with its version. */
export async function findPdfFiles(): Promise<ReadonlyMap<string, PdfFile>> {
  const about = JSON.parse(await readFile(new URL('package.json', library), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(about);
  const found = new Map<string, PdfFile>();
  for (const { folder, names } of FOLDERS)
    for (const name of await readdir(new URL(folder, library)))
      if (names.test(name))
        found.set(`pdf-${version}/${folder}/${name}`, {
          type: name.endsWith('js') ? JAVASCRIPT : 'application/octet-stream',
          read: () => readFile(new URL(`${folder}/${name}`, library)),
        });
  for (const [name, text] of Object.entries(WORKER))
    found.set(`pdf-${version}/${name}`, { type: JAVASCRIPT, read: async () => Buffer.from(text) });
  return found;
}
