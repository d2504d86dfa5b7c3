import type { Command } from 'commander';
import { reencrypt, type Rotated } from '../../encryption/reencrypt.ts';
import type { Session } from '../session/session.ts';

/** `encryption rotate`. */
export function addEncryptionCommands(program: Command, session: Session): void {
  const encryption = program
    .command('encryption')
    .description('the secrets that everything is encrypted with')
    .helpCommand(false);
  encryption
    .command('rotate')
    .description(
      'encrypt everything again with the first secret of SECRET_KEY, and say which secrets can be removed',
    )
    .action(() => rotate(session));
}

async function rotate(session: Session): Promise<void> {
  const rotated = await session.upkeep((gateway) => reencrypt({ ...gateway, progress: session.say }));
  session.print(shown(rotated), [
    ['', 'looked_at', 'encrypted', 'changed_meanwhile', 'damaged'],
    ['values', ...countsOf(rotated.values)],
    ['documents', ...countsOf(rotated.documents)],
    ['records', ...countsOf(rotated.records)],
  ]);
  for (const key of rotated.oldKeys) session.say(fateOf(key, rotated));
  const { values, documents, records, left, fault } = rotated;
  if (left === 0 && records.damaged === 0 && fault === null) return;
  session.fail([
    ...[...values.locations, ...documents.locations].map((location) => `Damaged: ${location}.`),
    ...records.locations.map((location) => `Not as the gateway wrote it: ${location}.`),
    ...(fault === null ? [] : [`No checkpoint was made: ${fault.says}`]),
    ...(left > 0
      ? [`${left} values, documents, records or events still need another key than the first.`]
      : []),
  ]);
}

function fateOf(
  { name, used_at, removable }: Rotated['oldKeys'][number],
  { left, fault }: Pick<Rotated, 'left' | 'fault'>,
): string {
  if (removable) return `Key ${name} can be removed from SECRET_KEY now.`;
  if (left > 0 || fault !== null)
    return `Key ${name} must stay: not everything is encrypted or vouched for with the first key.`;
  return `Key ${name} must stay: a gateway still encrypted with it at ${used_at}. Run this again three minutes after the last one stopped using it.`;
}

const countsOf = ({ lookedAt, encrypted, changedMeanwhile, damaged }: Rotated['values']) =>
  [lookedAt, encrypted, changedMeanwhile, damaged].map(String);

const shown = ({ values, documents, records, left, fault, oldKeys }: Rotated) => ({
  values: rotationCountOf(values),
  documents: rotationCountOf(documents),
  records: rotationCountOf(records),
  left,
  fault,
  old_keys: oldKeys,
});

const rotationCountOf = ({
  lookedAt,
  encrypted,
  changedMeanwhile,
  damaged,
  locations,
}: Rotated['values']) => ({
  looked_at: lookedAt,
  encrypted,
  changed_meanwhile: changedMeanwhile,
  damaged,
  // Programs that read the JSON know the list by this name.
  places: locations,
});
