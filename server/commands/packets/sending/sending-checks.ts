import { sql } from 'kysely';
import { assignmentCollection } from '../../../../src/contract/collections/assignments.ts';
import { signatoryCollection } from '../../../../src/contract/collections/signatories.ts';
import {
  countsAsSignature,
  isOut,
} from '../../../../src/contract/rules/signing/assignments/assignment-status.ts';
import {
  stillConverting,
  withoutAddress,
  withoutWholeDocument,
} from '../../../../src/contract/rules/signing/packets/packet-checks.ts';
import { invalid, Refusal } from '../../../refusal.ts';
import { isLoopback, type Settings } from '../../../settings.ts';
import { hashOfSource } from '../../../signing/packets/packet-source.ts';
import { readPlacedTabs, type PlacedTabs } from '../../../signing/packets/read-placed-tabs.ts';
import type { SignedInUser } from '../../../store/account/users.ts';
import { selectRows, type RowOf } from '../../../store/deals/collection-rows.ts';
import type { DealRead } from '../../../store/deals/deal-write.ts';
import { assertSignableInDocusign } from '../../docusign/assert-signable-in-docusign.ts';
import { assertOfferedService } from '../../transactions/assert-offered-service.ts';
import { assertRulesCanBeMet } from './assert-group-rules.ts';
import { inWords } from '../../../../src/contract/rules/signing/signatories/names-in-words.ts';
import { currentDocuments, type CurrentDocument } from './packet-documents.ts';
import { assertAsPrinted } from './printed-packets.ts';
import { openPacketSources } from './read-packet-source.ts';

type PacketRow = RowOf<'packets'>;
type ReadOfDeal = Pick<DealRead, 'tx' | 'deal'>;
type Sources = Awaited<ReturnType<typeof openPacketSources>>;

/**
 * The data that packets of a deal are checked against before they are sent. Each part is read once, when it is first needed.
 */
export class SendingReads {
  readonly scope: ReadOfDeal;
  #sources: Promise<Sources> | null = null;
  #placed: Promise<PlacedTabs> | null = null;
  readonly #documents = new Map<string, CurrentDocument[]>();

  constructor(scope: ReadOfDeal) {
    this.scope = scope;
  }

  /** What the pages of packets would show today. */
  async sources(): Promise<Sources> {
    return (this.#sources ??= openPacketSources(this.scope));
  }

  async placedTabs(): Promise<PlacedTabs> {
    return (this.#placed ??= readPlacedTabs(this.scope.tx, this.scope.deal.uuid));
  }

  /** The documents whose pages are in these packets, in their current state. */
  async documents(packets: readonly Pick<PacketRow, 'uuid'>[]): Promise<CurrentDocument[]> {
    const unread = packets.flatMap(({ uuid }) => (this.#documents.has(uuid) ? [] : uuid));
    if (unread.length > 0) {
      const found = Map.groupBy(await currentDocuments(this.scope.tx, unread), ({ packet }) => packet);
      for (const uuid of unread) this.#documents.set(uuid, found.get(uuid) ?? []);
    }
    return packets.flatMap(({ uuid }) => this.#documents.get(uuid) ?? []);
  }
}

type Check = (reads: SendingReads, rows: readonly PacketRow[]) => Promise<void>;

/** The checks that a ready packet has to pass before it is sent. Each throws a refusal. */
const CHECKS: readonly Check[] = [
  async (reads, rows) => assertUpToDate(reads, rows),
  assertSignableInRoom,
  async ({ scope }, rows) =>
    assertSignableInDocusign(
      scope,
      rows.filter(({ needs_paper: isOnPaper }) => !isOnPaper),
    ),
  async ({ scope }, rows) => assertAsPrinted(scope, rows),
  assertNothingReturned,
  assertConverted,
  async (reads, rows) => assertRulesCanBeMet(reads.scope, rows, await reads.placedTabs()),
  assertWholeDocuments,
  assertHaveAddresses,
];

/**
 * @throws {Refusal} `invalid` if the pages of a packet have changed since it was made or have to be signed on paper, a document is being
 * converted, a checkbox group asks for more than it has, or a signatory has no email address
 */
export async function assertCanBeSent(reads: SendingReads, rows: readonly PacketRow[]): Promise<void> {
  if (rows.length === 0) return;
  for (const check of CHECKS) await check(reads, rows);
}

/** Returns the reasons why a packet can't be sent, as sentences; empty for a packet that isn't ready. */
export async function sendingProblems(
  scope: ReadOfDeal,
  { user, settings }: { user: SignedInUser; settings: Settings },
  row: PacketRow,
): Promise<string[]> {
  if (row.status !== 'ready') return [];
  const reads = new SendingReads(scope);
  const checks = [
    async () => assertMaySend(scope, user),
    async () => assertMailGoesOut(settings),
    async () => assertOfferedService(settings, scope.deal.esigning_service),
    ...CHECKS.map((check) => async () => check(reads, [row])),
  ];
  const problems: string[] = [];
  for (const check of checks)
    await check().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      problems.push(error.message);
    });
  return problems;
}

/** Checks that signing is on. @throws {Refusal} `not_allowed` if the sender's organization has turned it off */
export async function assertMaySend(
  { tx }: ReadOfDeal,
  { organization }: Pick<SignedInUser, 'organization'>,
): Promise<void> {
  const { disable_signature_application: isDisabled } = await tx
    .selectFrom('organizations')
    .select('disable_signature_application')
    .where('uuid', '=', organization)
    .executeTakeFirstOrThrow();
  if (isDisabled)
    throw new Refusal(
      'not_allowed',
      'Your organization has turned off signing, so packets and reminders can’t be sent.',
    );
}

/** Without a mail server, links reach signatories only in a demo, which shows its emails to its operator. */
function assertMailGoesOut(settings: Settings): void {
  if (settings.smtpUrl !== null || showsSigningLinks(settings)) return;
  throw invalid(
    'This server can’t send email yet, so packets can’t be sent. Ask your Counterpart operator to set SMTP_URL.',
  );
}

/** @throws {Refusal} `invalid` if the server can't send packets of this deal to anyone */
export function assertServerSends(
  settings: Settings,
  { esigning_service: service }: Pick<DealRead['deal'], 'esigning_service'>,
): void {
  assertMailGoesOut(settings);
  assertOfferedService(settings, service);
}

/** Returns whether emails with signatories' links are shown in the app: only in a demo that nobody else can reach. */
export function showsSigningLinks(settings: Settings): boolean {
  return settings.demo && settings.smtpUrl === null && isLoopback(settings);
}

/**
 * @param what the end of the sentence
 * @throws {Refusal} `invalid` if a page would look different today, or one of its signatures can't be given
 */
export async function assertUpToDate(
  reads: SendingReads,
  rows: readonly PacketRow[],
  what = 'send it',
): Promise<void> {
  const { scope } = reads;
  const sourceOf = await reads.sources();
  const changed = rows.filter((row) => hashOfSource(sourceOf(row)) !== row.made_from);
  if (changed.length > 0) {
    const names = await namesOf(scope, changed);
    throw invalid(
      `Pages of ${names} have changed since the packet was created. Create the packet again, then ${what}.`,
    );
  }
  const outdated = rows.flatMap((row) =>
    sourceOf(row).documents.filter(({ pages }) =>
      pages.some((page) => 'file' in page && !page.file.isCurrent),
    ),
  );
  if (outdated.length > 0) {
    const names = new Set(outdated.map(({ name }) => `“${name}”`));
    throw invalid(
      `A newer version of ${inWords([...names])} was added after its signature page was marked. Mark the page in the current version and assign it, then create the packet again.`,
    );
  }
  const uuids = rows.map(({ uuid }) => uuid);
  const pages = await scope.tx
    .selectFrom('packet_pages')
    .select(['packet', 'assignments'])
    .where(sql<boolean>`packet = any(${uuids}::uuid[])`)
    .execute();
  const signed = new Set(
    pages.flatMap(({ packet, assignments }) => assignments.map((each) => `${packet} ${each}`)),
  );
  const unsignable = rows.filter(({ uuid, assignments }) =>
    assignments.some((each) => !signed.has(`${uuid} ${each}`)),
  );
  if (unsignable.length > 0)
    throw invalid(
      `A page of ${await namesOf(scope, unsignable)} has no signature line. Add a signature block.`,
    );
}

/**
 * Signatures before a notary, in original ink, or before a witness on a page of a file are given on paper. Packets that were created before
 * a formality was asked for also contain pages that can be signed in the room.
 * @throws {Refusal} `invalid`, naming the documents
 */
async function assertSignableInRoom(reads: SendingReads, rows: readonly PacketRow[]): Promise<void> {
  const sourceOf = await reads.sources();
  const inRoom = rows.filter(({ needs_paper: isOnPaper }) => !isOnPaper);
  const documents = inRoom.flatMap((row) => sourceOf(row).documents);
  const onPaper = new Set(documents.flatMap(({ name, needs }) => (needs ? `“${name}”` : [])));
  if (onPaper.size === 0) return;
  const said = `${inWords([...onPaper])} must be signed on paper.`;
  throw invalid(
    `${said} Create the packet again: these pages will get their own packet, and the others can be signed in the room.`,
    'packets',
  );
}

/** A signatory has to be able to read what they sign. @throws {Refusal} `invalid` while a document is being converted */
async function assertConverted(reads: SendingReads, rows: readonly PacketRow[]): Promise<void> {
  const documents = await reads.documents(rows);
  const names = new Set(documents.flatMap(({ isConverting, name }) => (isConverting ? name : [])));
  if (names.size === 0) return;
  throw invalid(stillConverting([...names]), 'packets');
}

/**
 * Checks that each deed has a document, because both are signed together. @throws {Refusal} `invalid`, naming deeds without
 * one
 */
async function assertWholeDocuments(reads: SendingReads, rows: readonly PacketRow[]): Promise<void> {
  const documents = await reads.documents(rows);
  const without = documents.filter(
    ({ whole_document: isWhole, file_key: key, isConverting }) => isWhole && key === null && !isConverting,
  );
  const names = new Set(without.map(({ name }) => name));
  if (names.size === 0) return;
  throw invalid(withoutWholeDocument([...names]), 'packets');
}

/** Checks that every signatory has an email address. @throws {Refusal} `invalid`, naming those without one */
async function assertHaveAddresses({ scope }: SendingReads, rows: readonly PacketRow[]): Promise<void> {
  const { tx, deal } = scope;
  const among = rows.map(({ signatory }) => signatory);
  const people = await selectRows(tx, signatoryCollection, { deal: deal.uuid, among });
  const without = people.filter(({ email }) => email === '').map(({ full_name }) => full_name);
  if (without.length === 0) return;
  throw invalid(withoutAddress(without), 'packets');
}

async function namesOf({ tx, deal }: ReadOfDeal, rows: readonly PacketRow[]): Promise<string> {
  const among = rows.map(({ signatory }) => signatory);
  const people = await selectRows(tx, signatoryCollection, { deal: deal.uuid, among });
  return inWords(people.map(({ full_name }) => full_name));
}

/**
 * Checks that no page was signed, sent or withdrawn since the packet was created, because sending would request it again.
 * @throws {Refusal} `invalid`
 */
async function assertNothingReturned({ scope }: SendingReads, rows: readonly PacketRow[]): Promise<void> {
  const uuids = rows.flatMap(({ assignments }) => assignments);
  const assignments = await selectRows(scope.tx, assignmentCollection, {
    deal: scope.deal.uuid,
    among: uuids,
  });
  const gone = new Map(
    assignments.flatMap((each) => {
      const what = whatHappened(each);
      return what === null ? [] : [[each.uuid, what] as const];
    }),
  );
  const partly = rows.filter((row) => row.assignments.some((each) => gone.has(each)));
  const what = partly[0]?.assignments.flatMap((each) => gone.get(each) ?? [])[0];
  if (what === undefined) return;
  const alike = partly.filter((row) => row.assignments.some((each) => gone.get(each) === what));
  throw invalid(
    `${WHAT_HAPPENED[what](await namesOf(scope, alike))} Create the packet again for the remaining pages, then send it.`,
  );
}

/** Why a page no longer belongs in its packet. */
const WHAT_HAPPENED = {
  onPaper: (names: string) => `Signed pages of ${names} have come back on paper.`,
  signed: (names: string) => `Pages of ${names} were already signed.`,
  sent: (names: string) => `Pages of ${names} were already sent in another packet.`,
  withdrawn: (names: string) => `Pages of ${names} no longer have to be signed.`,
};

function whatHappened({
  status,
  executed_document_page: page,
}: RowOf<'assignments'>): keyof typeof WHAT_HAPPENED | null {
  if (status === 'assigned' || status === 'in_packet') return null;
  if (!countsAsSignature(status) || status === 'unassigned') return 'withdrawn';
  if (isOut(status)) return 'sent';
  return page === null ? 'signed' : 'onPaper';
}
