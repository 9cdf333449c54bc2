import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { v7 } from 'uuid';
import { pdfKey } from '../../../server/storage/object-keys.ts';
import type { DocumentReplacement } from '../../../src/contract/entities/documents/document-replacement.ts';
import { setFeature } from '../../../server/store/account/features.ts';
import { addFiledItem } from '../../server/support/deal-with-rows.ts';
import type { Answer } from '../../server/support/test-client.ts';
import { addParticipant } from '../../server/support/test-server.ts';
import { until } from '../../support/until.ts';
import type { Person } from '../real-server.ts';
import type { Schedule, TeamStep } from './schedule.ts';
import type { SigningServer } from './signing-server.ts';

export interface Signatory {
  uuid: string;
  name: string;
  email: string;
}

/** If two versions aren't compared within this many milliseconds, they never will be. */
const COMPARE_MS = 60_000;

/** The field that every signatory fills in on their page of the first document. */
export const CITY = 'City';

/** Signatures that the team carried over to a new version of their document. */
export interface CarriedOver {
  document: string;
  assignments: readonly string[];
  reason: string;
}

/** A deal whose documents a few people sign, and its team, whose requests bypass every fault. */
export class SigningDeal {
  readonly uuid: string;
  readonly signatories: readonly Signatory[];
  readonly items: readonly string[];
  /** Server failures that team members saw. */
  readonly failures: string[] = [];
  readonly carriedOver: CarriedOver[] = [];
  readonly #room: SigningServer;
  readonly #team: readonly Person[];

  private constructor(
    room: SigningServer,
    team: readonly Person[],
    deal: { uuid: string; signatories: readonly Signatory[]; items: readonly string[] },
  ) {
    this.#room = room;
    this.#team = team;
    this.uuid = deal.uuid;
    this.signatories = deal.signatories;
    this.items = deal.items;
  }

  /** Opens a deal in which everyone signs every document, and sends all packets. */
  static async open(
    room: SigningServer,
    seed: number,
    {
      signers,
      requiresAcceptance,
      confirmations,
    }: Pick<Schedule, 'signers' | 'requiresAcceptance' | 'confirmations'>,
  ): Promise<SigningDeal> {
    const team = await room.server.addMembers(2);
    const [owner, other] = team;
    if (!owner || !other) throw new Error('There is no person to open a deal.');
    const { db } = room.server;
    const services = { db, now: () => new Date() };
    const create = async (path: string, body: object): Promise<string> => {
      const answer = await owner.client.post(path, body);
      if (answer.status !== 201) throw new Error(`POST ${path} returned ${answer.status} ${answer.text}`);
      return answer.body.uuid;
    };
    const transaction = await create('/transactions/transaction', { name: `Project Alder ${seed}` });
    await addParticipant({ services }, transaction, other.email);
    const edits = { requires_acceptance: requiresAcceptance, release_confirmations: confirmations };
    await owner.client.patch(`/transactions/transaction/${transaction}`, edits);
    await setFeature(db, { name: 'CANCEL_ESIGN', transaction, is_active: true, set_at: new Date() });
    const stored = await storeBody(room, 1);
    const items: string[] = [];
    for (const name of ['Purchase Agreement', 'Escrow Agreement']) {
      const { filed, document } = await addFiledItem({ services }, owner.client, transaction);
      await owner.client.patch(`/transactions/item/${filed}`, { name });
      await db.updateTable('documents').set(stored).where('uuid', '=', document).execute();
      items.push(filed);
    }
    const signatories: Signatory[] = [];
    for (const [at] of signers.entries()) {
      const person = { name: `Signatory ${at}`, email: `${transaction}-${at}@sign.test` };
      const uuid = await create('/signatory', { transaction, full_name: person.name, email: person.email });
      signatories.push({ ...person, uuid });
      for (const [nth, item] of items.entries()) {
        const assignment = await create('/assignments/assignment', { item, signatory: uuid });
        if (nth > 0) continue;
        const place = { x_position: 0.1, required: true };
        await create('/tab', { assignment, tab_type: 'custom', label: CITY, y_position: 0.6, ...place });
        await create('/tab', { assignment, tab_type: 'initials', y_position: 0.7, ...place });
      }
    }
    const deal = new SigningDeal(room, team, { uuid: transaction, signatories, items });
    await deal.sendUnsent(0);
    return deal;
  }

  async carryOut(step: Exclude<TeamStep, { kind: 'kill the server' }>): Promise<void> {
    if (step.kind === 'replace') return this.#replace(nthOf(this.items, step.nth), step.carryOver);
    const { by } = step;
    switch (step.kind) {
      case 'cancel': {
        const packet = nthOf(await this.#packets(['sent', 'viewed', 'partially_signed']), step.nth);
        if (packet) await this.#post(by, `/packet/${packet}/cancel`, { reason: 'The terms have changed.' });
        return;
      }
      case 'send what is not sent':
        return this.sendUnsent(by);
      case 'remind': {
        const person = nthOf(this.signatories, step.nth);
        if (person) await this.#post(by, `/signatory/${person.uuid}/send_reminder`);
        return;
      }
      case 'accept':
        return this.acceptAll(by);
      case 'reject': {
        const given = await this.assignments(['signed_pending_acceptance', 'executed']);
        const one = nthOf(given, step.nth);
        if (one) await this.#post(by, `/assignments/assignment/${one.uuid}/reject`, { reason: 'A smudge.' });
        return;
      }
      case 'release': {
        const held = nthOf(await this.assignments(['executed']), step.nth);
        if (held) await this.release(by, step.whole ? { items: [held.item] } : { assignments: [held.uuid] });
      }
    }
  }

  /** Creates packets of all pages that nobody has been asked to sign, and sends everything that is ready. */
  async sendUnsent(by: number): Promise<void> {
    const uuid = v7();
    const asked = { uuid, transaction: this.uuid, signatories: this.signatories.map((each) => each.uuid) };
    const made = await this.#post(by, '/assignments/create_packet', asked);
    if (made.status >= 400) return;
    await until('the packets are made', async () => {
      const left = await this.#room.server.db
        .selectFrom('packets')
        .select('uuid')
        .where('request', '=', uuid)
        .where('status', '=', 'generating')
        .where('deleted_at', 'is', null)
        .execute();
      return left.length === 0;
    });
    const packets = await this.#packets(['ready']);
    if (packets.length > 0) await this.#post(by, '/packet/send', { packets });
  }

  async acceptAll(by: number): Promise<void> {
    const given = await this.assignments(['signed_pending_acceptance']);
    if (given.length === 0) return;
    const assignments = given.map(({ uuid }) => uuid);
    await this.#post(by, '/assignments/assignment/bulk_accept', { assignments });
  }

  /** Prepares a release, has everyone confirm it, and has two people carry it out at the same time. */
  async release(by: number, what: { items: string[] } | { assignments: string[] }): Promise<void> {
    const made = await this.#post(by, '/transactions/release', {
      uuid: v7(),
      transaction: this.uuid,
      ...what,
    });
    if (made.status >= 400) return;
    const path = `/transactions/release/${made.body.uuid}`;
    for (const member of this.#team.keys()) await this.#post(member, `${path}/confirm`, {});
    await Promise.all(
      [...this.#team.keys()].map(async (member) => this.#post(member, `${path}/release`, {})),
    );
  }

  /** Reviews a new version of a document, and has two people make it current at the same time. */
  async #replace(item: string | undefined, carryOver: boolean): Promise<void> {
    if (item === undefined) return;
    const document = await this.#addVersion(item);
    const path = `/transactions/item/${item}`;
    const end = performance.now() + COMPARE_MS;
    let read = await this.#post(0, `${path}/compare`, { document });
    while (read.body.status === 'processing') {
      if (performance.now() > end) throw new Error('Two versions are never compared.');
      await pause(100);
      read = await this.#post(0, `${path}/compare`, { document });
    }
    if (read.status >= 400) return;
    const { before, pages, signatures }: DocumentReplacement = read.body;
    const assignments = signatures.flatMap(({ uuid, sign_again }) => (sign_again === null ? uuid : []));
    const reason = `Their email about ${document}.`;
    const isCarried = carryOver && assignments.length > 0;
    if (isCarried) this.carriedOver.push({ document, assignments, reason });
    const body = {
      document,
      before: before.document,
      accepted_changes: pages.map((pair) => ({ before: pair.before, after: pair.after })),
      ...(isCarried && { carry_over: { assignments, authority: 'email', reason, confirmed: true } }),
    };
    await Promise.all(
      [...this.#team.keys()].map(async (member) => this.#post(member, `${path}/replace_document`, body)),
    );
  }

  /** Uploads another version of a document, bypassing every fault. */
  async #addVersion(item: string): Promise<string> {
    const { db } = this.#room.server;
    const versions = await db
      .selectFrom('documents')
      .selectAll()
      .where('item_id', '=', item)
      .orderBy('created_at', 'desc')
      .execute();
    const [last] = versions;
    if (!last) throw new Error('The document has no version.');
    const uuid = v7();
    const stored = await storeBody(this.#room, versions.length + 1);
    await db
      .insertInto('documents')
      .values({ ...last, uuid, created_at: new Date(), ...stored })
      .execute();
    await db
      .insertInto('document_pages')
      .values({ uuid: v7(), document: uuid, ref_page_number: 1 })
      .execute();
    return uuid;
  }

  async assignments(status: readonly string[]): Promise<{ uuid: string; item: string }[]> {
    const rows = await this.#room.server.db
      .selectFrom('assignments')
      .select(['uuid', 'item', 'status'])
      .where('transaction', '=', this.uuid)
      .where('deleted_at', 'is', null)
      .orderBy('uuid')
      .execute();
    return rows.filter((row) => status.includes(row.status));
  }

  /** Returns the documents with signatures that aren't released. */
  async unreleased(): Promise<string[]> {
    const rows = await this.assignments(['signed_pending_acceptance', 'executed']);
    return [...new Set(rows.map(({ item }) => item))];
  }

  async #packets(status: readonly string[]): Promise<string[]> {
    const rows = await this.#room.server.db
      .selectFrom('packets')
      .select(['uuid', 'status'])
      .where('transaction', '=', this.uuid)
      .where('deleted_at', 'is', null)
      .orderBy('uuid')
      .execute();
    return rows.flatMap((row) => (status.includes(row.status) ? [row.uuid] : []));
  }

  /** Makes a request as a member, and repeats it until the server responds, because it may be down. */
  async #post(by: number, path: string, body?: object): Promise<Answer> {
    const member = nthOf(this.#team, by);
    if (!member) throw new Error('The deal has no team.');
    for (;;) {
      const answer = await member.client.post(path, body).catch(() => null);
      if (answer) {
        if (answer.status >= 500) this.failures.push(`POST ${path} returned ${answer.status} ${answer.text}`);
        return answer;
      }
      await pause(100);
    }
  }
}

function nthOf<Of>(all: readonly Of[], nth: number): Of | undefined {
  return all[nth % Math.max(1, all.length)];
}

/** Stores the PDF of a document version. @returns its location, for the version's row */
export async function storeBody(
  { objects }: SigningServer,
  version: number,
): Promise<{ pdf_file_key: string; size: number }> {
  const pdf = await PDFDocument.create();
  const text = `The parties agree as follows. Version ${version}.`;
  pdf.addPage([612, 792]).drawText(text, { x: 72, y: 700, size: 12 });
  const file = await pdf.save();
  const key = pdfKey(createHash('sha256').update(file).digest('hex'));
  await objects.put(key, file);
  return { pdf_file_key: key, size: file.byteLength };
}
