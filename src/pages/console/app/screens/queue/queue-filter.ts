import type { WaitingOrder } from '../../../../console-kit/generated/graphql.ts';
import { nowMs } from '../../../../console-kit/clock.ts';
import { minorAmount } from '../../../../console-kit/format.ts';
import { type FilterName as ListFilter, hasMember } from '../../../../console-kit/list/filter-members.ts';
import type { PageHere } from '../../../../console-kit/list/page-here.ts';
import { place } from '../../../../console-kit/route.ts';

/** The parameters of the address that narrow a list, each with the member of the filter that it sets. */
const CONTROLS = {
  partner: 'partnerId',
  currency: 'currency',
  age: 'waitingSince',
  min: 'amountMin',
  days: 'daysMin',
  until: 'until',
  snoozed: 'snoozed',
  late: 'late',
} as const;
type FilterName = keyof typeof CONTROLS | 'order';
export type QueueFilter = Readonly<Record<FilterName, string>>;

/** The filter of a list in GraphQL, and whether the list can be sorted. */
export interface Narrowing {
  readonly filter: ListFilter;
  readonly isSorted?: boolean;
}

/** Whether a list has a control: the schema says which members its filter has. */
export const hasControl = ({ filter, isSorted = false }: Narrowing, name: FilterName): boolean =>
  name === 'order' ? isSorted : hasMember(filter, CONTROLS[name]);

/** The hours of the ages that a list is narrowed to. */
export const AGES = {
  '4': 'for 4 hours',
  '24': 'for a day',
  '72': 'for 3 days',
  '168': 'for 7 days',
} as const;
const HOUR_MS = 3_600_000;

/** The days of delay that a list can be narrowed to: the bounds of the ages in the overview. */
export const DELAYS = [7, 30, 60, 90, 180, 365] as const;

/** Whether a list shows snoozed rows. */
export const SNOOZED = {
  '': 'Without snoozed',
  only: 'Only snoozed',
  all: 'Snoozed too',
} as const;

export const LATE = { '': 'Late or not', only: 'Only late' } as const;

export const ORDERS = {
  '': 'most urgent first',
  NEWEST: 'newest first',
  LARGEST: 'largest amount first',
} as const;

/** The filter in the address of a queue, or of a case that was opened from one. */
export function queueFilterHere(): QueueFilter {
  const at = (name: FilterName) => place.value.query.get(name) ?? '';
  return {
    partner: at('partner'),
    currency: at('currency'),
    age: at('age'),
    min: at('min'),
    days: at('days'),
    until: at('until'),
    snoozed: at('snoozed'),
    late: at('late'),
    order: at('order'),
  };
}

/** What a list is asked for. Without a currency no amounts are compared. */
export function askedOf(
  { partner, currency, age, min, days, until, order, snoozed, late }: QueueFilter,
  narrowing: Narrowing,
) {
  const has = (name: FilterName, value: string) => hasControl(narrowing, name) && value !== '';
  const hasCurrency = has('currency', currency);
  const amountMin = hasCurrency && has('min', min) ? minorAmount(min, currency) : null;
  const waitingSince = new Date(nowMs() - Number(age) * HOUR_MS);
  const delay = DELAYS.find((each) => String(each) === days);
  const chosen: WaitingOrder | null =
    order === 'NEWEST' || (order === 'LARGEST' && hasCurrency) ? order : null;
  return {
    filter: {
      ...(partner !== '' && { partnerId: partner }),
      ...(hasCurrency && { currency }),
      ...(has('age', age) && Object.hasOwn(AGES, age) && { waitingSince: waitingSince.toISOString() }),
      ...(amountMin !== null && { amountMin }),
      ...(has('days', days) && delay !== undefined && { daysMin: delay + 1 }),
      ...(has('until', until) && { until }),
      ...(snoozed !== 'all' && { snoozed: snoozed === 'only' }),
      ...(late === 'only' && { late: true }),
    },
    ...(has('order', order) && chosen !== null && { order: chosen }),
  };
}

export const variablesOf = (filter: QueueFilter, narrowing: Narrowing, page: PageHere) => ({
  ...page,
  ...askedOf(filter, narrowing),
  counted: true,
});
