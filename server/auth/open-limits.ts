const MINUTE = 60_000;

/** Messages to the support from one address. */
export const CONTACTS = { free: 5, first: MINUTE, most: 30 * MINUTE, forgetAfter: 120 * MINUTE };
/** Throw-away accounts from one address: each brings a deal, whose files are converted. */
export const TESTDRIVES = { free: 5, first: MINUTE, most: 30 * MINUTE, forgetAfter: 120 * MINUTE };
