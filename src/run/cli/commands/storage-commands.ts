import { z } from 'zod';
import { type StorageFinding, verifyStorage } from '../../../nouns/document/stored/verify-storage.ts';
import { CLAIM_STORAGE } from '../../open/open-rights.ts';
import { recordTable } from '../output/tables.ts';
import { command } from './command.ts';

export default {
  says: 'the bytes of documents',
  commands: [
    command({
      name: 'verify',
      says: 'list documents whose bytes are missing or changed, and bytes that nothing refers to',
      takes: z.strictObject({
        fix: z
          .boolean()
          .default(false)
          .describe('Remove bytes that nothing refers to; nothing else is ever removed.'),
        contents: z.boolean().default(true).describe('Compare sizes only, and read no bytes.'),
      }),
      async run(session, options) {
        const listing = session.listing<StorageFinding>('findings', ['problem', 'document_id', 'key']);
        const report = (finding: StorageFinding) => listing.item(finding, lineOf(finding), cellsOf(finding));
        const summary = await session.upkeep((gateway) =>
          verifyStorage({ ...gateway, ...options, report, progress: session.say }),
        );
        listing.end({ summary }, recordTable(summary));
        const bad = summary.missing + summary.size + summary.content;
        const left = summary.unreferenced - summary.removed;
        const lines = [
          bad > 0 &&
            `Documents that are not as they were uploaded: ${bad}. Restore their bytes from a backup.`,
          left > 0 &&
            `Blobs to which nothing refers: ${left}. ${options.fix ? NOT_REMOVED : '--fix removes them.'}`,
        ].filter((line) => line !== false);
        if (lines.length > 0) session.fail(lines);
      },
    }),
    command({
      name: 'claim',
      says: 'make a storage belong to this database, if a start refuses it; removes nothing',
      takes: z.strictObject({}),
      async run(session) {
        const marker = await session.use(({ blobs }) => blobs.marker(), CLAIM_STORAGE);
        session.print({ marker }, recordTable({ marker: marker ?? 'none' }));
      },
    }),
  ],
};

const NOT_REMOVED =
  'nothing was removed, because the database has no documents, or no gateway has used it with this storage.';

const lineOf = (finding: StorageFinding): string =>
  finding.problem === 'unreferenced'
    ? `${finding.removed ? 'removed' : 'unreferenced'} ${finding.key} (${finding.size ?? 'unfinished'}, ${finding.written_at})`
    : `${finding.problem} ${finding.document_id} (${finding.key})`;

const cellsOf = (finding: StorageFinding): string[] => [
  finding.problem,
  finding.problem === 'unreferenced' ? '' : finding.document_id,
  finding.key,
];
