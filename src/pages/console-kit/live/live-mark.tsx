import { isLive } from './live.ts';

/** Shows whether a list gets changes as they are committed. If a list could not be loaded, it gets no changes. */
export const LiveMark = ({ hasFailed }: { hasFailed: boolean }) => {
  if (hasFailed) return <span class="live lost">not up to date</span>;
  return isLive.value ? <span class="live">live</span> : <span class="live lost">connecting …</span>;
};
