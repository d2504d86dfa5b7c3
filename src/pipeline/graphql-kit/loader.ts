import DataLoader from 'dataloader';
import { PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Values loaded for a request are kept until its next command. This object identifies the time between two commands.
 */
const cacheScopes = new WeakMap<RequestContext, object>();

function cacheScopeOf(context: RequestContext): object {
  const known = cacheScopes.get(context) ?? {};
  cacheScopes.set(context, known);
  return known;
}

/** Drops all values loaded for a request, because a command has changed something. */
export function forgetLoaded(context: RequestContext): void {
  cacheScopes.delete(context);
}

/**
 * Loads the values of all items of a list in one batch, so that a nested list costs one query per level. A loader is
 * used until the next command of its request. Callers never share a loader. If `load` returns an Error for an id, only
 * that item fails.
 */
export function defineLoader<Value>(
  load: (context: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, Value | Error>>,
) {
  const loaders = new WeakMap<object, DataLoader<string, Value | null>>();

  return (context: RequestContext, id: string): Promise<Value | null> => {
    const cacheScope = cacheScopeOf(context);
    const known = loaders.get(cacheScope);
    if (known !== undefined) return known.load(id);
    const loader = new DataLoader<string, Value | null>(
      async (ids) => {
        const found = await load(context, ids);
        return ids.map((each) => found.get(each) ?? null);
      },
      { maxBatchSize: PAGE_LIMIT_MAX },
    );
    loaders.set(cacheScope, loader);
    return loader.load(id);
  };
}
