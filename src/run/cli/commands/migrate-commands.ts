import type { Command } from 'commander';
import { migrateTables } from '../../open/migrate-tables.ts';
import { laterTables, type Session } from '../session/session.ts';

/** `migrate` and `migrate --check`. */
export function addMigrateCommands(program: Command, session: Session): void {
  program
    .command('migrate')
    .description('bring the tables of the database up to date, as each start does')
    .option('--check', 'change nothing; list what is pending, and exit with 1 if anything is')
    .action(async ({ check = false }: { check?: boolean }) => {
      const later = await session.useEngine((engine) => engine.later());
      if (later !== null) session.say(laterTables(later));
      if (check) {
        const pending = await session.useEngine((engine) => engine.pending());
        session.print({ pending }, [['pending'], ...listed(pending)]);
        if (pending.length > 0) session.fail([]);
        return;
      }
      const applied = await migrateTables(session.configuration());
      session.print({ applied }, [['applied'], ...listed(applied)]);
    });
}

const listed = (names: readonly string[]) =>
  names.length === 0 ? [['nothing']] : names.map((name) => [name]);
