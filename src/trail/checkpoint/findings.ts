/** The possible faults of the trail and of the records that it describes. Programs read these codes. */
type Fault =
  | 'event_edited'
  | 'event_removed'
  | 'event_inserted'
  | 'event_missing'
  | 'checkpoint_edited'
  | 'checkpoint_removed'
  | 'checkpoint_list_changed'
  | 'chain_broken'
  | 'not_vouched_for'
  | 'anchor_lost'
  | 'event_withheld'
  | 'feed_changed'
  | 'record_forged'
  | 'record_differs'
  | 'record_removed';

export interface Finding {
  readonly fault: Fault;
  /** The number of the checkpoint. */
  readonly checkpoint?: number;
  readonly event?: string;
  readonly subject?: string;
  /** Table and primary key of the row, as `table/id`. */
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
  says: `The trail has events of ${subject}, which is gone.`,
});

/** Findings that are listed one by one. Further ones are only counted, to bound memory. */
const FINDINGS_LISTED_MAX = 1_000;

/** Collects findings: counts all, and lists the first thousand. */
export function createFindings() {
  const listed: Finding[] = [];
  let total = 0;
  return {
    listed,
    total: () => total,
    add(finding: Finding): void {
      total += 1;
      if (listed.length < FINDINGS_LISTED_MAX) listed.push(finding);
    },
  };
}

export type Findings = ReturnType<typeof createFindings>;
