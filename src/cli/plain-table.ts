/** The first row holds the headings. */
export type Table = readonly (readonly string[])[];

/** What would let a name that a partner chose move the cursor or colour the terminal. */
const CONTROL = /\p{Cc}/gu;

/** Columns of text, two spaces apart. */
export function plainTable(table: Table): string {
  const rows = table.map((row) => row.map((cell) => cell.replaceAll(CONTROL, '\u{FFFD}')));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
