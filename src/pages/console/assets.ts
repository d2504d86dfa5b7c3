import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { refusal } from '../../kernel/errors.ts';
import { once } from '../../engine/async/once.ts';
import { type Asset, assetOf, JAVASCRIPT, nameOf, STYLE_SHEET } from '../../pipeline/rest-kit/asset.ts';
import { findPdfFiles } from './pdf-files.ts';

/** Making the files takes about a second, and longer on a busy machine. */
const BUNDLE_TIMEOUT_MS = 30_000;
/** Limit of the output of the bundler: many times the size of the page. */
const BUNDLE_BYTES_MAX = 8 * 1024 * 1024;

const program = fileURLToPath(new URL('bundle.ts', import.meta.url));
const run = promisify(execFile);
const Printed = z.strictObject({
  scripts: z.array(z.strictObject({ name: z.string(), code: z.string(), isEntry: z.boolean() })),
  style: z.string(),
});

/** The favicon. Without one a browser requests `/favicon.ico`, and logs an error. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b6b5d"/></svg>';

/** The files of the screens, with the favicon. */
export interface PageAssets {
  readonly scriptName: string;
  readonly styleName: string;
  readonly iconName: string;
  /** Undefined if there is no such file. */
  find(name: string): Promise<Asset | undefined>;
}

/**
 * The files of the page, each under a name with the hash of its content. They are made at the first request and kept in
 * memory, once for all gateways of a process; if that failed, the next request tries again.
 */
export const pageAssets: () => Promise<PageAssets> = once(() =>
  makeAssets().catch((cause: unknown) => {
    throw refusal('internal_error', 'The page of the console could not be made.', { cause });
  }),
);

async function makeAssets(): Promise<PageAssets> {
  const options = { timeout: BUNDLE_TIMEOUT_MS, maxBuffer: BUNDLE_BYTES_MAX };
  const { stdout } = await run(process.execPath, [program], options);
  const { scripts, style } = Printed.parse(JSON.parse(stdout));
  const styleName = nameOf('console', 'css', style);
  const made = new Map([[styleName, await assetOf(STYLE_SHEET, Buffer.from(style))]]);
  const iconName = nameOf('icon', 'svg', ICON);
  made.set(iconName, await assetOf('image/svg+xml', Buffer.from(ICON)));
  for (const { name, code } of scripts) made.set(name, await assetOf(JAVASCRIPT, Buffer.from(code)));
  const scriptName = scripts.find(({ isEntry }) => isEntry)?.name;
  if (scriptName === undefined) throw new Error('The bundle has no entry.');
  const pdfFiles = await findPdfFiles();
  return {
    scriptName,
    styleName,
    iconName,
    async find(name) {
      const known = made.get(name);
      const file = pdfFiles.get(name);
      if (known !== undefined || file === undefined) return known;
      // Most are never requested, so each is read at its first request and then cached.
      const asset = await assetOf(file.type, await file.read());
      made.set(name, asset);
      return asset;
    },
  };
}
