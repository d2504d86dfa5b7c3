import type { Command } from 'commander';
import { reencrypt, type Rotated } from '../encryption/reencrypt.ts';
import type { Session } from './session.ts';

/** `keys reencrypt`. */
export function addKeysCommands(program: Command, session: Session): void {
  const keys = program.command('keys').description('the keys that everything is encrypted with');

  keys
    .command('reencrypt')
    .description('encrypt everything again with the first key of SECRET_KEY, and tell which keys can go')
    .action(async () => {
      const rotated = await session.upkeep((gateway) => reencrypt({ ...gateway, progress: session.say }));
      session.print(shown(rotated), [
        ['', 'looked_at', 'encrypted', 'changed_meanwhile', 'damaged'],
        ['values', ...countsOf(rotated.values)],
        ['documents', ...countsOf(rotated.documents)],
        ['records', ...countsOf(rotated.records)],
      ]);
      for (const key of rotated.oldKeys) session.say(fateOf(key, rotated.left));
      const { values, documents, records, left } = rotated;
      if (left === 0 && records.damaged === 0) return;
      session.fail([
        ...[...values.places, ...documents.places].map((place) => `Damaged: ${place}.`),
        ...records.places.map((place) => `Not as the gateway wrote it: ${place}.`),
        ...(left > 0 ? [`${left} values, documents or records still need another key than the first.`] : []),
      ]);
    });
}

function fateOf({ name, used_at, removable }: Rotated['oldKeys'][number], left: number): string {
  if (removable) return `Key ${name} can be taken off SECRET_KEY now.`;
  if (left > 0) return `Key ${name} must stay: not everything is encrypted with the first key.`;
  return `Key ${name} must stay: a gateway had it first at ${used_at}. Run this again once none has for three minutes.`;
}

const countsOf = ({ lookedAt, encrypted, changedMeanwhile, damaged }: Rotated['values']) =>
  [lookedAt, encrypted, changedMeanwhile, damaged].map(String);

const shown = ({ values, documents, records, left, oldKeys }: Rotated) => ({
  values: rotationCountOf(values),
  documents: rotationCountOf(documents),
  records: rotationCountOf(records),
  left,
  old_keys: oldKeys,
});

const rotationCountOf = ({ lookedAt, encrypted, changedMeanwhile, damaged, places }: Rotated['values']) => ({
  looked_at: lookedAt,
  encrypted,
  changed_meanwhile: changedMeanwhile,
  damaged,
  places,
});
