import type { Selectable } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';

/** The columns of an event that its MAC covers, in their order. They must never change. */
export const EVENT_COLUMNS = [
  'id',
  'type',
  'subject',
  'sequence',
  'partner_id',
  'actor',
  'request_id',
  'created_at',
  'data',
] as const satisfies readonly (keyof Tables['event'])[];

/** What an event says, without its number and its proof. */
export type EventRow = Pick<Selectable<Tables['event']>, (typeof EVENT_COLUMNS)[number]>;

/** The same columns, with the name of the table, for a statement that reads several tables. */
export const ALL_OF_EVENT = EVENT_COLUMNS.map((column) => `event.${column}` as const);
