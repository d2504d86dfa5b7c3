import { noSuch } from '../../kernel/errors.ts';
import { isId } from '../../kernel/id.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { lockRows } from '../../pipeline/rows/row-locks.ts';

/** The id of the settlement or customer that operators write about; locked. Throws `resource_missing`. */
export async function lockNoted(
  context: QueryContext,
  { about }: { readonly about: string },
): Promise<string> {
  const table = isId('fun', about) ? 'instant_settlement' : isId('cus', about) ? 'customer' : null;
  if (table === null) throw noSuch('settlement or customer');
  const { id } = await context.db
    .selectFrom(table)
    .select('id')
    .where('id', '=', about)
    .$call(lockRows(context))
    .executeTakeFirstOrThrow(() => noSuch('settlement or customer'));
  return id;
}
