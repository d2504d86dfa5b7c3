import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/*
 * The program that makes the files of the page from their source and prints them as JSON. It runs in a process of its
 * own, so that the gateway never loads the bundler, and writes no file: the image may be read-only.
 */
const app = new URL('app/', import.meta.url);
const kit = new URL('../console-kit/', import.meta.url);

const bundle = await rolldown({
  input: { console: fileURLToPath(new URL('main.tsx', app)) },
  platform: 'browser',
  tsconfig: false,
  transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  onLog(level, log) {
    if (level === 'warn') throw new Error(log.message);
  },
});
// What is imported when it is needed becomes a file of its own; each name has the hash of the content.
const { output } = await bundle.generate({
  format: 'esm',
  minify: true,
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '[name]-[hash].js',
});
await bundle.close();
const scripts = output.flatMap((file) =>
  file.type === 'chunk' ? [{ name: file.fileName, code: file.code, isEntry: file.isEntry }] : [],
);
const style = await readFile(new URL('style.css', kit), 'utf8');
process.stdout.write(JSON.stringify({ scripts, style }));
