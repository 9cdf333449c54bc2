import {
  COLLECTION_NAMES,
  DEAL_COLLECTIONS,
  type CollectionName,
  type CollectionNamed,
  type WireRow,
} from '../contract/collections/deal-collections.ts';
import type { User } from '../contract/entities/account/user.ts';
import type { Transaction } from '../contract/entities/transactions/transaction.ts';
import type { Act } from '../contract/entities/transactions/activity.ts';
import type { ListedInvitation } from '../contract/entities/transactions/invitation.ts';
import type { SignIn } from '../contract/entities/account/sign-in.ts';
import type { Member, Organization } from '../contract/entities/account/organization.ts';
import type { Notification } from '../contract/entities/account/notification.ts';
import type { DmsType } from '../contract/rules/documents/dms.ts';
import type { SigningType } from '../contract/rules/documents/upload-checks.ts';
import type { Purge } from '../contract/entities/transactions/purge.ts';
import type { Report } from '../contract/entities/transactions/report.ts';
import type { Switch } from '../contract/rules/account/features.ts';
import type { Camelized } from './codec.ts';

/** Rows of the mirror: the wire's entities in camelCase. Order and parents are stored in `ChildListRow` instead. */
export type UserRow = Camelized<User>;
export type TransactionRow = Camelized<Transaction>;
/** A row of one of the deal's collections. */
export type CollectionRow<Name extends CollectionName> = Camelized<
  Omit<WireRow<Name>, CollectionNamed<Name>['placeFields'][number]>
>;
export type ElementRow = CollectionRow<'elements'>;
export type ItemRow = CollectionRow<'items'>;
export type DocumentRow = CollectionRow<'documents'>;
export type TaskRow = CollectionRow<'tasks'>;
export type NoteRow = CollectionRow<'notes'>;
export type NotificationRow = Camelized<Notification>;
/** A member of the user's own organization. Read only: no edit touches it. */
export type MemberRow = Camelized<Member>;

/** The user's own organization. Read only: no edit touches it. */
export type OrganizationRow = Camelized<Omit<Organization, 'members'>>;

/**
 * The server's last response to a request for one screen. It is readable offline, and requested again whenever the screen is
 * opened. It can't be edited here.
 */
export type AnswerRow = {
  [Kind in keyof AnswerBodies]: { key: Kind; body: AnswerBodies[Kind]; askedAt: string };
}[keyof AnswerBodies];

interface AnswerBodies {
  /** Where the user is signed in. */
  sessions: Camelized<SignIn>[];
  /** The user's pending invitations. */
  invitations: Camelized<ListedInvitation>[];
  /** Invitations to join the organization. */
  organizationInvitations: Camelized<ListedInvitation>[];
  /** What is on for everyone. */
  features: Switch[];
  /** The user's prepared reports. */
  reports: Camelized<Report>[];
  /** The unfinished purges of the organization's deals. */
  purges: Camelized<Purge>[];
}

/** What someone did to a deal, from the server's log. Read only: no edit touches it. */
export type ActRow = Pick<Act, 'version' | 'at' | 'actor' | 'command' | 'subjects'> & {
  transaction: string;
  /** The number of subjects; only the first of them are stored here. */
  numSubjects: number;
};

/** The children of one parent in order (`parent` = an element's uuid or `TOP`); `key` is transaction/parent. */
export interface ChildListRow {
  key: string;
  transaction: string;
  parent: string;
  children: string[];
}

/** A current or former participant of a deal, stored in the deal's own row. */
export type ParticipantRow = TransactionRow['participants'][number];

type CollectionRows = { [Name in CollectionName]: CollectionRow<Name> };

/** The mirrored tables, with their rows. */
export interface MirrorRows extends CollectionRows {
  transactions: TransactionRow;
  notifications: NotificationRow;
  childLists: ChildListRow;
}
export type MirrorTable = keyof MirrorRows;

/** The tables that hold a deal's own rows. */
export const DEAL_TABLES = [...COLLECTION_NAMES, 'childLists'] as const;

/** What is loaded as one list. Acknowledged edits wait until it has arrived. Child lists come with `elements`. */
export type Collection = 'transactions' | 'notifications' | 'members' | CollectionName;

/**
 * The server's last version of a row that a pending edit touches; `row` null = the row doesn't exist. It is stored exactly as
 * long as such an edit exists. Edits are folded on top of it, and a rollback returns to it.
 */
export type BaseRow = {
  [Table in MirrorTable]: { table: Table; key: string; lane: string; row: MirrorRows[Table] | null };
}[MirrorTable];

/** The frozen request of an edit: an endpoint of the contract, as `group.name`, and its input. */
export interface FrozenRequest {
  endpoint: string;
  input: unknown;
}

/**
 * An edit made on this device that the server's data does not include yet. `pending`: never sent; `attempted`: at
 * least one send has started; `acked`: done, waiting until the `awaiting` collections, requested after `tick`, have
 * arrived.
 */
export interface OutboxRow {
  /** The order of creation, assigned by the database. */
  seq?: number;
  /** The mutation's uuid, its Idempotency-Key. */
  id: string;
  /** The deal. Edits of one lane are sent in order, and lanes do not wait for each other. */
  lane: string;
  /** The command's name, such as `element.move`. */
  name: string;
  /** The version of this row's format, `OUTBOX_FORMAT`. */
  format: number;
  args: unknown;
  madeAt: string;
  state: 'pending' | 'attempted' | 'acked';
  /** Ids of rows that the edit creates. */
  creates: string[];
  /** Every id that it names. It is rejected together with the edit that creates one of them. */
  refersTo: string[];
  /** Ids of the rows that it changes, shown as not saved yet. */
  touches: string[];
  /** The row version that the edit is based on, sent as X-Base-Version. */
  baseVersion?: number;
  /**
   * The birthmark of the mirror that it was made in, sent as X-Counterpart-Origin; absent = this one. An imported
   * edit keeps its own.
   */
  origin?: string | undefined;
  /** The previous name of what it changes, in case that is no longer on this device. */
  called?: string;
  batch?: Batch;
  attemptedAt?: string;
  request?: FrozenRequest;
  /** Why the last try failed. */
  lastError?: string;
  /** Whether the last try got no response. The edit is sent automatically once there is a network. */
  unreachable?: boolean;
  tick?: number;
  awaiting?: Collection[];
}

/** An edit that the server has acknowledged, kept for a while in case its database is restored to an older backup. */
export interface SentRow extends Pick<
  OutboxRow,
  'id' | 'lane' | 'name' | 'args' | 'madeAt' | 'creates' | 'refersTo' | 'called'
> {
  seq: number;
  /** ISO, by this device's clock. */
  ackedAt: string;
}

/**
 * One act of the user that made several edits of one command. It is not kept in the tray: a retry is a separate act.
 */
export interface Batch {
  id: string;
  /** How many rows were affected, without rejected ones. */
  count: number;
  /** Whether the user removed a selection, instead of one row by its button. */
  selected: boolean;
  /** The number that the server has kept: they were to be removed from the queue but are on the checklist. */
  kept?: number | undefined;
}

/** An edit that the server rejected, or that can no longer be sent. Kept until the user decides. */
export interface RejectedRow {
  id: string;
  lane: string;
  name: string;
  args: unknown;
  madeAt: string;
  rejectedAt: string;
  /** Why, in words. */
  reason: string;
  code: string;
  /** The id of the rejected edit that this one depends on, if it was not itself rejected. */
  because?: string;
  /** Its position in the creation order. */
  seq?: number;
  called?: string;
  /** The version that the edit was based on. Earlier versions of the app did not store it. */
  baseVersion?: number;
  conflict?: Conflict;
}

/** Another person's changes that a rejected edit would have overwritten (409 `changed_meanwhile`). */
export interface Conflict {
  /** The wire fields that both changed. */
  fields: string[];
  /** The row on the server, with the wire's names. */
  current: Record<string, unknown>;
  /** The name of its last author; null = not given. */
  changedBy: string | null;
  changedAt: string | null;
}

/** A page of the deal list, or of the list of archived deals: the deals between two positions in its order. */
export interface DealPage {
  archived: boolean;
  /** Null = from the start. */
  after: string | null;
  /** The last deal of its page; null = it has none. */
  last: string | null;
  /** Null = it must be sent in full. */
  etag: string | null;
  /** Whether there may be another page after it. */
  isFull: boolean;
}

/**
 * The sources that the engine pulls: for the account, the deal list, the notifications and the members; for a deal, its feed
 * and its activity.
 */
export type PullSource = Exclude<Collection, CollectionName> | 'changes' | 'activity';

/** How far a source has been read. `key` is lane/source; ticks are numbers of the database's own counter. */
export interface CursorRow {
  key: string;
  lane: string;
  collection: PullSource;
  /** The tag of the notifications or the members. */
  etags?: (string | null)[];
  /** For the deal list: its pages. */
  pages?: DealPage[];
  /**
   * For the feed and the activity: the history of the server's database, and the version of the deal that was reached in it.
   */
  epoch?: string;
  version?: number;
  /**
   * For the activity, if more pages follow: entries later than this are new; null = no entries are, because everything is
   * read again.
   */
  newsAfter?: number | null;
  askedTick: number;
  /** Wall clock, for display ('Synced at'). */
  pulledAt: string;
}

/** What the sync worker reports about itself, for the indicator. */
export interface SyncStatus {
  /** `offline`: nothing gets through. `trouble`: something responds, but not as Counterpart should; it is retried. */
  connection: 'connecting' | 'online' | 'offline' | 'trouble' | 'signed_out' | 'update_needed';
  lastError: string | null;
  lastContactAt: string | null;
}

/** The key in `meta` of the sync status. */
export const SYNC_STATUS_KEY = 'sync';

/** A request that got no response, for the diagnostics page. */
export interface SetbackNote {
  /** When it last happened, ISO. */
  at: string;
  /** The request: `push/DEAL`, `pull/DEAL/changes`, `session`, `upload/FILE`. */
  what: string;
  reason: string;
  /** The name of the failure in docs/product/api.md, if it has one. */
  error?: string;
  /** The number of consecutive occurrences. */
  times: number;
}

/** The key in `meta` of the last setbacks, latest first. */
export const SETBACKS_KEY = 'setbacks';

/**
 * The lane for what belongs to the user and not to a deal: the deal list, their notifications, and the people of
 * their organization.
 */
export const ACCOUNT_LANE = 'account';

/** A sentence for the toaster. */
export interface NoticeRow {
  id: string;
  at: string;
  level: 'success' | 'error' | 'info';
  message: string;
  /** Stays until it is dismissed. */
  lasting?: boolean;
}

/** Used instead of a deal for files that were opened with or shared to the app, until the user chooses one. */
export const NO_DEAL = 'none';

/** A file in the upload queue until its document is in the mirror (docs/product/upload-queue.md, "What is accepted"). */
export interface FileRow {
  /** Becomes the document's uuid. */
  uuid: string;
  /** The deal, or `NO_DEAL`. */
  transaction: string;
  /** File name with extension, as picked. */
  fileName: string;
  /** File name without extension, which the user sees and edits. */
  name: string;
  signingType: SigningType;
  mediaType: string;
  size: number;
  status: UploadFileStatus;
  uploadOrder: number;
  addedAt: string;
  /** Hex SHA-256 of the staged bytes. */
  sha256?: string;
  /** The name under which its deal already has the same content. The file is not sent until the user agrees. */
  duplicateOf?: string;
  /** The deal no longer has that content. */
  twinGone?: boolean | undefined;
  /** The checklist item that the user wants it to become a version of. */
  versionOf?: string | undefined;
  /** Whether it contains signed pages that came back, so that it becomes a returned file instead of a document. */
  returned?: true | undefined;
  /** For signed pages: the signatory that they were dropped on. */
  expectedSignatory?: string | undefined;
  /** The system from which it was picked, and whose server sends it. */
  dms?: DmsType;
  /** Whether that server was asked for it, so that its document may arrive. */
  dmsAsked?: boolean | undefined;
  /** Bytes sent, while UPLOADING_FILE_TO_STORE. */
  sentBytes: number;
  uploadedFileKey?: string;
  /** Why the last try failed. It is retried. */
  lastError?: string;
  /** When the server had created the document, on the database's clock. */
  createdTick?: number;
  /** When the user removed it from the queue, ISO. */
  removedAt?: string;
  /** How often the bytes were sent again because they arrived damaged, or the store had discarded them. */
  resent?: number;
  /**
   * Whether the store's complete copy was refused when the document was created, so that it is sent again from its first
   * byte.
   */
  afresh?: boolean;
  /** How often the store refused fresh presigns with 403. */
  refused?: number;
  /** For a failed file: the browser no longer has its bytes. The file continues if the same content is added again. */
  evicted?: boolean;
  /**
   * What the create was sent with, to transfer later edits. `request` is its Idempotency-Key, or absent if it is the file's
   * uuid.
   */
  createdWith?: { name: string; signingType: SigningType; request?: string };
  errorMessage?: string;
}

/**
 * The statuses of docs/product/upload-queue.md, "Statuses", that this device decides. Later ones are derived from the
 * document.
 */
export type UploadFileStatus =
  | 'REMOVED'
  | 'SELECTED_FROM_DMS'
  | 'WAITING_ON_DMS'
  | 'QUEUED'
  | 'IN_PROGRESS'
  | 'FETCHING_PRESIGNED_URL'
  | 'SUCCESS_FETCHING_PRESIGNED_URL'
  | 'UPLOADING_FILE_TO_STORE'
  | 'SUCCESS_UPLOADING_FILE_TO_STORE'
  | 'CREATING_DOCUMENT'
  | 'SUCCESS_CREATING_DOCUMENT'
  | 'FAILED_DROP'
  | 'FAILED_FILE_TOO_SMALL'
  | 'FAILED_FETCHING_PRESIGNED_URL'
  | 'FAILED_UPLOADING_FILE_TO_STORE'
  | 'FAILED_CREATING_DOCUMENT';

/** The staged bytes of a file, in a separate table so that reading the queue never loads them. */
export interface FileBytesRow {
  uuid: string;
  /** Unchanged or, if the device has a lock, sealed. Read by src/db/lock/staged-bytes.ts. */
  bytes: Blob;
  sealed?: SealedFacts;
}

/** What is known about sealed bytes without opening them. */
export interface SealedFacts {
  /** The hex SHA-256 of the original bytes. It stays the same if the file continues under a different id. */
  sha256: string;
  mediaType: string;
}

/** The key in `meta` of the last leader's number. */
export const EPOCH_KEY = 'epoch';

/** The key in `meta` of the format in which the mirror's rows were stored. */
export const ROWS_FORM_KEY = 'rows-form';

/**
 * Version of the form of rows that belong to no collection:
 *
 * 1  deals, notifications
 * 2  all facts of a deal
 * 3  deals of which strict data access shows only the outline
 * 4  the numbering of a deal
 * 5  why a deal needs attention
 * 6  the paper of a deal
 * 7  signatures of a deal that the user can accept
 */
const OWN_FORM = 7;

/**
 * The format of rows that this version of the app stores. If the mirror's rows were stored in a different format, some may
 * lack fields, so everything is pulled again (SPEC: DISK9).
 */
export const ROWS_FORM = [OWN_FORM, ...DEAL_COLLECTIONS.map(({ name, form }) => `${name} ${form}`)].join(
  ', ',
);

/** The key in `meta` of the current leader. */
export const LEADER_KEY = 'leader';

/** The key in `meta` of the worker that has the uploads. */
export const UPLOADER_KEY = 'uploader';

/** The leading worker, for the diagnostics. */
export interface LeaderFact {
  epoch: number;
  /** ISO. */
  since: string;
  /** Created when the worker started. Each tab has one. */
  worker: string;
}

/** The user's choices about all their uploads on this device. */
export interface UploadHold {
  /** Nothing is sent until the user resumes. */
  paused: boolean;
  /** Files may also use a connection with data saver on, until the queue has been sent. */
  onMetered: boolean;
  /** When the user last asked for an immediate retry, ISO. */
  retriedAt: string | null;
}

/** The key in `meta` of these choices. */
export const UPLOAD_HOLD_KEY = 'upload-hold';

/** The key in `meta` of the mark that distinguishes this database from one created after it was deleted. */
export const BIRTHMARK_KEY = 'born';

/** By how many milliseconds this device's clock was last found to be ahead of the server's; negative if behind. */
export const CLOCK_KEY = 'clock';

/** The key in `meta` of the last response of `GET /config`, with the wire's names. */
export const CONFIG_KEY = 'config';

/** The key in `meta` of how often a deal's checksum differed and it was pulled whole. */
export const HEALED_KEY = 'healed';

/** The key in `meta` of the record that a sign-out has wiped this mirror. The user's own row may also have been deleted. */
export const WIPED_KEY = 'wiped';

/** The key in `meta` of the edits that the user has discarded or retried, and when. */
export const SETTLED_KEY = 'settled';

/** Small values: the ticks, the leader and its epoch, the change counters of lanes, the sync status, the birthmark. */
export interface MetaRow {
  key: string;
  value: unknown;
}
