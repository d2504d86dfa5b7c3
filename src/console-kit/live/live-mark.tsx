import { isLive } from './live.ts';

/** Says whether a list shows what happens as it happens. */
export const LiveMark = () =>
  isLive.value ? <span class="live">live</span> : <span class="live lost">connecting …</span>;
