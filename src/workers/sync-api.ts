import type { KnownCertificates } from '../contract/rules/evidence/check-file.ts';
import type { Registration } from '../contract/entities/transactions/invitation.ts';
import type { ReturnedPageAnswer } from '../db/commands/signing/packets/paper-calls.ts';
import type { LedgerAnswer, WatchersAnswer } from '../db/commands/closing/release-calls.ts';
import type { ReplacementAnswer } from '../db/commands/closing/replace-calls.ts';
import type { PacketAnswer, PacketPictureAnswer } from '../db/commands/signing/packets/packet-calls.ts';
import type { CallOutcome, OnlineCall, OutboxAnswer } from '../db/commands/account/online-calls.ts';
import type { OpenCall, PreviewAnswer } from '../db/commands/account/open-calls.ts';
import type {
  AuditLogAnswer,
  DealOfItemAnswer,
  SignatoriesAnswer,
} from '../db/commands/signing/packets/online-signing.ts';
import type { AnswerRow } from '../db/rows.ts';
import type { Retried, RetryChange } from '../db/commands/tray/retry-rejected.ts';
import type { SignInAnswer } from '../sync/transport/session.ts';
import type { Exported } from '../sync/unsent-work/export-unsent-work.ts';
import type { Imported } from '../sync/unsent-work/import-unsent-work.ts';

/**
 * The user and the deal of the upload queue; `transaction` null = the user still has to choose it. `versionOf`: the
 * item that the file should become a version of.
 */
export interface Destination {
  userId: string;
  transaction: string | null;
  versionOf?: string;
  /** The files have signed pages that came back. */
  returned?: true;
  /** The signatory whose pages they should have. */
  expectedSignatory?: string;
}

/**
 * What the page can ask of its sync worker, through Comlink. Everything else goes through the mirror. Calls name
 * their user, because another one may be current on this device by the time they arrive.
 */
export interface SyncApi {
  /** Signs in and makes the user current on this device. Returns only what the form needs. */
  signIn(credentials: { email: string; password: string; framed?: boolean }): Promise<SignInAnswer>;
  /** The content of an invitation, for the holder of its token. */
  previewInvitation(by: { id: string; token: string }): Promise<PreviewAnswer>;
  /** Creates an account from an invitation, and makes it current on this device like a sign-in. */
  register(registration: Registration): Promise<SignInAnswer>;
  /** Creates a test-drive account with a sample deal, and makes it current on this device. */
  testdrive(): Promise<SignInAnswer>;
  /** Makes a call that anyone can make without a session. */
  runOpenly(call: OpenCall): Promise<CallOutcome>;
  /** Returns whether anyone reads messages to support; null = unknown at the moment. */
  takesMessages(): Promise<boolean | null>;
  /** The certificates that /verify knows seals by; null if the server can't be reached. */
  knownCertificates(): Promise<KnownCertificates | null>;
  /** Ends the session, at the server once it can be reached. Only what has not reached the server stays on the device. */
  signOut(userId: string): Promise<void>;
  /** Starts the engine for the user: waits for leadership, then pulls and pushes until the worker ends. */
  attach(userId: string): Promise<void>;
  /** The deal on the screen: it is pulled now and kept fresh, until `null` or another deal. */
  watchDeal(transaction: string | null): Promise<void>;
  /** The page goes into the back/forward cache: releases the duties, the database and the channels to other tabs. */
  rest(): Promise<void>;
  /** The page is back: resumes what it had. */
  resume(): Promise<void>;
  /**
   * Puts files into an upload queue: bytes first, then the row. Resolves when all are on disk. Files of a wrong type
   * or size get a failed row. `refused` names those that didn't fit on the disk.
   *
   * The worker takes the files a few at a time, from one index up to another: sending one takes the page a millisecond, and
   * there may be hundreds.
   */
  stageFiles(
    to: Destination,
    count: number,
    take: (from: number, to: number) => Promise<File[]>,
  ): Promise<{ staged: number; refused: { name: string; reason: string }[] }>;
  /** Requests what a screen shows; the answer arrives through the mirror. */
  askFor(userId: string, kind: AnswerRow['key']): Promise<CallOutcome>;
  /** The organization's emails: passed to the screen, and not stored. */
  readOutbox(userId: string): Promise<OutboxAnswer>;
  /** A signatory's history: passed to the screen, and not stored. */
  readAuditLog(userId: string, signatory: string): Promise<AuditLogAnswer>;
  /** The pages of a packet and what happened to it: passed to the screen, and not stored. */
  readPacket(userId: string, packet: string): Promise<PacketAnswer>;
  /** The picture of a page of a packet: passed to the screen, and not stored. */
  readPacketPage(userId: string, packet: string, page: string): Promise<PacketPictureAnswer>;
  /** The picture of a returned page: passed to the screen, and not stored. */
  readReturnedPage(userId: string, page: string): Promise<ReturnedPageAnswer>;
  /** The page of a signature as it was sent out: passed to the screen, and not stored. */
  readBlankPage(userId: string, assignment: string): Promise<PacketPictureAnswer>;
  /** What another version of a document would change: passed to the screen, and not stored. */
  readReplacement(userId: string, item: string, document: string, again: boolean): Promise<ReplacementAnswer>;
  /** A deal's ledger: passed to the screen, and not stored. */
  readLedger(userId: string, transaction: string): Promise<LedgerAnswer>;
  /** Says that a deal's closing board is open here, and returns who else has it open. */
  watchBoard(userId: string, transaction: string): Promise<WatchersAnswer>;
  /** The signatories of any of the user's deals: passed to the screen, and not stored. */
  readSignatories(userId: string, transaction: string): Promise<SignatoriesAnswer>;
  /** The deal of any item that the user can see. */
  readDealOfItem(userId: string, item: string): Promise<DealOfItemAnswer>;
  /** Makes a call that only works online. */
  runOnline(userId: string, call: OnlineCall): Promise<CallOutcome>;
  /** Retries a failed upload now. */
  retryUpload(userId: string, uuid: string): Promise<void>;
  /** Retries a rejected edit of the tray, as a new one. Needs no network. */
  retryRejected(userId: string, id: string, change: RetryChange): Promise<Retried>;
  /** Moves an edit that does not get through to the tray, so that its deal continues. Needs no network. */
  setAside(userId: string, id: string): Promise<void>;
  /** Seals the data on this device, or decrypts it for good, as the device's lock requires. Needs no network. */
  bringInForm(userId: string): Promise<void>;
  /** Everything that the server has not accepted, as one archive. Needs no network. */
  exportUnsentWork(person: { userId: string; email: string }): Promise<Exported>;
  /** Imports an archive that the same user exported. Needs no network. */
  importUnsentWork(userId: string, archive: Blob): Promise<Imported>;
}
