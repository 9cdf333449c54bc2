/** How long something took from its beginning, in milliseconds. */
export interface FirstPull {
  /** All of it committed, as the contender commits by itself. */
  applied: number;
  /** And on disk: a strict transaction after it has returned. */
  durable: number;
}

/** One edit after another: for each, milliseconds from the call. */
export interface EditTimes {
  /** A live query of 100 rows has delivered the new name. */
  visible: number[];
  /** The edit has been committed, as durably as the contender ever does. */
  committed: number[];
}

export interface ColdOpen {
  ms: number;
  /** How many rows were read. */
  rows: number;
}

/** What the page and the worker saw of one rebase, in milliseconds. */
export interface Rebase {
  /** From the rows in memory to the commit. */
  total: number;
  /** From the word to begin until the page has painted what came of it. */
  painted: number;
  /** The longest time between two frames of the page meanwhile. */
  longestFrame: number;
}

/** What the page saw of two pulls of a deal over the wire: of everything, and of nothing. */
export interface WirePull {
  /** Milliseconds from asking to the commit. */
  first: number;
  noOp: number;
  /** What the second wrote: how many rows of which store. */
  written: Record<string, number>;
  /** The live queries that delivered again because of it. */
  fired: string[];
  /** Entries of the checklist. */
  rows: number;
}

/** What a page under measure can be asked for. Every page measures by itself, so that no wire is in the figures. */
export interface Contender {
  /** Rows as objects in memory, in an empty database, to disk. The database is open already. */
  pullFirst?(rows: number): Promise<FirstPull>;
  /** Edits a name `count` times among 100 rows of a live query, each when the one before has been delivered. */
  edit?(count: number): Promise<EditTimes>;
  /** The same with another way of showing the rows. */
  editUnderView?(count: number): Promise<EditTimes>;
  /** Takes in a pull of 1,000 rows below 1,000 edits that wait, with the deal on the screen. */
  rebase?(): Promise<Rebase>;
  /** Reads and writes as many rows in one transaction as that does, and computes nothing. Returns milliseconds. */
  rebaseLimit?(): Promise<number>;
  /** Pulls the deal over the wire from an empty database, then once more. */
  pullTwice?(loginId: string, password: string): Promise<WirePull>;
  /** Fills the database that `openCold` opens; resolves when it is on disk. */
  fill?(rows: number): Promise<void>;
  /** Opens the database that is on disk, and reads every row of the deal. */
  openCold?(): Promise<ColdOpen>;
}

declare global {
  var contender: Contender;
}

/** Milliseconds since `began`, a `performance.now()`. */
export function since(began: number): number {
  return performance.now() - began;
}

/** The time between two edits. No person is faster, and the work of the previous edit is done within it. */
const BETWEEN_EDITS_MS = 20;

/** Lets what is still under way come to rest, outside what is measured. */
export async function rest(ms = BETWEEN_EDITS_MS): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
