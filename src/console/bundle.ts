import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/*
 * The program that makes the files of the page from their source and prints them as JSON. It runs in a process of its
 * own, so that the gateway never loads the bundler, and writes no file: the image may be read-only.
 */
const app = new URL('app/', import.meta.url);

const bundle = await rolldown({
  input: fileURLToPath(new URL('main.tsx', app)),
  platform: 'browser',
  tsconfig: false,
  transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  onLog(level, log) {
    if (level === 'warn') throw new Error(log.message);
  },
});
const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
await bundle.close();
const [{ code }] = output;
const style = await readFile(new URL('style.css', app), 'utf8');
process.stdout.write(JSON.stringify({ script: code, style }));
