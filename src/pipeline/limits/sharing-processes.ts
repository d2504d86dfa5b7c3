import type { LiveProcesses } from '../gateway.ts';

/**
 * Whether the processes divide a rate. If a balancer sends each client to one process, each process allows the whole
 * rate.
 */
export type RateLimitShare = 'live' | 'each';

const ALONE: LiveProcesses = { count: 1 };

/** The processes that divide a rate. */
export const sharingProcesses = (share: RateLimitShare, processes: LiveProcesses): LiveProcesses =>
  share === 'each' ? ALONE : processes;
