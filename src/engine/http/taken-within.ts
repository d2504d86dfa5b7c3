/**
 * If a client takes no byte of its response for so many milliseconds, it counts as gone. The system buffers 4 MiB on
 * Linux, a proxy as much again, and a buffer takes more only after a third of it was sent. So a client that reads 10 kB
 * a second takes bytes every 140 seconds, or behind a proxy every 290 seconds at worst.
 */
export const TAKEN_WITHIN_MS = 300_000;
