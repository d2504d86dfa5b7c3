import { z } from 'zod';
import { refusal } from '../../../kernel/errors.ts';
import { backUp } from '../../backup/backup.ts';
import { recordTable } from '../output/tables.ts';
import { command } from './command.ts';

/** The name of a folder. It must not be empty: an unset variable would then mean the current folder. */
export const folderField = (description: string) =>
  z.string().min(1, 'must have a name').describe(description);

export default command({
  name: 'backup',
  says: 'copy database, files and the note of the trail to a new folder, while the gateway runs',
  takes: z.strictObject({ folder: folderField('Where the copy is made; must be absent or empty.') }),
  places: ['folder'],
  async run(session, { folder }) {
    await session.useEngine(async (engine) => {
      if ((await engine.state()) === 'used' && (await engine.pending()).length > 0)
        throw refusal('service_unavailable', OLDER);
    });
    session.yieldToGateways();
    const config = session.configuration();
    const made = await session.use((gateway) =>
      backUp({ config, gateway, folder, progress: session.progress }),
    );
    session.say(NO_SECRET);
    const { made_at, files, database } = made;
    const table = { 'made at': made_at, files: files.count, 'bytes of files': files.bytes };
    session.print(made, recordTable({ ...table, 'bytes of database': database.size }));
  },
});

const OLDER =
  'The database is of an earlier version: make the backup with the version that ran with it, before the tables change.';
const NO_SECRET =
  'The secret (SECRET_KEY, or secret.key in DATA_DIR) is not part of the backup: keep a copy of it apart from this one.';
