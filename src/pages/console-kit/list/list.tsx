import type { ComponentChildren } from 'preact';
import type { ListPageFragment } from '../generated/graphql.ts';
import { Empty, Loading } from '../parts.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { type Loaded, useLoad } from '../use-load.ts';
import { type PageHere, pageHere } from './page-here.ts';
import { Pager } from './pages.tsx';
import { Table, type TableOptions } from './table.tsx';

interface Connection<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: ListPageFragment;
  readonly totalCount?: number;
}

/** Loads the page of a list that the address names, and another one when the address or the filter changes. */
export const useList = <Data,>(filter: unknown, load: (page: PageHere) => Promise<Data>): Loaded<Data> => {
  const page = pageHere();
  return useLoad(JSON.stringify([filter, page]), () => load(page));
};

interface ListOptions<Row extends { readonly id: string }> extends Omit<TableOptions<Row>, 'rows'> {
  readonly of: Loaded<Connection<Row>>;
  /** Rows above the rows of the page, such as new ones. */
  readonly above?: readonly Row[];
  /** The sentence for an empty list. */
  readonly nothing: string;
  /** More text after the sentence. */
  readonly children?: ComponentChildren;
}

/** A list of a screen: its rows, or a sentence why it is empty, and links to its other pages. */
export function List<Row extends { readonly id: string }>({
  of,
  above = [],
  nothing,
  children,
  ...table
}: ListOptions<Row>) {
  const { data, isLoading } = of;
  const rows = [...above, ...(data?.nodes ?? [])];
  return (
    <>
      <LoadFailed of={of} />
      {data === null && isLoading && <Loading lines={8} />}
      {data !== null && rows.length === 0 && <Empty title={nothing}>{children}</Empty>}
      {data !== null && rows.length > 0 && <Table rows={rows} {...table} />}
      {data !== null && (
        <Pager
          page={data.pageInfo}
          rows={data.nodes.length}
          total={data.totalCount}
          hasChoice={table.addressOf !== undefined && rows.length > 0}
        />
      )}
    </>
  );
}
