import type { Command } from 'commander';
import { refusal } from '../../../kernel/errors.ts';
import { backUp } from '../../backup/backup.ts';
import { folderOf } from '../options/option-value.ts';
import type { Session } from '../session/session.ts';

/** `backup`. */
export function addBackupCommand(program: Command, session: Session): void {
  program
    .command('backup')
    .description('copy database, files and the note of the trail to a new folder, while the gateway runs')
    .argument('<folder>', 'where the copy is made; must be absent or empty')
    .action((folder: string) => makeBackup(session, folderOf(folder)));
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

const OLDER =
  'The database is of an earlier version: make the backup with the version that ran with it, before the tables change.';
const NO_SECRET =
  'The secret (SECRET_KEY, or secret.key in DATA_DIR) is not part of the backup: keep a copy of it apart from this one.';
