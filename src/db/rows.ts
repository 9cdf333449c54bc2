import {
  COLLECTION_NAMES,
  DEAL_COLLECTIONS,
  type CollectionName,
  type CollectionNamed,
  type WireRow,
} from '../contract/collections/deal-collections.ts';
import type { User } from '../contract/entities/user.ts';
import type { Transaction } from '../contract/entities/transaction.ts';
import type { Act } from '../contract/entities/activity.ts';
import type { ListedInvitation } from '../contract/entities/invitation.ts';
import type { SignIn } from '../contract/entities/sign-in.ts';
import type { Member, Organization } from '../contract/entities/organization.ts';
import type { Notification } from '../contract/entities/notification.ts';
import type { DmsType } from '../contract/rules/documents/dms.ts';
import type { SigningType } from '../contract/rules/documents/upload-checks.ts';
import type { Purge } from '../contract/entities/purge.ts';
import type { Report } from '../contract/entities/report.ts';
import type { Switch } from '../contract/rules/account/features.ts';
import type { Camelized } from './codec.ts';

/** Rows of the mirror: the wire's entities in camelCase. Order and parentage are not in them but in `ChildListRow`. */
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
/** Someone of the person's own firm. Read only: no edit touches it. */
export type MemberRow = Camelized<Member>;

/** The person's own firm. Read only: no edit touches it. */
export type OrganizationRow = Camelized<Omit<Organization, 'members'>>;

/**
 * The server's last response to a request for one screen: readable without a network, and requested again whenever the screen is
 * opened. It cannot be edited here.
 */
export type AnswerRow = {
  [Kind in keyof AnswerBodies]: { key: Kind; body: AnswerBodies[Kind]; askedAt: string };
}[keyof AnswerBodies];

interface AnswerBodies {
  /** Where the person is signed in. */
  sessions: Camelized<SignIn>[];
  /** Invitations that wait for the person. */
  invitations: Camelized<ListedInvitation>[];
  /** Invitations to join the firm. */
  organizationInvitations: Camelized<ListedInvitation>[];
  /** What is switched on for everybody. */
  features: Switch[];
  /** Reports that the person had to wait for. */
  reports: Camelized<Report>[];
  /** Purges of the firm's deals that have not come to their end. */
  purges: Camelized<Purge>[];
}

/** What somebody did to a deal, as the server's log has it. Read only: no edit touches it. */
export type ActRow = Pick<Act, 'version' | 'at' | 'actor' | 'command' | 'subjects'> & {
  transaction: string;
  /** How many subjects there were; only the first of them are stored here. */
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

/** What is fetched as one list; acknowledged edits wait until it has come. Child lists come with `elements`. */
export type Collection = 'transactions' | 'notifications' | 'members' | CollectionName;

/**
 * The server's last version of a row that an edit not yet in it touches; `row` null = it has none. It exists exactly as long as
 * such an edit does, and is what is folded upon and rolled back to.
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
 * An edit made on this device and not yet part of what the server answers.
 * `pending` never sent; `attempted` at least one send has begun; `acked` done, waiting until the `awaiting`
 * collections, asked for after `tick`, have come.
 */
export interface OutboxRow {
  /** Order of making; given by the database. */
  seq?: number;
  /** The mutation's uuid, its Idempotency-Key. */
  id: string;
  /** The deal; edits of one lane go in order, lanes do not wait for each other. */
  lane: string;
  /** Name of the command, `element.move`. */
  name: string;
  /** Version of this row's form, `OUTBOX_FORMAT`. */
  format: number;
  args: unknown;
  madeAt: string;
  state: 'pending' | 'attempted' | 'acked';
  /** Ids that the edit brings into being. */
  creates: string[];
  /** Every id that it names: it falls with the edit that creates one of them. */
  refersTo: string[];
  /** Ids of what it changes, shown as not saved yet. */
  touches: string[];
  /** The row's version that the edit was made upon, sent as X-Base-Version. */
  baseVersion?: number;
  /**
   * The birthmark of the mirror that it was made in, sent as X-Counterpart-Origin; absent = this one. An edit that was taken
   * in from a file keeps its own.
   */
  origin?: string | undefined;
  /** What that which it changes was called before, for when it is not on this device any more. */
  called?: string;
  batch?: Batch;
  attemptedAt?: string;
  request?: FrozenRequest;
  /** Why the last try did not count. */
  lastError?: string;
  /** Whether the last try met nothing that answers: the edit goes by itself once there is a network. */
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

/** One act of the person that made several edits of one command. It is not kept in the tray: a retry is an act of its own. */
export interface Batch {
  id: string;
  /** How much was acted upon, without what was refused. */
  count: number;
  /** Whether it was what the person had selected, and not one row by its button. */
  selected: boolean;
  /** How many the server has kept: they were to be taken off the queue and are on the checklist. */
  kept?: number | undefined;
}

/** An edit that the server refused, or that cannot be sent any more. Kept until the person decides. */
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
  /** The id of the refused edit that this one depends on, where it was not itself refused. */
  because?: string;
  /** Its place in the order of making. */
  seq?: number;
  called?: string;
  /** The version that the edit was made upon. Earlier versions of the app did not keep it. */
  baseVersion?: number;
  conflict?: Conflict;
}

/** What someone else did meanwhile that a refused edit would have overwritten (409 `changed_meanwhile`). */
export interface Conflict {
  /** The fields of the wire that both changed. */
  fields: string[];
  /** The row on the server, in the wire's names. */
  current: Record<string, unknown>;
  /** The name of its last author; null = not given. */
  changedBy: string | null;
  changedAt: string | null;
}

/** A page of the list of deals, or of that of archived ones: the deals after one place in its order up to another. */
export interface DealPage {
  archived: boolean;
  /** Null = from the start. */
  after: string | null;
  /** The last deal of its page; null = it has none. */
  last: string | null;
  /** Null = it must be sent whole. */
  etag: string | null;
  /** Whether there may be another page after it. */
  isFull: boolean;
}

/** What the engine pulls: of the account the deal list, the notifications and the members; of a deal its feed and its activity. */
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
  /** For the feed and the activity: the history of the server's database, and the deal's version that was reached in it. */
  epoch?: string;
  version?: number;
  /**
   * For the activity, if more pages follow: entries later than this are new; null = none are, because everything is read again.
   */
  newsAfter?: number | null;
  askedTick: number;
  /** Wall clock, for people ('Synced at'). */
  pulledAt: string;
}

/** What the sync worker says of itself, for the indicator. */
export interface SyncStatus {
  /**
   * `offline`: nothing gets through. `trouble`: something answers, but not as Counterpart should; it is tried again.
   */
  connection: 'connecting' | 'online' | 'offline' | 'trouble' | 'signed_out' | 'update_needed';
  lastError: string | null;
  lastContactAt: string | null;
}

/** Where in `meta` the sync status is. */
export const SYNC_STATUS_KEY = 'sync';

/** A request that did not get its answer, for the diagnostics page. */
export interface SetbackNote {
  /** When it last was so, ISO. */
  at: string;
  /** What was asked for: `push/DEAL`, `pull/DEAL/changes`, `session`, `upload/FILE`. */
  what: string;
  reason: string;
  /** What docs/product/api.md calls the failure, if it has a name. */
  error?: string;
  /** How often in a row. */
  times: number;
}

/** Where in `meta` the last setbacks are, latest first. */
export const SETBACKS_KEY = 'setbacks';

/** The lane of what belongs to the person and not to a deal: the list of deals, their notifications, and the people of their firm. */
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

/** In the place of a deal, of files that were opened with or shared to the app: the person has still to say which. */
export const NO_DEAL = 'none';

/** A file in the upload queue until its document is in the mirror (docs/product/upload-queue.md, "What is accepted"). */
export interface FileRow {
  /** Becomes the document's uuid. */
  uuid: string;
  /** The deal, or `NO_DEAL`. */
  transaction: string;
  /** File name with extension, as picked. */
  fileName: string;
  /** File name without extension; what the person sees and edits. */
  name: string;
  signingType: SigningType;
  mediaType: string;
  size: number;
  status: UploadFileStatus;
  uploadOrder: number;
  addedAt: string;
  /** Hex SHA-256 of the staged bytes. */
  sha256?: string;
  /** Under which name its deal has the same content already: it is not sent until the person says so. */
  duplicateOf?: string;
  /** The deal has that no more. */
  twinGone?: boolean | undefined;
  /** The item on the checklist of which it is to be a version, by the person's word. */
  versionOf?: string | undefined;
  /** The system in which it was picked, whose server fetches it. */
  dms?: DmsType;
  /** That server was asked for it, so its document may come. */
  dmsAsked?: boolean | undefined;
  /** Bytes sent, while UPLOADING_FILE_TO_STORE. */
  sentBytes: number;
  uploadedFileKey?: string;
  /** Why the last try did not get through; it is tried again. */
  lastError?: string;
  /** When the server had made the document, on the database's clock. */
  createdTick?: number;
  /** When the person took it off the queue, ISO. */
  removedAt?: string;
  /** How often the bytes were sent again because they arrived damaged, or the store had discarded them. */
  resent?: number;
  /** What the store has of it whole was refused when the document was to be made: it is sent from its first byte. */
  afresh?: boolean;
  /** How often the store refused fresh presigns with 403. */
  refused?: number;
  /** For a failed file: the browser no longer has its bytes. It uses the same content when it is added again. */
  evicted?: boolean;
  /**
   * What the create was sent with, to bring later edits over; `request` is its Idempotency-Key, the file's uuid where it
   * is missing.
   */
  createdWith?: { name: string; signingType: SigningType; request?: string };
  errorMessage?: string;
}

/** The statuses of docs/product/upload-queue.md, "Statuses", that this device decides; later ones derive from the document. */
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

/** The staged bytes of a file, in a table of their own so that reading the queue never loads them. */
export interface FileBytesRow {
  uuid: string;
  /** As they are or, with the device's lock, sealed; read by src/db/lock/staged-bytes.ts. */
  bytes: Blob;
  sealed?: SealedFacts;
}

/** What is known of sealed bytes without opening them. */
export interface SealedFacts {
  /** Hex SHA-256 of the original bytes: it stays if the file continues under another id. */
  sha256: string;
  mediaType: string;
}

/** Where in `meta` the number of the last leader is. */
export const EPOCH_KEY = 'epoch';

/** Where in `meta` the format is in which the rows of the mirror were stored. */
export const ROWS_FORM_KEY = 'rows-form';

/**
 * Version of the form of rows that belong to no collection:
 *
 * 1  deals, notifications
 * 2  all facts of a deal
 * 3  deals of which strict data access shows the outline alone
 * 4  the numbering of a deal
 * 5  why a deal needs attention
 * 6  the paper of a deal
 */
const OWN_FORM = 6;

/**
 * The form of rows that this version of the app stores. If the mirror's rows were stored in another form, some may lack
 * something, so everything is pulled again (SPEC: DISK9).
 */
export const ROWS_FORM = [OWN_FORM, ...DEAL_COLLECTIONS.map(({ name, form }) => `${name} ${form}`)].join(
  ', ',
);

/** Where in `meta` the current leader is. */
export const LEADER_KEY = 'leader';

/** Where in `meta` the mark of the worker is that has the uploads. */
export const UPLOADER_KEY = 'uploader';

/** The worker that leads, for the diagnostics. */
export interface LeaderFact {
  epoch: number;
  /** ISO. */
  since: string;
  /** Made up when the worker started; each tab has one. */
  worker: string;
}

/** What the person has said of all their uploads on this device. */
export interface UploadHold {
  /** Nothing is sent until the user resumes. */
  paused: boolean;
  /** Files go on a connection that is to be spared, too, until the queue has been sent. */
  onMetered: boolean;
  /** When the person last asked to try again at once, ISO. */
  retriedAt: string | null;
}

/** Where in `meta` that is. */
export const UPLOAD_HOLD_KEY = 'upload-hold';

/** Where in `meta` the mark is that tells this database from one created after it was deleted. */
export const BIRTHMARK_KEY = 'born';

/** By how many milliseconds this device's clock is ahead of the server's, as it was last found; behind is negative. */
export const CLOCK_KEY = 'clock';

/** Where in `meta` the last response of `GET /config` is, in the wire's names. */
export const CONFIG_KEY = 'config';

/** Where in `meta` the number of times is that a deal's checksum differed and it was pulled whole. */
export const HEALED_KEY = 'healed';

/** Where in `meta` it is recorded that a sign-out has wiped this mirror: the user's own row may have been deleted too. */
export const WIPED_KEY = 'wiped';

/** Where in `meta` the edits are that the user has discarded or retried, and when. */
export const SETTLED_KEY = 'settled';

/** Small facts: the ticks, the leader and its epoch, the change counters of lanes, the sync status, the birthmark. */
export interface MetaRow {
  key: string;
  value: unknown;
}
