import type { CoveredRow } from './covered-row.ts';
import { recentMap } from './recent-map.ts';

/** Rows of one generation. Two generations are kept, some five megabytes of rows. */
const GENERATION_ROWS = 4_096;

/**
 * The rows whose MACs were verified last. Lists show the same rows again and again, and comparing a row with its
 * verified columns takes a tenth of the time of an HMAC. A row with any other value is verified anew.
 */
interface VerifiedRows {
  keep(mac: string, row: CoveredRow): void;
  /** Whether this row was kept with this MAC and the same covered values. */
  has(mac: string, row: CoveredRow): boolean;
}

export function createVerifiedRows(limit = GENERATION_ROWS): VerifiedRows {
  const rows = recentMap<string, CoveredRow>(limit);
  return {
    keep: rows.keep,
    has(mac, row) {
      const kept = rows.get(mac);
      return kept !== undefined && isSameRow(kept, row);
    },
  };
}

/** Rows of one table share one array of columns. */
function isSameRow(kept: CoveredRow, row: CoveredRow): boolean {
  if (kept.columns !== row.columns) return false;
  for (let at = 0; at < kept.values.length; at += 1) if (kept.values[at] !== row.values[at]) return false;
  return true;
}
