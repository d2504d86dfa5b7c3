/**
 * If a client takes no byte of its response for so many milliseconds, it counts as gone. Linux buffers 4 MiB of a
 * response, and a proxy buffers as much again. A full buffer takes new bytes only after a third of it was sent. So a
 * client that reads 10 kB a second takes bytes every 140 seconds, and through a proxy at worst every 290 seconds.
 */
export const TAKEN_WITHIN_MS = 300_000;
