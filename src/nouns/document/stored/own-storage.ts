import type { EncryptedStore } from '../../../engine/blob/encrypted/encrypted-store.ts';
import type { Database } from '../../../engine/sql/database.ts';
import { blobKeyOf } from '../document-blob.rules.ts';
import { world } from '../../../kernel/world.ts';

/**
 * How many documents are looked for if the marker is missing. If one of them exists, the storage belongs to the
 * database. An accident would not lose all of them.
 */
const SAMPLE = 10;
const SLOT = 1;
/** The form of the gateway's marker. Another program wrote any other text, and no row takes it over. */
const MARKER = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * `own`: database and storage have the same marker. `unmarked`: they may belong together, but have no common marker
 * yet. `foreign`: the storage belongs to another database. `lost`: the database has documents, and the storage has none
 * of them.
 */
type Ownership = 'own' | 'unmarked' | 'foreign' | 'lost';

interface Pair {
  readonly database: Pick<Database, 'writes'>;
  readonly blobs: EncryptedStore;
}

/** Whether the storage belongs to the database. It changes neither. */
export async function ownershipOf(pair: Pair): Promise<Ownership> {
  // Read in the opposite order of writing, so that a process that begins now cannot write in between.
  const there = await pair.blobs.marker();
  const known = await markerOf(pair.database);
  if (there !== null && !MARKER.test(there)) return 'foreign';
  if (known !== null && there !== null) return known === there ? 'own' : 'foreign';
  if (!pair.blobs.isKept) return 'unmarked';
  const documents = await sampleOf(pair.database);
  const isAnyThere = await holdsAny(pair.blobs, documents);
  if (isAnyThere || (documents.length === 0 && there === null)) return 'unmarked';
  return there === null ? 'lost' : 'foreign';
}

/**
 * Gives a storage and its database a common marker, if they have none. If several processes do this, the first one's
 * marker counts.
 */
export async function joinStorage({ database, blobs }: Pair): Promise<void> {
  const marker = (await blobs.marker()) ?? (await markerOf(database)) ?? world.uuid();
  await database.writes
    .insertInto('storage_marker')
    .values({ slot: SLOT, marker })
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .execute();
  await blobs.mark((await markerOf(database)) ?? marker);
}

async function markerOf({ writes }: Pair['database']): Promise<string | null> {
  const row = await writes.selectFrom('storage_marker').select('marker').executeTakeFirst();
  return row?.marker ?? null;
}

/**
 * The oldest and the newest documents. If the database or the storage is an older copy, some of these still exist in
 * both.
 */
async function sampleOf({ writes }: Pair['database']): Promise<readonly string[]> {
  const pages = (['asc', 'desc'] as const).map((order) =>
    writes.selectFrom('document').select(['id', 'revision']).orderBy('id', order).limit(SAMPLE).execute(),
  );
  const rows = await Promise.all(pages);
  return rows.flat().map(blobKeyOf);
}

async function holdsAny(blobs: EncryptedStore, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) if ((await blobs.size(key)) !== null) return true;
  return false;
}
