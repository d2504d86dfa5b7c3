import DataLoader from 'dataloader';
import { PAGE_LIMIT_MAX } from '../kernel/page.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Collects what the items of a list ask for and gets it in one go, so that a nested list costs one query a level. A
 * loader lives as long as its request and never mixes callers.
 */
export function defineLoader<Value>(
  load: (context: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
) {
  const loaders = new WeakMap<RequestContext, DataLoader<string, Value | null>>();

  return (context: RequestContext, id: string): Promise<Value | null> => {
    const known = loaders.get(context);
    if (known !== undefined) return known.load(id);
    const loader = new DataLoader<string, Value | null>(
      async (ids) => {
        const found = await load(context, ids);
        return ids.map((each) => found.get(each) ?? null);
      },
      { maxBatchSize: PAGE_LIMIT_MAX },
    );
    loaders.set(context, loader);
    return loader.load(id);
  };
}
