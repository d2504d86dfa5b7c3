import { z } from 'zod';
import { verifyStorage } from '../../../nouns/document/stored/verify-storage.ts';
import { restore } from '../../backup/restore.ts';
import { USE_RESTORED } from '../../open/open-rights.ts';
import { recordTable } from '../output/tables.ts';
import { verifiedTrail } from './audit-commands.ts';
import { folderField } from './backup-commands.ts';
import { command } from './command.ts';

/** The most documents that the command lists; `storage verify` lists all of them. */
const LINES_MAX = 100;

export default command({
  name: 'restore',
  says: 'restore a backup to an empty database and storage, and verify both',
  takes: z.strictObject({ folder: folderField('A folder that "backup" made.') }),
  places: ['folder'],
  async run(session, { folder }) {
    const { progress } = session;
    const made = await restore({ config: session.configuration(), folder, progress });
    const damaged: string[] = [];
    const { trail, storage } = await session.use(async (gateway) => {
      const found = await verifiedTrail(gateway, session, [await gateway.anchors.last()]);
      const report = ({ problem, key }: { readonly problem: string; readonly key: string }) => {
        if (problem !== 'unreferenced' && damaged.length < LINES_MAX) damaged.push(`- ${problem} ${key}`);
      };
      const files = await verifyStorage({ ...gateway, contents: true, fix: false, report, progress });
      return { trail: found, storage: files };
    }, USE_RESTORED);
    const bad = storage.missing + storage.size + storage.content;
    session.print(
      { restored: made, trail: { ...trail }, storage },
      recordTable({
        'made at': made.made_at,
        events: trail.checkpointed_events + trail.waiting_events,
        faults: trail.faults,
        documents: storage.documents,
        'not whole': bad,
        unreferenced: storage.unreferenced,
      }),
    );
    if (trail.intact && bad === 0) return;
    session.fail([
      ...(trail.intact ? [] : [TRAIL, ...trail.findings.map(({ says }) => `- ${says}`)]),
      ...(bad === 0 ? [] : ['Documents are not as they were uploaded:', ...damaged]),
    ]);
  },
});

const TRAIL =
  'The trail is not as the gateway wrote it, or older than the note of this machine; if an older backup was restored on purpose, audit accept takes it:';
