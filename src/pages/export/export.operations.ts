import { z } from 'zod';
import { defineCommand, defineRealTimeCommand } from '../../pipeline/operation.ts';

/** An export belongs to no partner: its events are for operators. */
const aboutExport = (id: string) => ({ subject: `export/${id}`, partnerId: null }) as const;

const Began = z.strictObject({
  list: z.string(),
  format: z.string(),
  /** Each member of the filter by its name, with its value, or null if the value could be personal. */
  filter: z.record(z.string(), z.string().nullable()),
});

/** Records that a list is about to be saved. Without this record there is no file. */
export const beginExport = defineRealTimeCommand({
  name: 'beginExport',
  scope: 'read',
  roles: ['operator'],
  input: Began,
  async run(context, { input }): Promise<string> {
    const id = context.newId('exp');
    await context.record({ ...aboutExport(id), type: 'export.began', isFirst: true, data: input });
    return id;
  },
});

/** Records that the whole file was sent. */
export const finishExport = endOfExport('finishExport', 'export.finished');

/** Records that the file was not sent whole. */
export const breakOffExport = endOfExport('breakOffExport', 'export.broken_off');

function endOfExport(name: string, type: 'export.finished' | 'export.broken_off') {
  return defineCommand({
    name,
    scope: 'read',
    roles: ['operator'],
    input: z.strictObject({ rows: z.int().min(0) }),
    locate: (_context, { export_id }: { readonly export_id: string }) => export_id,
    async run(context, { input, subject }): Promise<null> {
      await context.record({ ...aboutExport(subject), type, data: input });
      return null;
    },
  });
}
