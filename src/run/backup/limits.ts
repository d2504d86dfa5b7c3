/** Files copied at once: a disk syncs several in the time of one, and each takes at most a megabyte of memory. */
export const FILES_AT_ONCE = 16;
/** Files between two progress messages. */
export const PROGRESS_EVERY = 1_000;
