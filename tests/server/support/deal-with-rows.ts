import { v7 } from 'uuid';
import { addAccount } from '../../../server/commands/account/add-account.ts';
import { setFeature } from '../../../server/store/account/features.ts';
import { addNotification } from '../../../server/store/account/notifications.ts';
import { DEAL_COLLECTIONS } from '../../../src/contract/collections/deal-collections.ts';
import { camelKey } from '../../../src/db/codec.ts';
import { unknownRows, validCall, type DealRows, type StandardRow } from './endpoints.ts';
import type { TestClient } from './test-client.ts';
import type { TestServer } from './test-server.ts';

/** The hash of the document's file, which isn't stored. */
export const SHA256 = 'a'.repeat(64);

/** Creates a deal of the person with a row of each kind, including related rows. */
export async function dealWithRows(server: TestServer, client: TestClient): Promise<DealRows> {
  const deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  const header = (await client.post('/transactions/element', { transaction: deal, label: 'Corporate' })).body
    .uuid;
  const itemElement = v7();
  const item = (
    await client.post('/transactions/item', { transaction: deal, name: 'SPA', element_uuid: itemElement })
  ).body.uuid;
  const task = (await client.post('/transactions/task', { transaction: deal, name: 'Wire' })).body.uuid;
  const standard = await addStandardRows(client, deal);
  await setFeature(server.services.db, {
    name: 'SIG_MANIFEST_EXPORT',
    transaction: deal,
    is_active: true,
    set_at: new Date(),
  });
  const signing = await addSigning(server, client, { deal, item, ...standard });
  const releases = await addReleases(server, client, deal, signing.signatory);
  const document = await insertDocument(server, client, deal);
  const { filed, page } = await addFiledItem(server, client, deal);
  const version = await insertVersion(server, client, { deal, item: filed });
  const notification = await insertNotification(server, client, deal);
  const report = await insertReport(server, client);
  const download = await insertDownload(server, client, { deal, item: filed });
  const [{ uuid: participant }] = (await client.get(`/transactions/participant?transaction=${deal}`)).body;
  const { organization, email } = (await client.get('/authentication/user/me')).body;
  const elsewhere = await server.signIn(email);
  const session = (await elsewhere.get('/auth/sessions')).body.find(
    (one: { current: boolean }) => one.current,
  ).uuid;
  const colleague = await server.signIn('colleague@firm.test');
  const { uuid: person } = (await colleague.get('/authentication/user/me')).body;
  const guest = { email: 'guest@elsewhere.test', first_name: 'Gil', last_name: 'Guest' };
  const { uuid: invitation } = (await client.post('/invitations/invitation', { transaction: deal, ...guest }))
    .body;
  const doomed = (await client.post('/transactions/transaction', { name: 'Project Hornbeam' })).body.uuid;
  await server.services.db
    .updateTable('transactions')
    .set({ purge_approved_at: new Date(), archived_at: new Date(), archive_key: 'archives/doomed.zip' })
    .where('uuid', '=', doomed)
    .execute();
  return {
    doomed,
    deal,
    header,
    item,
    document,
    filed,
    page,
    version,
    itemElement,
    task,
    ...standard,
    ...signing,
    ...releases,
    notification,
    report,
    download,
    participant,
    organization,
    session,
    colleague: person,
    leaver: await insertMember(server, organization),
    invitation,
  };
}

/** Creates a row of each collection that has the standard command for it. */
function addStandardRows(client: TestClient, deal: string): Promise<Pick<DealRows, StandardRow>>;
async function addStandardRows(client: TestClient, deal: string): Promise<Record<string, string>> {
  const rows: Record<string, string> = {};
  for (const collection of DEAL_COLLECTIONS) {
    const { name, subject, standard } = collection;
    const verbs: readonly string[] = standard;
    if (!verbs.includes('create')) continue;
    const call = 'createdInBulk' in collection ? 'bulkCreate' : 'create';
    const { path, body } = validCall(`${name}.${call}`, { ...unknownRows(), deal });
    const { body: created } = await client.post(path, body);
    rows[camelKey(subject)] = (Array.isArray(created) ? created[0] : created).uuid;
  }
  return rows;
}

/** Inserts a held signature, an editable release that covers it, and a release of another signature that is ready. */
async function addReleases(
  { services: { db } }: TestServer,
  client: TestClient,
  transaction: string,
  signatory: string,
) {
  const { uuid: user, organization } = (await client.get('/authentication/user/me')).body;
  const hold = async (name: string): Promise<string> => {
    const item = (await client.post('/transactions/item', { transaction, name })).body.uuid;
    const { uuid } = (await client.post('/assignments/assignment', { item, signatory })).body;
    await db.updateTable('assignments').set({ status: 'executed' }).where('uuid', '=', uuid).execute();
    return uuid;
  };
  const held = await hold('Deed');
  const other = await hold('Side letter');
  const condition = v7();
  const add = async (body: object): Promise<string> =>
    (await client.post('/transactions/release', { transaction, ...body })).body.uuid;
  const release = await add({
    assignments: [held],
    conditions: [{ uuid: condition, text: 'Funds received' }],
  });
  const releasable = await add({ assignments: [other] });
  const at = new Date().toISOString();
  const confirmations = JSON.stringify([{ user, organization, at }]);
  await db
    .updateTable('transactions')
    .set({ release_confirmations: 1 })
    .where('uuid', '=', transaction)
    .execute();
  await db
    .updateTable('releases')
    .set({ confirmations, signatures: [other] })
    .where('uuid', '=', releasable)
    .execute();
  return { held, release, releasable, condition };
}

/** Adds an entity with a representative, a group with both kinds of assignments, and a value. */
async function addSigning(
  { services: { db } }: TestServer,
  client: TestClient,
  { deal: transaction, item, customKey, signingGroup }: Pick<DealRows, 'deal' | 'item' | StandardRow>,
) {
  const add = async (path: string, body: object): Promise<string> =>
    (await client.post(path, body)).body.uuid;
  const rows = [{ row: 1, signatories: [{ uuid: v7(), full_name: 'Ali Hassan' }] }];
  const list = { uuid: v7(), transaction, file_name: 'list.csv', rows };
  const bulkSignatoryUpload = await add('/bulk_signatory_upload', list);
  const signatory = await add('/signatory', { transaction, full_name: 'Jane Doe' });
  const entity = await add('/signatory', { transaction, full_name: 'Alder Corp.', is_org: true });
  const representative = await add(`/signatory/${entity}/representative`, { title: 'President', signatory });
  const value = { transaction, signatory, custom_key: customKey, value: 'Alder' };
  const customValue = await add('/transactions/custom_value', value);
  const signingGroupMember = await add('/signing_group_member', { group: signingGroup, signatory });
  const dynamicAssignment = await add(`/signing_group/${signingGroup}/assign_dynamic`, { item });
  const signs = { item, signatory: entity, auth_rep: representative };
  const assignment = await add('/assignments/assignment', signs);
  const rule = { group_rule: 'select_at_least', minimum_required: 1 };
  const tabGroup = await add('/assignments/tab_group', { assignment_id: assignment, ...rule });
  const checkbox = { tab_type: 'checkbox', x_position: 0.1, y_position: 0.2, tab_group: tabGroup };
  const tab = await add('/tab', { assignment, ...checkbox });
  const director = { title: 'Director', signatory };
  const otherRepresentative = await add(`/signatory/${entity}/representative`, director);
  const signaturePage: string = (await client.get(`/transactions/signature_page?transaction=${transaction}`))
    .body[0].uuid;
  const other = await add('/transactions/item', { transaction, name: 'NDA', for_signing: true });
  const duplicate = await add('/signatory', { transaction, full_name: 'Jane Doe' });
  const awaited = await add('/signatory', { transaction, full_name: 'Sam Roe', email: 'sam@alder.test' });
  const sent = await add('/assignments/assignment', { item: other, signatory: awaited });
  const signer = await add('/signatory', { transaction, full_name: 'Kim Poe' });
  const signed = await add('/assignments/assignment', { item: other, signatory: signer });
  const packetRequest = v7();
  const packed = await add('/assignments/assignment', { item, signatory: signer });
  const asked = { uuid: packetRequest, transaction, assignments: [packed] };
  const made = await client.post('/assignments/create_packet', asked);
  const packet: string = made.body.packets[0].uuid;
  await db
    .updateTable('packets')
    .set({ status: 'ready', num_pages: 1, file_key: `pdf/${SHA256}`, printed_at: new Date() })
    .where('uuid', '=', packet)
    .execute();
  const packetPage = v7();
  await db
    .insertInto('packet_pages')
    .values({
      uuid: packetPage,
      transaction,
      packet,
      order: 0,
      kind: 'signature',
      item,
      page: null,
      assignments: [packed],
      code: null,
      sheet: JSON.stringify({
        width: 612,
        height: 792,
        runs: [],
        rules: [],
        fields: [],
        blocks: [],
        codes: [],
      }),
      sha256: SHA256,
    })
    .execute();
  const out = await add('/assignments/assignment', { item: other, signatory });
  const second = await client.post('/assignments/create_packet', {
    uuid: v7(),
    transaction,
    assignments: [out],
  });
  const sentPacket: string = second.body.packets[0].uuid;
  await db.updateTable('packets').set({ status: 'sent' }).where('uuid', '=', sentPacket).execute();
  const third = await client.post('/assignments/create_packet', {
    uuid: v7(),
    transaction,
    assignments: [sent],
  });
  await db
    .updateTable('packets')
    .set({ status: 'sent', expires_at: new Date(Date.now() + 86_400_000) })
    .where('uuid', '=', third.body.packets[0].uuid)
    .execute();
  const setStatus = async (uuid: string, status: 'sent' | 'signed_pending_acceptance') =>
    db.updateTable('assignments').set({ status }).where('uuid', '=', uuid).execute();
  await setStatus(sent, 'sent');
  await client.post(`/signatory/${awaited}/send_reminder`);
  // At the end, because each write to a deal recounts its signatures, and this one should not be counted.
  await setStatus(signed, 'signed_pending_acceptance');
  const paper = await insertReturnedFile(db, client, transaction);
  const now = new Date();
  await db
    .insertInto('signing_tokens')
    .values({ token_hash: packet, transaction, packet, created_at: now })
    .execute();
  await db
    .insertInto('packet_documents')
    .values({
      packet,
      item,
      transaction,
      order: 0,
      name: 'Lease',
      document: null,
      version: null,
      file_key: null,
    })
    .execute();
  await db
    .insertInto('signed_versions')
    .values({ assignment: signed, transaction, document: null, carried_from: null })
    .execute();
  await db
    .insertInto('signed_pages')
    .values({
      page: packetPage,
      packet,
      transaction,
      tab_values: '{}',
      sha256: SHA256,
      signed_at: now,
      utc_offset: 0,
    })
    .execute();
  await db
    .insertInto('packet_witnesses')
    .values({
      page: packetPage,
      packet,
      transaction,
      name: 'Wilma Witt',
      address: '1 High Street',
      occupation: 'Teacher',
      adopted: JSON.stringify({ style: 'caveat', name: 'Wilma Witt', initials: 'WW' }),
      on_device: 'signer',
      sha256: SHA256,
      signed_at: now,
    })
    .execute();
  await db
    .insertInto('docusign_envelopes')
    .values({ packet, transaction, signer_name: 'Jane Doe', ended_at: now })
    .execute();
  await db
    .insertInto('signing_devices')
    .values({ packet, transaction, device_hash: SHA256, trusted_at: now, confirmed_at: null, ended_at: null })
    .execute();
  await db
    .insertInto('device_codes')
    .values({ packet, transaction, device_hash: SHA256, code_hash: SHA256, expires_at: now })
    .execute();
  await db
    .insertInto('witness_codes')
    .values({
      code_hash: packet,
      packet,
      transaction,
      created_at: now,
      expires_at: now,
      token_hash: null,
      token_expires_at: null,
    })
    .execute();
  await db
    .insertInto('packet_signatures')
    .values({ packet, assignment: packed, transaction, sha256: SHA256, signed_at: now })
    .execute();
  await db
    .insertInto('signing_events')
    .values({
      packet,
      seq: 1,
      transaction,
      kind: 'sent',
      at: now,
      address: '127.0.0.1',
      user_agent: '',
      actor: null,
      details: '{}',
      previous_hash: '',
      hash: SHA256,
    })
    .execute();
  return {
    ...paper,
    packed,
    packet,
    packetRequest,
    sentPacket,
    packetPage,
    otherRepresentative,
    awaited,
    duplicate,
    signed,
    bulkSignatoryUpload,
    signatory,
    representative,
    entity,
    customValue,
    signingGroupMember,
    dynamicAssignment,
    signaturePage,
    assignment,
    tab,
    tabGroup,
  };
}

/** Inserts a returned file with one unmatched page. */
async function insertReturnedFile(
  db: TestServer['services']['db'],
  client: TestClient,
  transaction: string,
): Promise<Pick<DealRows, 'executedDocument' | 'executedDocumentPage'>> {
  const { uuid: created_by, organization } = (await client.get('/authentication/user/me')).body;
  const now = new Date();
  const row = { transaction, created_at: now, created_by, version: 1, modified_at: now, modified_by: null };
  const file = { uuid: v7(), name: 'Scan', file_key: `files/${SHA256}`, sha256: SHA256, size: 1000 };
  await db
    .insertInto('executed_documents')
    .values({ ...row, ...file, status: 'ready', num_pages: 1, num_read: 1, collected_for: organization })
    .execute();
  const page = v7();
  await db
    .insertInto('executed_document_pages')
    .values({
      ...row,
      uuid: page,
      executed_document: file.uuid,
      page: 1,
      match: 'none',
      outcome: 'no_code',
    })
    .execute();
  return { executedDocument: file.uuid, executedDocumentPage: page };
}

/** Inserts a member of the organization whom no other row names. */
async function insertMember({ services }: TestServer, organization: string): Promise<string> {
  const person = { first_name: 'Lee', last_name: 'Leaver', password_hash: 'none', is_demo: false };
  const email = `${v7()}@firm.test`;
  const role = 'member';
  const { uuid } = await services.db
    .transaction()
    .execute(async (tx) => addAccount(services, tx, { ...person, email, organization, role }));
  return uuid;
}

/** Inserts a converted document, without an upload. */
export async function insertDocument(
  { services: { db } }: { services: Pick<TestServer['services'], 'db'> },
  client: TestClient,
  deal: string,
  item: string | null = null,
): Promise<string> {
  const me = (await client.get('/authentication/user/me')).body.uuid;
  const now = new Date();
  const uuid = v7();
  await db
    .insertInto('documents')
    .values({
      uuid,
      transaction: deal,
      item_id: item,
      in_queue: item === null,
      name: 'NDA',
      signing_type: 'to_be_signed',
      upload_order: 0,
      num_pages: 1,
      uploaded_file_key: 'incoming/a/b',
      file_key: `files/${SHA256}`,
      file_type: 'pdf',
      pdf_file_key: `files/${SHA256}`,
      size: 1000,
      sha256: SHA256,
      conversion_requested_at: now,
      conversion_finished_at: now,
      conversion_status: 'complete',
      thumbnails_finished_at: now,
      error_message: null,
      created_at: now,
      created_by: me,
      version: 1,
      modified_at: now,
      modified_by: me,
    })
    .execute();
  return uuid;
}

/** Inserts an item whose file has one page. */
export async function addFiledItem(
  server: { services: Pick<TestServer['services'], 'db'> },
  client: TestClient,
  deal: string,
  pages = [1],
): Promise<{ filed: string; page: string; pages: string[]; document: string }> {
  const { db } = server.services;
  const filed = (await client.post('/transactions/item', { transaction: deal, name: 'Lease' })).body.uuid;
  const document = await insertDocument(server, client, deal, filed);
  await db.updateTable('items').set({ document }).where('uuid', '=', filed).execute();
  const rows = pages.map((ref_page_number) => ({ uuid: v7(), document, ref_page_number }));
  await db.insertInto('document_pages').values(rows).execute();
  const uuids = rows.map(({ uuid }) => uuid);
  return { filed, document, pages: uuids, page: uuids[0] ?? '' };
}

/** Inserts another version of an item's document, which looks the same. */
export async function insertVersion(
  server: TestServer,
  client: TestClient,
  { deal, item }: { deal: string; item: string },
): Promise<string> {
  const { db } = server.services;
  const { document } = await db
    .selectFrom('items')
    .select('document')
    .where('uuid', '=', item)
    .executeTakeFirstOrThrow();
  const version = await insertDocument(server, client, deal, item);
  await db
    .insertInto('document_comparisons')
    .values({
      transaction: deal,
      before_document: document ?? '',
      after_document: version,
      status: 'ready',
      pages: '[]',
      requested_at: new Date(),
    })
    .execute();
  return version;
}

/** Inserts a notification for the person about their deal, and returns its id. */
async function insertNotification(
  { services: { db } }: TestServer,
  client: TestClient,
  deal: string,
): Promise<string> {
  const me = (await client.get('/authentication/user/me')).body.uuid;
  await db.transaction().execute((tx) =>
    addNotification(
      tx,
      {
        user_uuid: me,
        level: 'success',
        notification_type: 'document_converted',
        title: '“NDA” in “Project Alder” is ready.',
        transaction: deal,
        document: null,
      },
      new Date(),
    ),
  );
  return (await client.get('/notifications/')).body[0].uuid;
}

/** Inserts the executed document of an item, and a download made by a job. */
async function insertDownload(
  { services: { db } }: TestServer,
  client: TestClient,
  { deal, item }: { deal: string; item: string },
): Promise<string> {
  const { uuid: user_uuid } = (await client.get('/authentication/user/me')).body;
  const now = new Date();
  await db
    .insertInto('collations')
    .values({
      item,
      transaction: deal,
      requested_at: now,
      collated_at: now,
      file_key: `pdf/${SHA256}`,
      num_pages: 1,
      size: 1000,
    })
    .execute();
  const uuid = v7();
  await db
    .insertInto('downloads')
    .values({
      uuid,
      transaction: deal,
      user_uuid,
      asked: JSON.stringify([{ item, kind: 'executed_item' }]),
      status: 'ready',
      file_name: 'Project Alder - documents.zip',
      created_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    })
    .execute();
  return uuid;
}

/** Inserts a report made by a job. */
export async function insertReport({ services: { db } }: TestServer, client: TestClient): Promise<string> {
  const { uuid: user_uuid, organization } = (await client.get('/authentication/user/me')).body;
  const uuid = v7();
  await db
    .insertInto('reports')
    .values({
      uuid,
      organization,
      user_uuid,
      asked: JSON.stringify({ kind: 'access_log' }),
      status: 'ready',
      rows_total: 1,
      file_name: 'Access log.xlsx',
      created_at: new Date(),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  return uuid;
}
