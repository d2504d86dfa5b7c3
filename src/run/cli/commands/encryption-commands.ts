import { z } from 'zod';
import { reencrypt, type Rotated } from '../../encryption/reencrypt.ts';
import { rowsTable } from '../output/tables.ts';
import { command } from './command.ts';

export default {
  says: 'the secrets that everything is encrypted with',
  commands: [
    command({
      name: 'rotate',
      says: 'encrypt everything again with the first secret of SECRET_KEY, and say which secrets can be removed',
      takes: z.strictObject({}),
      async run(session) {
        const rotated = await session.upkeep((gateway) => reencrypt({ ...gateway, progress: session.say }));
        const { left, fault, oldKeys } = rotated;
        const counts = {
          values: countsOf(rotated.values),
          documents: countsOf(rotated.documents),
          records: countsOf(rotated.records),
        };
        const rows = Object.entries(counts).map(([kind, { places: _none, ...row }]) => ({ kind, ...row }));
        const columns = ['looked_at', 'encrypted', 'changed_meanwhile', 'damaged'] as const;
        session.print(
          { ...counts, left, fault, old_keys: oldKeys },
          rowsTable(rows, [['', ({ kind }) => kind], ...columns]),
        );
        for (const key of oldKeys) session.say(fateOf(key, rotated));
        if (left > 0 || rotated.records.damaged > 0 || fault !== null) session.fail(faultsOf(rotated));
      },
    }),
  ],
};

const faultsOf = ({ values, documents, records, left, fault }: Rotated): string[] => [
  ...[...values.locations, ...documents.locations].map((location) => `Damaged: ${location}.`),
  ...records.locations.map((location) => `Changed since the gateway wrote it: ${location}.`),
  ...(fault === null ? [] : [`No checkpoint was made: ${fault.says}`]),
  ...(left > 0
    ? [`${left} values, documents, records or events still need another key than the first.`]
    : []),
];

function fateOf(
  { name, used_at, removable }: Rotated['oldKeys'][number],
  { left, fault }: Pick<Rotated, 'left' | 'fault'>,
): string {
  if (removable) return `Key ${name} can be removed from SECRET_KEY now.`;
  if (left > 0 || fault !== null)
    return `Key ${name} must stay: the first key does not encrypt or sign everything yet.`;
  return `Key ${name} must stay: a gateway still encrypted with it at ${used_at}. Run this again three minutes after the last one stopped using it.`;
}

/** The locations are called `places` in the JSON that programs read. */
const countsOf = ({ lookedAt, encrypted, changedMeanwhile, damaged, locations }: Rotated['values']) => ({
  looked_at: lookedAt,
  encrypted,
  changed_meanwhile: changedMeanwhile,
  damaged,
  places: locations,
});
