/** What can be wrong with the trail, and with what it tells of. */
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
  | 'anchor_lost'
  | 'founding_lost'
  | 'event_withheld'
  | 'record_forged'
  | 'record_differs'
  | 'record_removed';

export interface Finding {
  readonly fault: Fault;
  /** Which seal it is about. */
  readonly seal?: number;
  readonly event?: string;
  readonly subject?: string;
  /** The row that it is about: its table and primary key. */
  readonly record?: string;
  /** One sentence for people. */
  readonly says: string;
}

export const forged = (record: string): Finding => ({
  fault: 'record_forged',
  record,
  says: `The row ${record} is not as the gateway wrote it.`,
});

export const differs = (record: string, says: string): Finding => ({ fault: 'record_differs', record, says });

export const removed = (subject: string): Finding => ({
  fault: 'record_removed',
  subject,
  says: `The trail tells of ${subject}, which is gone.`,
});

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
