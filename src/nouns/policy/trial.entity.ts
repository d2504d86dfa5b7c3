import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';

/** A trial of a policy on past decisions. `mac` proves that the gateway wrote the row (`trial-mac.ts`). */
export const PolicyTrial = defineEntity({
  name: 'PolicyTrial',
  tableName: 'policy_trial',
  indexes: [{ name: 'policy_trial_policy', properties: ['policy_id', 'id'] }],
  uniques: [{ name: 'policy_trial_running', properties: ['state'], where: `state = 'running'` }],
  properties: {
    id: p.string().primary(),
    policy_id: p.string(),
    scope: p.string(),
    /** Of what it evaluates. Publishing compares it with the hash of the policy. */
    hash: p.string(),
    /** JSON of `PolicyContent` when it began, because a draft may change meanwhile. */
    content: p.text().$type<Encrypted>(),
    /** Comma-separated ids of partners that had a live policy of their own. Their decisions are left out. */
    without: p.text(),
    /** The operator who started it, or the key if it has no operator. */
    owner: p.string(),
    from_at: p.string(),
    until_at: p.string(),
    state: p.string(),
    /** The trial continues with the decisions with smaller ids. */
    position: p.string(),
    /** Null until they are counted. */
    total: p.integer().nullable(),
    done: p.integer(),
    /** JSON of `TrialResult`. */
    result: p.text(),
    created_at: p.string(),
    ended_at: p.string().nullable(),
    /**
     * The claim of the process that reads now. It ends after some seconds, so that another process continues after a
     * crash.
     */
    lease: p.string().nullable(),
    leased_until: p.string().nullable(),
    mac: p.string(),
  },
});
