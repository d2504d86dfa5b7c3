import { defineEntity, p } from '@mikro-orm/core';

/** A partner of a sandbox that another partner made, that was reset, or that replaced a partner that was reset. */
export const SandboxPartner = defineEntity({
  name: 'SandboxPartner',
  tableName: 'sandbox_partner',
  indexes: [
    { name: 'sandbox_partner_open', properties: ['root_id', 'expires_at'], where: 'ended_at is null' },
    { name: 'sandbox_partner_ended', properties: ['ended_at', 'id'], where: 'ended_at is not null' },
  ],
  properties: {
    /** The id of the partner. */
    id: p.string().primary(),
    /** The partner that an operator made, from which this one descends; empty if an operator made this one. */
    root_id: p.string(),
    /** When it ends, by real time; null if it does not end by itself. */
    expires_at: p.string().nullable(),
    /** When it ended, by real time. */
    ended_at: p.string().nullable(),
    /** The partner that has its keys since it was reset. */
    successor_id: p.string().nullable(),
    /** When the removal of its records began, by real time. From then on append-only rows of it can be deleted. */
    purge_began_at: p.string().nullable(),
    /** When its last record was removed. */
    purged_at: p.string().nullable(),
  },
});
