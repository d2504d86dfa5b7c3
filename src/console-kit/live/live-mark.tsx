import { isLive } from './live.ts';

/** Shows whether a list gets changes as they are committed. */
export const LiveMark = () =>
  isLive.value ? <span class="live">live</span> : <span class="live lost">connecting …</span>;
