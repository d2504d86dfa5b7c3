import type { Database } from '../../../engine/sql/database.ts';
import type { DocumentRow } from '../document.present.ts';

const PAGE_ROWS = 200;

/** All documents of all partners in the order of their ids, page by page. For maintenance. */
export async function* documentPages({
  writes,
}: Pick<Database, 'writes'>): AsyncGenerator<readonly DocumentRow[]> {
  let last = '';
  for (;;) {
    const rows: DocumentRow[] = await writes
      .selectFrom('document')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Whether a document is unchanged since it was read: neither replaced nor encrypted again. */
export async function isUnchanged(
  { writes }: Pick<Database, 'writes'>,
  { id, revision }: Pick<DocumentRow, 'id' | 'revision'>,
): Promise<boolean> {
  const now = await writes.selectFrom('document').select('revision').where('id', '=', id).executeTakeFirst();
  return now !== undefined && now.revision === revision;
}
