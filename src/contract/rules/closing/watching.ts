/** The interval at which an open closing board reports that it is open, in milliseconds. */
export const WATCHING_EVERY_MS = 10_000;

/** After this long without a report, its viewer counts as gone, in milliseconds. Two reports may be lost. */
export const WATCHER_GONE_MS = 25_000;
