import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { STYLES } from '../console-style/order.ts';

/*
 * The program that makes the files of the page from their source and prints them as JSON. It runs in a process of its
 * own, so that the gateway never loads the bundler, and writes no file: the image may be read-only.
 */
const main = fileURLToPath(new URL('app/main.tsx', import.meta.url));
const styleFolder = new URL('../console-style/', import.meta.url);

const bundle = await rolldown({
  input: { console: main },
  platform: 'browser',
  tsconfig: false,
  transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  onLog(level, log) {
    if (level === 'warn') throw new Error(log.message);
  },
});
// Dynamic imports become files of their own; each name has the hash of the content.
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
const styles = await Promise.all(STYLES.map((name) => readFile(new URL(`${name}.css`, styleFolder), 'utf8')));
process.stdout.write(JSON.stringify({ scripts, style: styles.join('') }));
