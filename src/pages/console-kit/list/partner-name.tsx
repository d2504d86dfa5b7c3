import { run } from '../api.ts';
import { PartnerNameDocument } from '../generated/graphql.ts';
import { useLoad } from '../use-load.ts';

const known = new Map<string, Promise<string>>();

/** The name of a partner, loaded once. */
function nameOf(id: string): Promise<string> {
  const before = known.get(id);
  if (before !== undefined) return before;
  const asked = run(PartnerNameDocument, { id }).then(({ partner }) => partner?.name ?? id);
  known.set(id, asked);
  // After a failure it is loaded again.
  asked.catch(() => known.delete(id));
  return asked;
}

/** Null until it is loaded. */
export const usePartnerName = (id: string): string | null =>
  useLoad(`partner ${id}`, async () => (id === '' ? '' : nameOf(id))).data;

/** The name of a partner, if only its id is known. */
export const PartnerName = ({ id }: { id: string }) => <>{usePartnerName(id) ?? '…'}</>;
