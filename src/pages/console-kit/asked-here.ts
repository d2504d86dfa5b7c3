import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AskedOfQuery, TwoPeopleOperation } from './generated/graphql.ts';

/** A change that waits for a second person, with what was sent. */
export type Asked = AskedOfQuery['pendingApprovals']['nodes'][number];

interface AskedHere {
  /** False until the gateway has told what waits: a button pressed before that would ask for the change again. */
  readonly isKnown: boolean;
  /** What waits about the record of the screen. */
  readonly rows: readonly Asked[];
  /** Called when one of them was approved, refused or taken back. */
  readonly changed: () => void;
}

export const Here = createContext<AskedHere>({ isKnown: true, rows: [], changed: () => {} });

export const useHere = (): AskedHere => useContext(Here);

interface Button {
  readonly operation?: TwoPeopleOperation;
  /** The record that it changes, if the screen has several. */
  readonly object?: string;
}

/** Finds the change of a button if it waits already; null if it does not. A damaged one is asked for anew. */
export function useAsked(): (button: Button) => Asked | null {
  const { rows } = useHere();
  return ({ operation, object = null }) =>
    rows.find(
      (row) => !row.damaged && row.operation === operation && (object === null || row.objectId === object),
    ) ?? null;
}
