import type { Command } from 'commander';
import {
  type StorageFinding,
  type StorageSummary,
  verifyStorage,
} from '../../../nouns/document/stored/verify-storage.ts';
import { CLAIM_STORAGE } from '../../open/open-rights.ts';
import type { Session } from '../session/session.ts';

interface VerifyOptions {
  readonly fix?: boolean;
  readonly contents: boolean;
}

/** `storage verify` and `storage claim`. */
export function addStorageCommands(program: Command, session: Session): void {
  const storage = program.command('storage').description('the bytes of documents').helpCommand(false);

  storage
    .command('verify')
    .description('list documents whose bytes are missing or changed, and bytes that nothing refers to')
    .option('--fix', 'remove bytes that nothing refers to; nothing else is ever removed')
    .option('--no-contents', 'compare sizes only, and read no bytes')
    .action(async ({ fix = false, contents }: VerifyOptions) => {
      const listing = session.listing<StorageFinding>('findings', ['problem', 'document_id', 'key']);
      const found = await session.upkeep((gateway) =>
        verifyStorage({
          ...gateway,
          contents,
          fix,
          report: (finding) => listing.item(finding, lineOf(finding), cellsOf(finding)),
          progress: session.say,
        }),
      );
      listing.end({ summary: found }, tableOf(found));
      const bad = found.missing + found.size + found.content;
      const left = found.unreferenced - found.removed;
      if (bad + left === 0) return;
      session.fail([
        ...(bad > 0
          ? [`Documents that are not as they were uploaded: ${bad}. Restore their bytes from a backup.`]
          : []),
        ...(left > 0
          ? [`Blobs to which nothing refers: ${left}. ${fix ? NOT_REMOVED : '--fix removes them.'}`]
          : []),
      ]);
    });

  storage
    .command('claim')
    .description('make a storage that a start refuses belong to this database; removes nothing')
    .action(async () => {
      const claimed = await session.use(({ blobs }) => blobs.marker(), CLAIM_STORAGE);
      session.print({ marker: claimed }, [['marker'], [claimed ?? 'none']]);
    });
}

const NOT_REMOVED =
  'they were left, since the database knows no document, or was never started with this storage.';

const lineOf = (finding: StorageFinding): string =>
  finding.problem === 'unreferenced'
    ? `${finding.removed ? 'removed' : 'unreferenced'} ${finding.key} (${finding.size ?? 'unfinished'}, ${finding.written_at})`
    : `${finding.problem} ${finding.document_id} (${finding.key})`;

const cellsOf = (finding: StorageFinding): string[] => [
  finding.problem,
  finding.problem === 'unreferenced' ? '' : finding.document_id,
  finding.key,
];

const tableOf = (found: StorageSummary) => [Object.keys(found), Object.values(found).map(String)];
