import { registerHooks } from 'node:module';
import { BUNDLE, findBundle, ROOT } from './find.js';

/** From now on, `src/main.ts` and `src/cli.ts` get what they import from the bundle, where it is up to date. */
export function useBundle(folder = BUNDLE) {
  const entries = findBundle(folder);
  if (entries === null) return;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (!resolved.url.startsWith(ROOT.href)) return resolved;
      const file = entries[resolved.url.slice(ROOT.href.length)];
      return file === undefined ? resolved : { url: new URL(file, folder).href, format: 'module' };
    },
  });
}
