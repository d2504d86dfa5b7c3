import type { EncryptedStore } from '../../../engine/blob/encrypted/encrypted-store.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { Database } from '../../../engine/sql/database.ts';
import { ownershipOf } from './own-storage.ts';
import { searchStorage } from './unreferenced-blobs.ts';
import { type DocumentFinding, verifyDocuments } from './verify-documents.ts';

/** Documents or blobs between two messages about the progress. */
const PROGRESS_EVERY = 1_000;

interface UnreferencedFinding {
  /** Bytes without any reference to them. */
  readonly problem: 'unreferenced';
  readonly key: string;
  /** Null for the rest of an interrupted write. */
  readonly size: number | null;
  readonly written_at: string;
  readonly removed: boolean;
}

export type StorageFinding = DocumentFinding | UnreferencedFinding;

interface Verification {
  readonly database: Pick<Database, 'writes'>;
  readonly blobs: EncryptedStore;
  readonly clock: Clock;
  readonly contents: boolean;
  /**
   * Whether to remove bytes without any reference, and nothing else. If the database has no documents, or the storage
   * may belong to another database, nothing is removed, because then all files look unreferenced.
   */
  readonly fix: boolean;
  readonly report: (finding: StorageFinding) => void;
  readonly progress: (sentence: string) => void;
}

export interface StorageSummary {
  readonly documents: number;
  readonly blobs: number;
  readonly missing: number;
  readonly size: number;
  readonly content: number;
  readonly unreferenced: number;
  readonly removed: number;
}

/**
 * Compares the database with the storage in both directions, page by page, while gateways run. Reports each finding at
 * once.
 */
export async function verifyStorage(verification: Verification): Promise<StorageSummary> {
  const { blobs, report, progress, fix } = verification;
  const found = { documents: 0, blobs: 0, missing: 0, size: 0, content: 0, unreferenced: 0, removed: 0 };
  for await (const finding of verifyDocuments(verification)) {
    found.documents += 1;
    if (found.documents % PROGRESS_EVERY === 0) progress(`Documents compared: ${found.documents}`);
    if (finding === null) continue;
    found[finding.problem] += 1;
    report(finding);
  }
  progress(`Documents compared with their bytes: ${found.documents}`);
  const mayRemove = fix && found.documents > 0 && (await ownershipOf(verification)) === 'own';
  for await (const { blobs: count, unreferenced } of searchStorage(verification)) {
    const before = Math.floor(found.blobs / PROGRESS_EVERY);
    found.blobs += count;
    if (Math.floor(found.blobs / PROGRESS_EVERY) > before) progress(`Blobs looked up: ${found.blobs}`);
    for (const { key, size, writtenAt } of unreferenced) {
      if (mayRemove) await blobs.remove(key);
      found.unreferenced += 1;
      found.removed += mayRemove ? 1 : 0;
      report({ problem: 'unreferenced', key, size, written_at: timestamp(writtenAt), removed: mayRemove });
    }
  }
  progress(`Blobs looked up: ${found.blobs}`);
  return found;
}
