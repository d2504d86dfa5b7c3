import { type Coverage, coveredColumns } from './covered-row.ts';
import { forgedRow, type RowMacs } from './row-mac.ts';

interface Description<Row> {
  /** How the MAC covers each column. */
  readonly coverage: Readonly<Record<keyof Row & string, Coverage>>;
  /** Table and primary key of a row. The MAC is bound to this place, and reports of damage name it. */
  readonly placeOf: (row: Row) => string;
}

/**
 * Makes and checks the MACs of the rows of one table. `Row` has the columns that the MAC covers. `requireGenuine`
 * throws if the gateway did not write the row.
 */
export function provenRows<Row extends object>({ coverage, placeOf }: Description<Row>) {
  const coveredOf = coveredColumns(coverage);
  const isGenuine = (macs: RowMacs, row: Row & { readonly mac: string }): boolean =>
    macs.isOurs(placeOf(row), coveredOf(row), row.mac);
  return {
    withMac: <Given extends Row>(macs: RowMacs, row: Given): Given & { readonly mac: string } => ({
      ...row,
      mac: macs.make(placeOf(row), coveredOf(row)),
    }),
    isGenuine,
    requireGenuine(macs: RowMacs, row: Row & { readonly mac: string }): void {
      if (!isGenuine(macs, row)) throw forgedRow(placeOf(row));
    },
  };
}
