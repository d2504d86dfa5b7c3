import type { Noun } from './noun.ts';

/** The rows of `NOUNS` for records that only the provider has. */
export const HOLD = {
  says: 'a hold',
  prefix: 'hld',
  id: 'hold_id',
  subject: 'hold',
  ofProvider: true,
  node: 'Hold',
  events: {
    placed: { means: 'Approvals, payouts and refunds were held', shows: [] },
    lifted: { means: 'A hold was lifted', shows: [] },
  },
} as const satisfies Noun;

export const ASSIGNMENT = {
  says: 'who is responsible for a settlement',
  subject: 'assignment',
  ofProvider: true,
  events: {
    changed: { means: 'A settlement got another responsible operator, or none', shows: ['operator_id'] },
  },
} as const satisfies Noun;

export const SNOOZE = {
  says: 'the snooze of a settlement or a customer',
  subject: 'snooze',
  ofProvider: true,
  events: {
    changed: { means: 'A settlement or a customer was snoozed, or woken by an operator', shows: ['until'] },
  },
} as const satisfies Noun;

export const POLICY = {
  says: 'a version of a policy',
  prefix: 'pol',
  id: 'policy_id',
  subject: 'policy',
  ofProvider: true,
  node: 'Policy',
  events: {
    created: { means: 'A draft of a policy was made', shows: ['hash'] },
    updated: { means: 'The draft of a policy changed', shows: ['hash'] },
    shadowed: { means: 'A policy began to evaluate beside the live one', shows: ['hash'] },
    published: { means: 'A policy began to decide', shows: ['hash'] },
    retired: { means: 'A policy ended', shows: ['hash'] },
    trial_started: { means: 'A trial of a policy on past decisions began', shows: ['hash'] },
  },
} as const satisfies Noun;

export const POLICY_TRIAL = {
  says: 'a trial of a policy on past decisions',
  prefix: 'trl',
  id: 'trial_id',
} as const satisfies Noun;

export const APPROVAL = {
  says: 'a change that waits for a second person',
  prefix: 'apv',
  id: 'approval_id',
  subject: 'approval',
  ofProvider: true,
  node: 'Approval',
  events: {
    requested: { means: 'An operator asked for a change that needs two people', shows: [] },
    approved: { means: 'A second person approved a change', shows: [] },
    refused: { means: 'A change was refused, or taken back by the person who asked', shows: [] },
    lapsed: { means: 'A change was not approved in time, or what it is about moved on', shows: [] },
  },
} as const satisfies Noun;
