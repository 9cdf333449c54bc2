/** How long a first pull took, in milliseconds from its start. */
export interface FirstPull {
  /** Until everything was committed, with the contender's usual durability. */
  applied: number;
  /** Until everything was on disk: after a strict transaction that followed it. */
  durable: number;
}

/** The times of consecutive edits, each in milliseconds from the call. */
export interface EditTimes {
  /** Until a live query of 100 rows delivered the new name. */
  visible: number[];
  /** Until the edit was committed, with the contender's highest durability. */
  committed: number[];
}

export interface ColdOpen {
  ms: number;
  /** How many rows were read. */
  rows: number;
}

/** What the page and the worker measured for one rebase, in milliseconds. */
export interface Rebase {
  /** From the rows in memory to the commit. */
  total: number;
  /** From the start signal until the page has painted the result. */
  painted: number;
  /** The longest time between two frames of the page during the rebase. */
  longestFrame: number;
}

/**
 * What the page measured for two pulls of a deal over the network: the first returns everything, the second
 * nothing.
 */
export interface WirePull {
  /** Milliseconds from the request to the commit. */
  first: number;
  noOp: number;
  /** What the second pull wrote: the number of rows by store. */
  written: Record<string, number>;
  /** The live queries that delivered again because of the second pull. */
  fired: string[];
  /** Entries of the checklist. */
  rows: number;
}

/**
 * The measurements that a page offers. Every page measures itself, so that the figures include no
 * communication with the test.
 */
export interface Contender {
  /** Writes rows that are in memory as objects to an empty database. The database is already open. */
  pullFirst?(rows: number): Promise<FirstPull>;
  /**
   * Renames `count` times among 100 rows of a live query. Each edit starts once the previous one has been
   * delivered.
   */
  edit?(count: number): Promise<EditTimes>;
  /** The same, with the checklist view instead of a live query. */
  editUnderView?(count: number): Promise<EditTimes>;
  /** Applies a pull of 1,000 rows below 1,000 pending edits, with the deal on the screen. */
  rebase?(): Promise<Rebase>;
  /**
   * Reads and writes as many rows as `rebase` in one transaction, without computing anything. Returns
   * milliseconds.
   */
  rebaseLimit?(): Promise<number>;
  /** Pulls the deal over the network into an empty database, then pulls it again. */
  pullTwice?(loginId: string, password: string): Promise<WirePull>;
  /** Fills the database that `openCold` opens; resolves when it is on disk. */
  fill?(rows: number): Promise<void>;
  /** Opens the database on disk, and reads every row of the deal. */
  openCold?(): Promise<ColdOpen>;
}

declare global {
  var contender: Contender;
}

/** Returns the milliseconds since `began`, a `performance.now()`. */
export function since(began: number): number {
  return performance.now() - began;
}

/**
 * The pause between two edits, in milliseconds. No user is faster. The work of the previous edit finishes
 * within it.
 */
const BETWEEN_EDITS_MS = 20;

/** Lets pending work finish, outside of the measured time. */
export async function rest(ms = BETWEEN_EDITS_MS): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
