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
 * The user and deal of an upload queue. `transaction` is null if the user still has to choose the deal. `versionOf`: the item
 * that the file should become a version of.
 */
export interface Destination {
  userId: string;
  transaction: string | null;
  versionOf?: string;
  /** Whether the files are signed pages that came back. */
  returned?: true;
  /** The signatory whose pages the files should contain. */
  expectedSignatory?: string;
}

/**
 * The calls that a page can make to its sync worker, through Comlink. Everything else goes through the mirror. Each call names
 * its user, because a different user may be current on this device by the time it arrives.
 */
export interface SyncApi {
  /** Signs in, and makes the user current on this device. Returns only what the form needs. */
  signIn(credentials: { email: string; password: string; framed?: boolean }): Promise<SignInAnswer>;
  /** Returns the content of an invitation, for the holder of its token. */
  previewInvitation(by: { id: string; token: string }): Promise<PreviewAnswer>;
  /** Creates an account from an invitation, and makes it current on this device, like a sign-in. */
  register(registration: Registration): Promise<SignInAnswer>;
  /** Creates a test-drive account with a sample deal, and makes it current on this device. */
  testdrive(): Promise<SignInAnswer>;
  /** Makes a call that needs no session. */
  runOpenly(call: OpenCall): Promise<CallOutcome>;
  /** Returns whether this installation accepts messages to support; null = unknown at the moment. */
  takesMessages(): Promise<boolean | null>;
  /** Returns the certificates that /verify uses to recognize seals; null if the server can't be reached. */
  knownCertificates(): Promise<KnownCertificates | null>;
  /** Ends the session on this device, and at the server once it can be reached. Only unsent work stays on the device. */
  signOut(userId: string): Promise<void>;
  /** Starts the engine for the user: waits for leadership, then pulls and pushes until the worker ends. */
  attach(userId: string): Promise<void>;
  /** Watches the deal on the screen: it is pulled now and kept up to date until the call with `null` or another deal. */
  watchDeal(transaction: string | null): Promise<void>;
  /** The page goes into the back/forward cache: releases its roles, the database and the channels to other tabs. */
  rest(): Promise<void>;
  /** The page is back: resumes everything that it had released. */
  resume(): Promise<void>;
  /**
   * Adds files to an upload queue: bytes first, then the row. Resolves when all are on disk. Files of a wrong type or size get
   * a failed row. `refused` names those that didn't fit on the disk.
   *
   * The worker takes the files a few at a time, by index range, because passing a file takes the page a millisecond, and there
   * may be hundreds.
   */
  stageFiles(
    to: Destination,
    count: number,
    take: (from: number, to: number) => Promise<File[]>,
  ): Promise<{ staged: number; refused: { name: string; reason: string }[] }>;
  /** Requests what a screen shows. The answer arrives through the mirror. */
  askFor(userId: string, kind: AnswerRow['key']): Promise<CallOutcome>;
  /** Returns the organization's emails for the screen, without storing them. */
  readOutbox(userId: string): Promise<OutboxAnswer>;
  /** Returns a signatory's history for the screen, without storing it. */
  readAuditLog(userId: string, signatory: string): Promise<AuditLogAnswer>;
  /** Returns the pages and the history of a packet for the screen, without storing them. */
  readPacket(userId: string, packet: string): Promise<PacketAnswer>;
  /** Returns the picture of a packet's page for the screen, without storing it. */
  readPacketPage(userId: string, packet: string, page: string): Promise<PacketPictureAnswer>;
  /** Returns the picture of a returned page for the screen, without storing it. */
  readReturnedPage(userId: string, page: string): Promise<ReturnedPageAnswer>;
  /** Returns the page of a signature as it was sent, for the screen, without storing it. */
  readBlankPage(userId: string, assignment: string): Promise<PacketPictureAnswer>;
  /** Returns what another version of a document would change, for the screen, without storing it. */
  readReplacement(userId: string, item: string, document: string, again: boolean): Promise<ReplacementAnswer>;
  /** Returns a deal's ledger for the screen, without storing it. */
  readLedger(userId: string, transaction: string): Promise<LedgerAnswer>;
  /** Reports that a deal's closing board is open here, and returns who else has it open. */
  watchBoard(userId: string, transaction: string): Promise<WatchersAnswer>;
  /** Returns the signatories of any of the user's deals for the screen, without storing them. */
  readSignatories(userId: string, transaction: string): Promise<SignatoriesAnswer>;
  /** Returns the deal of any item that the user can see. */
  readDealOfItem(userId: string, item: string): Promise<DealOfItemAnswer>;
  /** Makes a call that works only online. */
  runOnline(userId: string, call: OnlineCall): Promise<CallOutcome>;
  /** Retries a failed upload now. */
  retryUpload(userId: string, uuid: string): Promise<void>;
  /** Retries a rejected edit as a new edit. Works without a network. */
  retryRejected(userId: string, id: string, change: RetryChange): Promise<Retried>;
  /** Sets aside an edit that keeps failing, so that the deal's other edits are sent. Works without a network. */
  setAside(userId: string, id: string): Promise<void>;
  /** Encrypts or decrypts the data on this device, as the device's lock requires. Works without a network. */
  bringInForm(userId: string): Promise<void>;
  /** Exports everything that the server has not accepted as one archive. Works without a network. */
  exportUnsentWork(person: { userId: string; email: string }): Promise<Exported>;
  /** Imports an archive that the same user exported. Works without a network. */
  importUnsentWork(userId: string, archive: Blob): Promise<Imported>;
}
