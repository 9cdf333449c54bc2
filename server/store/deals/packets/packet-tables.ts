import type { Generated, JSONColumnType } from 'kysely';
import type { PacketOptions, WrongPerson } from '../../../../src/contract/entities/signing/packet.ts';
import type { DrawnSignature, TypedStyle } from '../../../../src/contract/entities/signing/signing-room.ts';
import type { TabValues } from '../../../../src/contract/rules/signing/fields/fill-tabs.ts';
import type { PacketSheet } from '../../../../src/contract/rules/signing/packets/packet-sheet.ts';
import type { PacketStatus } from '../../../../src/contract/rules/signing/packets/packet-status.ts';
import type { SigningEventKind } from '../../../../src/contract/rules/signing/packets/signing-events.ts';
import type { EsigningService } from '../../../../src/contract/rules/transactions/esigning-services.ts';
import type { RedrawnSignature } from '../../../convert/pictures/redrawn-signature.ts';
import type { DealRowColumns, Instant, MaybeInstant } from '../../columns.ts';

/** Pictures of a signature and, if the packet requires them, of the initials. */
export interface AdoptedPictures {
  signature: RedrawnSignature;
  initials: RedrawnSignature | null;
}

/** A chosen signature, and the initials, if the packet requires them. */
export type Adopted = { name: string; initials?: string | null } & (
  | { style: TypedStyle }
  | { style: 'drawn'; drawing: DrawnSignature }
  | { style: 'picture'; picture: AdoptedPictures }
);

/** A deed that was signed together with the whole document. */
export interface DeedSubmission {
  item: string;
  /** SHA-256 of the document. */
  document: string;
  at: string;
}

/** A packet that is sent automatically once it is ready. */
export interface QueuedSend {
  by: string;
  message: string;
  /** The packets that have to be signed first. Null in rows of older servers. */
  after: string[] | null;
  /** The last day on which its link works, if the sender chose one. */
  expires_on?: string | null;
  /** What the sender's device showed of the packet. Absent once that has been compared with the created packet. */
  seen?: { version: number; assignments: string[]; warnings: string[] };
  /** Set if it requests rejected pages again: the reasons, and when the first and the last page were rejected. */
  again?: { reasons: string[]; first_at: string; last_at: string };
}

/** All pages that one person signs. */
export interface PacketTable extends DealRowColumns {
  signatory: string;
  request: string;
  status: PacketStatus;
  assignments: string[];
  options: JSONColumnType<PacketOptions>;
  num_pages: number | null;
  warnings: JSONColumnType<string[], string | undefined>;
  error_message: string | null;
  /** A hash of everything that its pages show. If it would be different now, the packet is outdated. */
  made_from: string | null;
  /** The keys of the PDF and of the signed PDF. */
  file_key: string | null;
  signed_file_key: string | null;
  /** The seal has no timestamp yet, because the authority provided none. */
  timestamp_due: Generated<boolean>;
  /** The certificate of completion. */
  certificate_file_key: string | null;
  certificate_num_pages: number | null;
  sent_at: MaybeInstant;
  sent_by: string | null;
  /** The organization of `sent_by` when it was sent, which collects the signatures. */
  sent_for: string | null;
  /** The address that it was sent to. */
  sent_to: string | null;
  /**
   * When its PDF was first downloaded, or a page of it came back, before it was emailed. Its documents have been fixed since
   * then.
   */
  printed_at: MaybeInstant;
  viewed_at: MaybeInstant;
  completed_at: MaybeInstant;
  expires_at: MaybeInstant;
  /** From the sender to the signatory. */
  message: Generated<string>;
  consented_at: MaybeInstant;
  /** The version of the wording that was agreed to. */
  consent_version: string | null;
  /** The signature that the signatory chose. */
  adopted: JSONColumnType<Adopted> | null;
  /** Once it is sent: the capacity in which each of its assignments is signed, as a sentence. */
  capacities: JSONColumnType<Record<string, string>> | null;
  /** Set if it is sent automatically: for whom, with which message, and after which packet. */
  queued: JSONColumnType<QueuedSend, string | null | undefined> | null;
  /** Why it wasn't sent automatically, until it is sent. */
  held_reason: string | null;
  /** Why the last email with its link couldn't be delivered. */
  mail_problem: string | null;
  /** When incorrect codes for a new device were last entered too often. */
  guessed_at: MaybeInstant;
  needs_paper: Generated<boolean>;
  /** The deeds that were submitted together with the whole document. */
  deed_submissions: JSONColumnType<DeedSubmission[], string | undefined>;
  declined_reason: string | null;
  cancelled_reason: string | null;
  /** Set if it opens only with a code, which the sender gives to the signatory: the argon2id hash of the code. */
  access_code_hash: string | null;
  /** Set if the signatory said that it isn't for them. */
  wrong_person: JSONColumnType<WrongPerson, string | null | undefined> | null;
  /** When a new version of a document replaced the one in it. */
  superseded_at: MaybeInstant;
  /** The service where it is signed. Fixed when it is sent. */
  esigning_service: Generated<EsigningService>;
  /** Why that service doesn't accept it, or is unavailable, as a sentence. It is retried. */
  service_problem: string | null;
  /** The email that its link will be in, once DocuSign has the pages of all packets in it; null if nothing waits. */
  waiting_email: string | null;
}

/** The envelope of a packet that is signed with DocuSign. */
interface DocusignEnvelopeTable {
  packet: string;
  transaction: string;
  /** Null until DocuSign has confirmed it. */
  envelope_id: string | null;
  /** The recipient's name and address when the packet was sent. DocuSign opens the envelope under no other name. */
  signer_name: string;
  /** Until this time, only one process tries to create it. */
  claimed_until: MaybeInstant;
  /** When it was last compared with DocuSign. */
  checked_at: MaybeInstant;
  /** When it reached its final state. */
  ended_at: MaybeInstant;
}

/** Packets that were requested together. */
interface PacketRequestTable {
  uuid: string;
  transaction: string;
  created_at: Instant;
  created_by: string;
}

/** A page of a packet as it was created. Its code is in its corners; `sha256` is the sheet's hash. */
interface PacketPageTable {
  uuid: string;
  transaction: string;
  packet: string;
  order: number;
  kind: 'cover' | 'slip' | 'signature';
  item: string | null;
  page: string | null;
  assignments: string[];
  /** The signatures on the other sheets of its page, if it has none itself. It goes where they go. */
  signed_with: Generated<string[]>;
  code: string | null;
  sheet: JSONColumnType<PacketSheet>;
  sha256: string;
  /**
   * A hash of what the page shows besides its code. Null for covers and titles, and for pages that were created before this
   * was stored.
   */
  made_from: string | null;
  /** For a page of a file: the PDF that it was copied from, and its index in that PDF, from 0. */
  copied_key: string | null;
  copied_page: number | null;
}

/**
 * A document of a sent or printed packet, for reading: its version and that version's PDF, as they were at that time. A
 * document without a file has neither, and gets the `document` that its pages are for once its first file is replaced. Its
 * item and its row may be erased later; the PDF stays.
 */
interface PacketDocumentTable {
  packet: string;
  item: string;
  transaction: string;
  order: number;
  name: string;
  /** Its name on its signature pages; null in packets from before this was stored. */
  printed_name: Generated<string | null>;
  document: string | null;
  /** From 1, as users count them. */
  version: number | null;
  file_key: string | null;
  /** Whether its pages are signed together with the whole document. */
  whole_document: Generated<boolean>;
}

/** A link of a packet, by the hash of its secret. A replaced link is valid for one more day. */
interface SigningTokenTable {
  token_hash: string;
  transaction: string;
  packet: string;
  created_at: Instant;
  replaced_at: MaybeInstant;
}

/** A signatory's trusted device, by the hash of the secret in its cookie. It is trusted for all of their packets. */
interface SigningDeviceTable {
  packet: string;
  device_hash: string;
  transaction: string;
  trusted_at: Instant;
  /** When the emailed code was entered on it; null for the first device, which needed none. */
  confirmed_at: MaybeInstant;
  /** When the device stopped being trusted. */
  ended_at: MaybeInstant;
}

/** The argon2id hash of the newest code that was emailed for a new device. */
interface DeviceCodeTable {
  packet: string;
  device_hash: string;
  transaction: string;
  code_hash: string;
  /** How many times a code was entered. */
  tries: Generated<number>;
  expires_at: Instant;
}

/** What was signed in the room, with the hash of the page that was shown. */
interface PacketSignatureTable {
  packet: string;
  assignment: string;
  transaction: string;
  sha256: string;
  signed_at: Instant;
}

/**
 * A page that was signed or filled in, with what was entered on it. Pages that were signed before entries existed have no
 * row.
 */
interface SignedPageTable {
  page: string;
  packet: string;
  transaction: string;
  tab_values: JSONColumnType<TabValues>;
  /** The hash of the page that was shown and of what was entered on it. */
  sha256: string;
  /** The time by the server's clock, and the offset of the signatory's local time from UTC, in minutes. */
  signed_at: Instant;
  utc_offset: number;
}

/** Who witnessed the signatures of a page. */
interface PacketWitnessTable {
  page: string;
  packet: string;
  transaction: string;
  name: string;
  address: string;
  occupation: string;
  adopted: JSONColumnType<Adopted>;
  /** Whose device they signed on. */
  on_device: 'signer' | 'own';
  /** The hash of the signed page and the signature on it, as the witness saw them. */
  sha256: string;
  signed_at: Instant;
}

/** A code that the signatory gives their witness, and the link that it was exchanged for. Both are stored as hashes. */
interface WitnessCodeTable {
  code_hash: string;
  packet: string;
  transaction: string;
  created_at: Instant;
  expires_at: Instant;
  token_hash: string | null;
  token_expires_at: MaybeInstant;
}

/** The version of its document that a signature on paper, or one that was carried over, is for. */
interface SignedVersionTable {
  assignment: string;
  transaction: string;
  /** Null if the document had no file. */
  document: string | null;
  /** The version that was signed, if a person carried the signature over to another one. */
  carried_from: string | null;
}

/** The evidence of a packet: append-only, each row with the hash of the one before. */
export interface SigningEventTable {
  packet: string;
  seq: number;
  transaction: string;
  kind: SigningEventKind;
  at: Instant;
  device_at: MaybeInstant;
  /** The team member; null = the signatory, or the server itself. */
  actor: string | null;
  address: string;
  user_agent: string;
  details: JSONColumnType<Record<string, unknown>>;
  previous_hash: string;
  hash: string;
}

/** Tables that belong to packets but aren't collections. */
export interface PacketDetailTables {
  packet_requests: PacketRequestTable;
  packet_pages: PacketPageTable;
  packet_documents: PacketDocumentTable;
  signing_tokens: SigningTokenTable;
  signing_devices: SigningDeviceTable;
  device_codes: DeviceCodeTable;
  packet_signatures: PacketSignatureTable;
  signed_pages: SignedPageTable;
  packet_witnesses: PacketWitnessTable;
  witness_codes: WitnessCodeTable;
  signing_events: SigningEventTable;
  signed_versions: SignedVersionTable;
  docusign_envelopes: DocusignEnvelopeTable;
}

export interface PacketTables {
  packets: PacketTable;
}
