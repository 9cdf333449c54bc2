import type { Registration } from '../contract/entities/invitation.ts';
import type { CallOutcome, OnlineCall, OutboxAnswer } from '../db/commands/account/online-calls.ts';
import type { OpenCall, PreviewAnswer } from '../db/commands/account/open-calls.ts';
import type { AuditLogAnswer, SignatoriesAnswer } from '../db/commands/signing/online-signing.ts';
import type { AnswerRow } from '../db/rows.ts';
import type { Retried, RetryChange } from '../db/commands/tray/retry-rejected.ts';
import type { SignInAnswer } from '../sync/transport/session.ts';
import type { Exported } from '../sync/unsent-work/export-unsent-work.ts';
import type { Imported } from '../sync/unsent-work/import-unsent-work.ts';

/**
 * Whose upload queue, and of which deal; `transaction` null = the person has still to say. `versionOf`: the item of which the
 * file is to be a version.
 */
export interface Destination {
  userId: string;
  transaction: string | null;
  versionOf?: string;
}

/**
 * What the page may ask of its sync worker, through Comlink. Everything else goes through the mirror. Calls name their user,
 * because another one may be current on this device by the time they arrive.
 */
export interface SyncApi {
  /** Signs in and makes the user current on this device. Returns only what the form needs. */
  signIn(credentials: { email: string; password: string; framed?: boolean }): Promise<SignInAnswer>;
  /** What an invitation is about, for who holds its token. */
  previewInvitation(by: { id: string; token: string }): Promise<PreviewAnswer>;
  /** Makes an account by an invitation, and makes it current on this device as a sign-in does. */
  register(registration: Registration): Promise<SignInAnswer>;
  /** Makes a throw-away account with a sample deal, and makes it current on this device. */
  testdrive(): Promise<SignInAnswer>;
  /** Does at the server what anybody may ask for. */
  runOpenly(call: OpenCall): Promise<CallOutcome>;
  /** Whether somebody reads what is written to the support; null = that cannot be known now. */
  takesMessages(): Promise<boolean | null>;
  /** Ends the session, at the server once it can be reached. Only what has not reached the server stays on the device. */
  signOut(userId: string): Promise<void>;
  /** Takes up the engine for the person: waits for leadership, then pulls and pushes until the worker ends. */
  attach(userId: string): Promise<void>;
  /** The deal on the screen: it is pulled now and kept fresh by the stale times, until `null` or another deal. */
  watchDeal(transaction: string | null): Promise<void>;
  /** The page goes into the back/forward cache: releases the duties, the database and the channels to other tabs. */
  rest(): Promise<void>;
  /** The page is back: takes up what it had. */
  resume(): Promise<void>;
  /**
   * Puts files into an upload queue: bytes first, then the row. Resolves when all are on disk. Files of a wrong type or
   * size get a failed row. `refused` names those for which the disk had no room.
   *
   * The worker takes the files a few at a time, those from one index up to another: to send one takes the page a
   * millisecond, and there may be hundreds.
   */
  stageFiles(
    to: Destination,
    count: number,
    take: (from: number, to: number) => Promise<File[]>,
  ): Promise<{ staged: number; refused: { name: string; reason: string }[] }>;
  /** Asks the server for what a screen shows; the answer comes through the mirror. */
  askFor(userId: string, kind: AnswerRow['key']): Promise<CallOutcome>;
  /** Mails to the people of the firm: handed to the screen, and kept nowhere. */
  readOutbox(userId: string): Promise<OutboxAnswer>;
  /** What was done to a signatory: handed to the screen, and kept nowhere. */
  readAuditLog(userId: string, signatory: string): Promise<AuditLogAnswer>;
  /** The signatories of any deal of the person's: handed to the screen, and kept nowhere. */
  readSignatories(userId: string, transaction: string): Promise<SignatoriesAnswer>;
  /** Does at the server what cannot wait for it. */
  runOnline(userId: string, call: OnlineCall): Promise<CallOutcome>;
  /** Tries a failed upload again now. */
  retryUpload(userId: string, uuid: string): Promise<void>;
  /** Tries a refused edit of the tray again, as a new one. Needs no network. */
  retryRejected(userId: string, id: string, change: RetryChange): Promise<Retried>;
  /** Moves an edit that does not get through to the tray, so that its deal continues. Needs no network. */
  setAside(userId: string, id: string): Promise<void>;
  /** Seals what is kept here, or opens it for good, as the device's lock asks for. Needs no network. */
  bringInForm(userId: string): Promise<void>;
  /** All that the server has not taken, as one archive to be kept elsewhere. Needs no network. */
  exportUnsentWork(person: { userId: string; email: string }): Promise<Exported>;
  /** Takes in an archive that the same person exported. Needs no network. */
  importUnsentWork(userId: string, archive: Blob): Promise<Imported>;
}
