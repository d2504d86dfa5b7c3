import { z } from 'zod';
import { valueOrDamage } from '../../../kernel/damage.ts';
import { PAGE_LIMIT_MAX } from '../../../kernel/page.ts';
import { valueOrForgery } from '../../../engine/crypto/row-mac.ts';
import { defineQuery } from '../../../pipeline/operation.ts';
import { extensionReasonAad, requireGenuineServicing } from './servicing-mac.ts';

/** Why the due days of several settlements were moved last, for operators. */
export const listExtensionReasons = defineQuery({
  name: 'listExtensionReasons',
  roles: ['operator'],
  input: z.strictObject({ funding_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX) }),
  async run(
    { db, vault, rowMacs },
    { input: { funding_ids } },
  ): Promise<ReadonlyMap<string, string | null | Error>> {
    const rows = await db.selectFrom('servicing').selectAll().where('id', 'in', funding_ids).execute();
    const reasonOf = (row: (typeof rows)[number]) => {
      requireGenuineServicing(rowMacs, row);
      const { id, extension_reason: reason } = row;
      return reason === null ? null : vault.decrypt(reason, extensionReasonAad(id));
    };
    return new Map(rows.map((row) => [row.id, valueOrForgery(() => valueOrDamage(() => reasonOf(row)))]));
  },
});
