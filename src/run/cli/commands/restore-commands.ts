import type { Command } from 'commander';
import { verifyTrail } from '../../audit/verify.ts';
import { type StorageSummary, verifyStorage } from '../../../nouns/document/stored/verify-storage.ts';
import { restore } from '../../backup/restore.ts';
import { USE_RESTORED } from '../../open/open-rights.ts';
import { folderOf } from '../options/option-value.ts';
import type { Session } from '../session/session.ts';

/** `restore`. */
export function addRestoreCommand(program: Command, session: Session): void {
  program
    .command('restore')
    .description('restore a backup to an empty database and storage, and verify both')
    .argument('<folder>', 'a folder that "backup" made')
    .action((folder: string) => restoreBackup(session, folderOf(folder)));
}

async function restoreBackup(session: Session, folder: string): Promise<void> {
  const made = await restore({ config: session.configuration(), folder, progress: session.say });
  const { trail, storage, findings } = await session.use(async (gateway) => {
    const { database, auditKeys: keys, formerAuditKeys: formerKeys, anchors } = gateway;
    const noted = await anchors.last();
    const lines: string[] = [];
    const progress = session.say;
    const found = await verifyTrail(database.reads, {
      ...gateway,
      keys,
      formerKeys,
      anchors: noted === null ? [] : [noted],
      progress,
    });
    const files = await verifyStorage({
      ...gateway,
      contents: true,
      fix: false,
      report: ({ problem, key }) => {
        if (problem !== 'unreferenced' && lines.length < LINES_MAX) lines.push(`- ${problem} ${key}`);
      },
      progress,
    });
    return { trail: found, storage: files, findings: lines };
  }, USE_RESTORED);
  session.print({ restored: made, trail: { ...trail }, storage }, [
    ['made at', 'events', 'faults', 'documents', 'not whole', 'unreferenced'],
    [
      made.made_at,
      trail.checkpointed_events + trail.waiting_events,
      trail.faults,
      storage.documents,
      bad(storage),
      storage.unreferenced,
    ].map(String),
  ]);
  if (trail.intact && bad(storage) === 0) return;
  session.fail([
    ...(trail.intact ? [] : [TRAIL, ...trail.findings.map(({ says }) => `- ${says}`)]),
    ...(bad(storage) === 0 ? [] : ['Documents are not as they were uploaded:', ...findings]),
  ]);
}

const bad = ({ missing, size, content }: StorageSummary): number => missing + size + content;

/** The most documents that the command lists; `storage verify` lists all of them. */
const LINES_MAX = 100;
const TRAIL =
  'The trail is not as the gateway wrote it, or older than the note of this machine; if an older backup was restored on purpose, audit accept takes it:';
