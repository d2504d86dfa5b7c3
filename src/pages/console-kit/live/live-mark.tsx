import { isLive } from './live.ts';

/** Shows whether a list gets changes as they are committed. A list that could not be loaded does not. */
export const LiveMark = ({ hasFailed }: { hasFailed: boolean }) => {
  if (hasFailed) return <span class="live lost">not up to date</span>;
  return isLive.value ? <span class="live">live</span> : <span class="live lost">connecting …</span>;
};
