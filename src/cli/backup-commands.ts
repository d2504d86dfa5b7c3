import type { Command } from 'commander';
import { verifyTrail } from '../audit/verify.ts';
import { type StorageSummary, verifyStorage } from '../document/verify-storage.ts';
import { refusal } from '../kernel/errors.ts';
import { backUp } from '../run/backup/backup.ts';
import { restore } from '../run/backup/restore.ts';
import type { Session } from './session.ts';

/** `backup` and `restore`. */
export function addBackupCommands(program: Command, session: Session): void {
  program
    .command('backup')
    .description('copy database, files and the note of the trail to a new folder, while the gateway runs')
    .argument('<folder>', 'where the copy is made; must be absent or empty')
    .action((folder: string) => makeBackup(session, folder));

  program
    .command('restore')
    .description('bring a backup to an empty database and storage, and verify both')
    .argument('<folder>', 'a folder that backup made')
    .action((folder: string) => restoreBackup(session, folder));
}

async function makeBackup(session: Session, folder: string): Promise<void> {
  await session.useEngine(async (engine) => {
    if ((await engine.state()) === 'used' && (await engine.pending()).length > 0)
      throw refusal('service_unavailable', OLDER);
  });
  const config = session.configuration();
  const made = await session.use((gateway) => backUp({ config, gateway, folder, progress: session.say }));
  session.say(NO_SECRET);
  session.print(made, [
    ['made at', 'files', 'bytes of files', 'bytes of database'],
    [made.made_at, made.files.count, made.files.bytes, made.database.size].map(String),
  ]);
}

async function restoreBackup(session: Session, folder: string): Promise<void> {
  const made = await restore({ config: session.configuration(), folder, progress: session.say });
  const { trail, storage, findings } = await session.use(async (gateway) => {
    const { database, auditKeys: keys, rowMacs, anchors } = gateway;
    const noted = await anchors.last();
    const lines: string[] = [];
    const progress = session.say;
    const found = await verifyTrail(database.reads, {
      keys,
      rowMacs,
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
  });
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

/** Documents that are named; storage verify names all. */
const LINES_MAX = 100;
const OLDER =
  'The database is of an earlier version: make the backup with the version that ran with it, before the tables change.';
const NO_SECRET =
  'The secret (SECRET_KEY, or secret.key in DATA_DIR) is not part of the backup: keep a copy of it apart from this one.';
const TRAIL =
  'The trail is not as the gateway wrote it, or older than the note of this machine; where an older backup was restored on purpose, audit accept takes it:';
