/** How often an open closing board says that it is open, milliseconds. */
export const WATCHING_EVERY_MS = 10_000;

/** After this long without a word, its person is gone, milliseconds: two words may be lost. */
export const WATCHER_GONE_MS = 25_000;
