import { z } from 'zod';
import { migrateTables } from '../../open/migrate-tables.ts';
import { laterTables } from '../session/session.ts';
import { command } from './command.ts';

export default command({
  name: 'migrate',
  says: 'bring the tables of the database up to date, as each start does',
  takes: z.strictObject({
    check: z
      .boolean()
      .default(false)
      .describe('Change nothing; list what is pending, and exit with 1 if anything is.'),
  }),
  async run(session, { check }) {
    const later = await session.useEngine((engine) => engine.later());
    if (later !== null) session.say(laterTables(later));
    const names = check
      ? await session.useEngine((engine) => engine.pending())
      : await migrateTables(session.configuration());
    const [member, isListed] = [check ? 'pending' : 'applied', names.length > 0];
    session.print({ [member]: names }, [
      [member],
      ...(isListed ? names.map((name) => [name]) : [['nothing']]),
    ]);
    if (check && isListed) session.fail([]);
  },
});
