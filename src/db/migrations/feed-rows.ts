/** Types of events that only operators see. Before version 1.1 they were stored under the plain id of the partner. */
const WITHHELD = `('kyc.identity_read', 'kyc.screening_read', 'kyc.document_read', 'funding.transactions_read')`;

/**
 * The greatest id among an event and those of its subject before it. Sorted by this and by `sequence`, events stand
 * nearly in the order of their ids, and each subject's in the order of their numbers, which ids alone do not show: an
 * id tells when a transaction began.
 */
const LATEST = 'max(id) over (partition by subject order by sequence)';

/** Gives positions to the events under checkpoints, which have been verified. Queued ones get theirs as new events do. */
export const FEED_OF_CHECKPOINTED_EVENTS = `
  insert into feed (position, event_id, partner_id, type, subject)
  select row_number() over (order by latest, sequence), id,
    case
      when type in ${WITHHELD} and partner_id not like '%/read' then partner_id || '/read'
      when subject in (select 'key/' || api_key.id from api_key where role = 'operator') then null
      else partner_id
    end,
    type, subject
  from (select event.*, ${LATEST} as latest from event) as ordered
  where exists (select 1 from sealed_event where sealed_event.event_id = ordered.id)`;

/** The queued events, numbered in the same order. */
export const NUMBERED_WAITING_EVENTS = `
  select row_number() over (order by latest, sequence, waiting.event_id) as number, waiting.event_id, waiting.key,
    waiting.mark, waiting.refused
  from unsealed_event as waiting
  left join (select id, sequence, ${LATEST} as latest from event) as ordered on ordered.id = waiting.event_id`;
