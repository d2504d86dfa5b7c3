import { registerHooks } from 'node:module';
import { BUNDLE, findBundle, ROOT } from './find.js';

/** From now on, `src/main.ts` and `src/cli.ts` import from the bundle, if it is up to date. */
export function useBundle(folder = BUNDLE) {
  const entries = findBundle(folder);
  if (entries === null) return;
  registerHooks({
    resolve(specifier, context, next) {
      // A file of the bundle imports others by their names; Node would look for each on the disk.
      if (specifier.startsWith('./') && context.parentURL?.startsWith(folder.href))
        return { url: new URL(specifier, folder).href, format: 'module', shortCircuit: true };
      const resolved = next(specifier, context);
      if (!resolved.url.startsWith(ROOT.href)) return resolved;
      const file = entries[resolved.url.slice(ROOT.href.length)];
      return file === undefined ? resolved : { url: new URL(file, folder).href, format: 'module' };
    },
  });
}
