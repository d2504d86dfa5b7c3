/** What can be wrong with the trail. */
export type Fault =
  | 'event_edited'
  | 'event_removed'
  | 'event_inserted'
  | 'event_missing'
  | 'seal_edited'
  | 'seal_removed'
  | 'seal_list_changed'
  | 'chain_broken'
  | 'not_vouched_for'
  | 'anchor_lost';

export interface Finding {
  readonly fault: Fault;
  /** Which seal it is about. */
  readonly seal?: number;
  readonly event?: string;
  readonly subject?: string;
  /** One sentence for people. */
  readonly says: string;
}

/** The first thousand are told one by one; whoever needs more than those has a backup to go back to. */
const FINDINGS_TOLD_MAX = 1_000;

/** Collects findings without ever holding more of them than are told. */
export function createFindings() {
  const told: Finding[] = [];
  let total = 0;
  return {
    told,
    total: () => total,
    add(finding: Finding): void {
      total += 1;
      if (told.length < FINDINGS_TOLD_MAX) told.push(finding);
    },
  };
}

export type Findings = ReturnType<typeof createFindings>;
