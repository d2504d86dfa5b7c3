/**
 * Milliseconds without a byte that a client takes of its answer; then it is treated as gone. The system takes bytes in its
 * place, 4 MiB on Linux and as much again in a proxy, and more only when a third of them were sent. So at 10 kB a second
 * more is taken every 140 seconds, and behind a proxy every 290 at worst.
 */
export const TAKEN_WITHIN_MS = 300_000;
