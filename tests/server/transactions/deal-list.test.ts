import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { writeAsServer } from '../../../server/store/deals/deal-write.ts';
import { documentCounts } from '../../../server/store/deals/deal-counts.ts';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import type { Item } from '../../../src/contract/entities/checklist/item.ts';
import { isUnresolvedFailure } from '../../../src/contract/rules/documents/failed-documents.ts';
import type { PacketStatus } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import { decidesAboutPage } from '../../../src/contract/rules/signing/pages/page-owners.ts';
import { validCall } from '../support/endpoints.ts';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant } from '../support/test-server.ts';
import { upload } from '../support/upload.ts';
import { admin, list, type Listed, openListedDeals, owner, PATH, rows, server } from './listed-deals.ts';

openListedDeals();

const place = ({ created_at, uuid }: Listed) => `${created_at}_${uuid}`;

describe('a page of the deal list', () => {
  test('follows the previous one, oldest deals first, until all have been listed once', async () => {
    for (let n = 0; n < 5; n += 1) await owner.post(PATH, { name: `Project ${n}` });
    const seen: string[] = [];
    for (let after = ''; ;) {
      const page = await list(`?limit=3${after && `&after=${after}`}`);
      seen.push(...page.map(({ uuid }) => uuid));
      const last = page.at(-1);
      if (page.length < 3 || !last) break;
      after = place(last);
    }
    const whole = (await list()).map(({ uuid }) => uuid);
    expect(seen).toHaveLength(7);
    expect(seen).toEqual(whole.toReversed());
  });
});

describe('the tag of the deal list', () => {
  /** Returns whether the work changes the list for the reader. */
  async function changes(work: () => Promise<unknown>, reader = owner): Promise<boolean> {
    const before = await reader.get(PATH);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await reader.get(PATH, { headers })).status).toBe(304);
    await work();
    const after = await reader.get(PATH, { headers });
    if (after.status === 304) expect((await reader.get(PATH)).text).toBe(before.text);
    else expect(after.text).not.toBe(before.text);
    return after.status === 200;
  }

  test.each<[string, () => Promise<unknown>]>([
    [
      'an edit in a deal',
      async () => owner.post('/transactions/element', { transaction: rows.deal, label: 'A' }),
    ],
    ['a new deal', async () => owner.post(PATH, { name: 'Project New' })],
    ['a deletion', async () => owner.delete(`${PATH}/${rows.deal}`)],
    [
      'a deal that is archived',
      async () => owner.post(`${PATH}/${rows.deal}/participant_settings`, { archived: true }),
    ],
  ])('changes with %s', async (_what, work) => {
    expect(await changes(work)).toBe(true);
  });

  test('stays the same after changes outside the list', async () => {
    expect(await changes(async () => owner.post('/user-event', { event: 'DOCUMENTS_ADDED' }))).toBe(false);
  });
});

describe('cached deal texts', () => {
  test('never show one reader another reader’s permissions', async () => {
    const colleague = await server.signIn('colleague@firm.test');
    const person = { transaction_uuid: rows.deal, user_uuid: rows.colleague, access: 'view' };
    expect((await owner.post('/transactions/participant', person)).status).toBe(201);
    for (const reader of [owner, colleague, admin, owner]) {
      const listed: Listed[] = (await reader.get(PATH)).body;
      const alone = await reader.get(`${PATH}/${rows.deal}`);
      expect(listed.find(({ uuid }) => uuid === rows.deal)).toEqual(alone.body);
    }
  });
});

describe('the counts stored with each deal', () => {
  async function mismatches(): Promise<unknown[]> {
    const { num_documents, num_failed_documents } = documentCounts(sql`transactions.uuid`);
    const found = await sql`
      select uuid, num_documents, num_failed_documents from transactions
      where num_documents <> ${num_documents} or num_failed_documents <> ${num_failed_documents}
    `.execute(server.services.db);
    return found.rows;
  }

  const stored = async (deal: string) =>
    server.services.db
      .selectFrom('transactions')
      .select(['num_documents', 'num_failed_documents'])
      .where('uuid', '=', deal)
      .executeTakeFirstOrThrow();

  test('follow every addition, deletion, restore and failure', async () => {
    const { deal, item, document } = rows;
    expect(await stored(deal)).toEqual({ num_documents: 5, num_failed_documents: 0 });
    await owner.post('/transactions/item/from_documents', { documents: [document] });
    expect(await stored(deal)).toMatchObject({ num_documents: 6 });
    await owner.delete(`/transactions/item/${item}`);
    expect(await stored(deal)).toMatchObject({ num_documents: 5 });
    await owner.post(`${PATH}/${deal}/restore`, { kind: 'item', uuid: item });
    expect(await stored(deal)).toMatchObject({ num_documents: 6 });
    await writeAsServer(
      server.services,
      'documents.convert',
      async () => deal,
      async (scope) => {
        await scope.tx
          .updateTable('documents')
          .set({ conversion_status: 'error' })
          .where('uuid', '=', document)
          .execute();
        scope.put('documents', document);
      },
    );
    expect(await stored(deal)).toEqual({ num_documents: 6, num_failed_documents: 1 });
    expect((await owner.get(`${PATH}/${deal}`)).body).toMatchObject({
      num_documents: 6,
      action_required: true,
    });
    expect(await mismatches()).toEqual([]);
  });

  test('count failed documents by the app’s rule: queued, replaced, deleted and archived ones', async () => {
    const { deal, document } = rows;
    // A signature that awaits acceptance also needs attention.
    await owner.post(`/assignments/assignment/${rows.signed}/accept`);
    const ofDeal = async (path: string) =>
      (await owner.get(`/transactions/${path}?transaction=${deal}`)).body;
    const byRule = async () => {
      const items: Item[] = await ofDeal('item');
      const documents: Document[] = await ofDeal('document');
      return documents.filter((each) => {
        const item = items.find(({ uuid }) => uuid === each.item_id);
        return isUnresolvedFailure(
          { uuid: each.uuid, itemId: each.item_id, conversionStatus: each.conversion_status },
          item && {
            document: item.document,
            pendingVersionDocument: item.pending_version_document,
            pendingConversionDocument: item.pending_conversion_document,
          },
        );
      }).length;
    };
    const fail = async (uuid: string) =>
      writeAsServer(
        server.services,
        'documents.convert',
        async () => deal,
        async (scope) => {
          await scope.tx
            .updateTable('documents')
            .set({ conversion_status: 'error', error_message: 'The file is damaged.' })
            .where('uuid', '=', uuid)
            .execute();
          scope.put('documents', uuid);
        },
      );
    const counts = async () => [await byRule(), (await stored(deal)).num_failed_documents];

    const [added] = (await owner.post('/transactions/item/from_documents', { documents: [document] })).body;
    const newer = (await upload(owner, deal, await samplePdf({ pages: 1 }), { name: 'Newer' })).body.uuid;
    // This server converts nothing, so this replaces the version like the end of a conversion does.
    const use = async (version: string) =>
      writeAsServer(
        server.services,
        'documents.convert',
        async () => deal,
        async (scope) => {
          await scope.tx
            .updateTable('items')
            .set({ document: version })
            .where('uuid', '=', added.item_uuid)
            .execute();
          scope.put('items', added.item_uuid);
        },
      );
    await fail(document);
    expect(await counts(), 'a current version').toEqual([1, 1]);
    expect((await owner.get(`${PATH}/${deal}`)).body).toMatchObject({
      num_failed_documents: 1,
      num_own_invitations: 0,
    });
    await use(newer);
    expect(await counts(), 'a replaced version').toEqual([0, 0]);
    await use(document);
    expect(await counts(), 'made the current version again').toEqual([1, 1]);
    await owner.delete(`/transactions/item/${added.item_uuid}`);
    expect(await counts(), 'its item was deleted').toEqual([0, 0]);
    await owner.post(`${PATH}/${deal}/restore`, { kind: 'item', uuid: added.item_uuid });
    expect(await counts(), 'its item was restored').toEqual([1, 1]);
    await server.services.db
      .updateTable('transactions')
      .set({ archived_at: new Date() })
      .where('uuid', '=', deal)
      .execute();
    const archived = (await owner.get(`${PATH}/${deal}`)).body;
    expect(archived).toMatchObject({ num_failed_documents: 0, action_required: false });
    expect(await mismatches()).toEqual([]);
  });

  test('match after each endpoint has written', async () => {
    const names = [
      'items.create',
      'items.fromDocuments',
      'items.update',
      'documents.update',
      'elements.delete',
    ];
    for (const name of [...names, 'items.delete', 'documents.delete', 'transactions.delete']) {
      const { path, body } = validCall(name, rows);
      const method = name.endsWith('delete') ? 'DELETE' : name.endsWith('update') ? 'PATCH' : 'POST';
      await owner.send(method, path, body);
      expect(await mismatches(), name).toEqual([]);
    }
  });
});

describe('action_required', () => {
  const required = async (person: TestClient, deal: string) =>
    (await person.get(`${PATH}/${deal}`)).body.action_required;
  const failDocument = async () =>
    server.services.db
      .updateTable('transactions')
      .set({ num_failed_documents: 1 })
      .where('uuid', '=', rows.deal)
      .execute();

  test('is true for a user with a pending invitation to the deal, until they answer it', async () => {
    const { uuid: deal } = (await owner.post(PATH, { name: 'Project Elm' })).body;
    expect(await required(admin, deal)).toBe(false);
    const { headers } = await admin.get(PATH);
    await owner.post('/invitations/invitation', {
      email: 'admin@firm.test',
      first_name: 'Ada',
      last_name: 'Admin',
      transaction: deal,
    });
    const [invitation] = (await admin.get('/invitations/invitation')).body;
    expect(await required(admin, deal)).toBe(true);
    const listed = await admin.get(PATH, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(listed.body.find(({ uuid }: Listed) => uuid === deal)).toMatchObject({ action_required: true });
    expect(await required(owner, deal)).toBe(false);
    await admin.delete(`/invitations/invitation/${invitation.uuid}`);
    expect(await required(admin, deal)).toBe(false);
  });

  test('counts a failed document only for users who can do something about it', async () => {
    const { deal } = rows;
    await addParticipant(server, deal, 'colleague@firm.test');
    const colleague = await server.signIn('colleague@firm.test');
    await failDocument();
    expect([await required(owner, deal), await required(colleague, deal)]).toEqual([true, true]);
    await server.services.db
      .updateTable('participants')
      .set({ access: 'view' })
      .where('transaction', '=', deal)
      .where('user_uuid', '=', (await colleague.get('/authentication/user/me')).body.uuid)
      .execute();
    expect([await required(owner, deal), await required(colleague, deal)]).toEqual([true, false]);
  });
});

describe('signatures to accept', () => {
  const toAccept = async (person: TestClient) => {
    const { num_signatures_to_accept, action_required } = (await person.get(`${PATH}/${rows.deal}`)).body;
    return [num_signatures_to_accept, action_required];
  };
  const inList = async (person: TestClient) => {
    const listed: { uuid: string; num_signatures_to_accept: number }[] = (await person.get(PATH)).body;
    return listed.find(({ uuid }) => uuid === rows.deal)?.num_signatures_to_accept;
  };

  test('count for the organization that leads the deal, and for another one only if it collected them', async () => {
    const { deal, signed, packet } = rows;
    const { db } = server.services;
    await addParticipant(server, deal, 'counsel@outside.test');
    const counsel = await server.signIn('counsel@outside.test');
    // A deal recounts its signatures with each write.
    await owner.post('/transactions/item', { transaction: deal, name: 'Deed' });
    expect(await toAccept(owner)).toEqual([1, true]);
    expect(await toAccept(counsel)).toEqual([0, false]);
    // The list may give a reader the cached content of another one with the same rights.
    expect(await inList(owner)).toBe(1);
    expect(await inList(counsel)).toBe(0);
    const collect = async (sent_for: string | null) =>
      db
        .updateTable('packets')
        .set({ status: 'completed', assignments: [signed], sent_for })
        .where('uuid', '=', packet)
        .execute();
    await collect(null);
    expect(await toAccept(counsel)).toEqual([0, false]);
    await collect((await counsel.get('/authentication/user/me')).body.organization);
    expect(await toAccept(counsel)).toEqual([1, true]);
    expect((await counsel.post(`/assignments/assignment/${signed}/accept`)).status).toBe(200);
    expect(await toAccept(owner)).toEqual([0, false]);
  });

  const FIRMS = ['lead', 'counsel', 'other'] as const;
  type Firm = (typeof FIRMS)[number];
  const PACKETS: readonly (readonly [status: PacketStatus, owner: Firm, onlyMade?: 'only made'])[][] = [
    [],
    [['sent', 'lead']],
    [['completed', 'counsel']],
    [['ready', 'counsel', 'only made']],
    [['cancelled', 'lead']],
    [
      ['completed', 'lead'],
      ['sent', 'counsel'],
    ],
    [
      ['sent', 'counsel'],
      ['viewed', 'other'],
    ],
  ];

  test('on paper count for the organization that may accept them, and for no other', async () => {
    const { deal, signed, executedDocument: file, executedDocumentPage: page } = rows;
    const { db } = server.services;
    await addParticipant(server, deal, 'counsel@outside.test');
    const counsel = await server.signIn('counsel@outside.test');
    const me = async (person: TestClient): Promise<{ uuid: string; organization: string }> =>
      (await person.get('/authentication/user/me')).body;
    const [lead, guest] = [await me(owner), await me(counsel)];
    const other = v7();
    await db
      .insertInto('organizations')
      .values({ uuid: other, name: 'Other LLP', created_at: new Date() })
      .execute();
    const firms = { lead: lead.organization, counsel: guest.organization, other };
    await db
      .updateTable('assignments')
      .set({ executed_document_page: page })
      .where('uuid', '=', signed)
      .execute();
    await db.updateTable('packets').set({ status: 'cancelled' }).where('transaction', '=', deal).execute();
    const slots = [rows.packet, rows.sentPacket];
    const leave = async (deleted: boolean) =>
      db
        .updateTable('participants')
        .set({ deleted, modified_by: deleted ? guest.uuid : null })
        .where('transaction', '=', deal)
        .where('user_uuid', '=', guest.uuid)
        .execute();
    // A deal recounts its signatures with each write.
    await owner.post('/transactions/item', { transaction: deal, name: 'Deed' });
    const seen = new Set<string>();
    for (const packets of PACKETS)
      for (const collector of FIRMS)
        for (const assignments of [[signed], [signed, v7()]])
          for (const hasLeft of [false, true]) {
            await leave(hasLeft);
            await db
              .updateTable('executed_documents')
              .set({ collected_for: firms[collector] })
              .where('uuid', '=', file)
              .execute();
            await db
              .updateTable('executed_document_pages')
              .set({ assignments, outcome: null })
              .where('uuid', '=', page)
              .execute();
            for (const [slot, uuid] of slots.entries()) {
              const [status = 'cancelled', by = 'lead', onlyMade] = packets[slot] ?? [];
              const made_by = by === 'counsel' ? guest.uuid : lead.uuid;
              await db
                .updateTable('packets')
                .set({ status, assignments, sent_for: onlyMade ? null : firms[by], created_by: made_by })
                .where('uuid', '=', uuid)
                .execute();
            }
            const heir = (firm: Firm): Firm => (hasLeft && firm === 'counsel' ? 'lead' : firm);
            const live = packets
              .filter(([status]) => status !== 'cancelled')
              .map(([status, by]) => ({ status, assignments, owner: heir(by) }));
            const facts = { outcome: null, candidates: [], assignments, collectedFor: heir(collector) };
            const decides = (organization: Firm) =>
              decidesAboutPage(facts, live, { organization, leads: organization === 'lead' });
            const readers = hasLeft ? [owner] : [owner, counsel];
            const expected = [decides('lead'), decides('counsel')].slice(0, readers.length);
            const counted = await Promise.all(readers.map(toAccept));
            const about = JSON.stringify({ packets, collector, pages: assignments.length, hasLeft });
            expect(counted, about).toEqual(expected.map((each) => [each ? 1 : 0, each]));
            seen.add(expected.join(' '));
          }
    expect([...seen].toSorted()).toEqual(['false', 'false false', 'false true', 'true', 'true false']);
  });
});
