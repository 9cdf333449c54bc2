import { describe, expect, it } from 'vitest';
import { FIRST_CONFIG } from '../../tests/support/first-config.ts';
import type { ZodType } from 'zod';
import { contract } from './contract.ts';
import { configSchema } from './endpoints/account/auth.ts';
import { documentEditsSchema, newDocumentSchema } from './entities/documents/document.ts';
import {
  elementBulkMoveSchema,
  elementEditsSchema,
  elementSchema,
  LABEL_MAX,
  newElementSchema,
} from './entities/checklist/element.ts';
import { itemEditsSchema, itemsFromDocumentsSchema, newItemSchema } from './entities/checklist/item.ts';
import { uuidSchema } from './entities/row.ts';
import { newTransactionSchema, transactionEditsSchema } from './entities/transactions/transaction.ts';
import { cutName } from './rules/documents/upload-checks.ts';

const id = '0199c1a2-3b4c-7d5e-8f60-718293a4b5c6';
const other = '0199c1a2-3b4c-7d5e-8f60-718293a4b5c7';

/** Calls that the API promises. */
const SPECIFIED: readonly string[] = [
  'DELETE /auth/logout',
  'DELETE /invitations/invitation/{id}',
  'DELETE /transactions/custom_key/{id}',
  'DELETE /transactions/document/{id}',
  'DELETE /transactions/element/{id}',
  'DELETE /transactions/item/{id}',
  'DELETE /transactions/participant/{id}',
  'DELETE /transactions/task/{id}',
  'DELETE /transactions/transaction/{id}',
  'GET /authentication/organization/{id}',
  'GET /authentication/organization/{id}/get_strict_data_access_settings',
  'POST /authentication/organization/{id}/set_support_access',
  'GET /authentication/organization/{id}/transaction_report',
  'GET /reporting/{id}/transactions',
  'POST /authentication/organization/reports/strict_access_audit_log',
  'PATCH /authentication/user/{id}',
  'GET /authentication/user/me',
  'GET /config',
  'GET /feature-status',
  'GET /invitations/invitation',
  'GET /invitations/invitation/{id}/preview',
  'GET /notifications',
  'GET /transactions/custom_key',
  'GET /transactions/document',
  'GET /transactions/document/{id}',
  'GET /transactions/element',
  'GET /transactions/item',
  'GET /transactions/item/{id}',
  'GET /transactions/note',
  'GET /transactions/participant',
  'GET /transactions/task',
  'GET /transactions/transaction',
  'GET /transactions/transaction/{id}',
  'GET /transactions/transaction/{id}/signing_matrix_report',
  'GET /transactions/transaction/{id}/signing_status_report',
  'PATCH /notifications/{id}',
  'PATCH /transactions/custom_key/{id}',
  'PATCH /transactions/document/{id}',
  'PATCH /transactions/element/bulk_update',
  'PATCH /transactions/element/{id}',
  'PATCH /transactions/item/{id}',
  'PATCH /transactions/task/{id}',
  'PATCH /transactions/transaction/{id}',
  'POST /auth/login',
  'POST /authentication/organization/{id}/create_participant',
  'POST /authentication/organization/{id}/delete_participant',
  'POST /authentication/organization/transactions/purge_approval',
  'POST /invitations/invitation',
  'POST /invitations/invitation/accept',
  'POST /invitations/invitation/register',
  'PATCH /auth/password',
  'POST /auth/password',
  'POST /auth/password/reset',
  'POST /auth/refresh',
  'POST /transactions/custom_key/bulk_create',
  'POST /transactions/document',
  'POST /transactions/element',
  'POST /transactions/item',
  'POST /transactions/item/from_documents',
  'POST /transactions/downloads/documents',
  'POST /transactions/downloads/signature_pages',
  'POST /transactions/item/downloads',
  'POST /transactions/item/{id}/download',
  'POST /transactions/item/{id}/mark_page_for_signing',
  'POST /transactions/note',
  'POST /transactions/participant',
  'POST /transactions/task',
  'POST /transactions/transaction',
  'POST /transactions/transaction/{id}/download',
  'POST /transactions/transaction/{id}/participant_leave',
  'POST /transactions/transaction/{id}/participant_settings',
  'POST /transactions/transaction/{id}/presigned_url',
  'POST /transactions/transaction/{id}/reorder',
  'POST /user-event',
  'PATCH /assignments/dynamic_assignment/{id}',
  'DELETE /assignments/dynamic_assignment/{id}',
  'PATCH /assignments/assignment/{id}',
  'POST /assignments/assignment',
  'GET /assignments/assignment',
  'POST /transactions/signature_block',
  'PATCH /transactions/signature_block/{id}',
  'GET /transactions/signature_block',
  'DELETE /transactions/signature_block/{id}',
  'PATCH /assignments/tab_group/{id}',
  'POST /assignments/tab_group',
  'DELETE /assignments/tab_group/{id}',
  'POST /tab',
  'PATCH /tab/{id}',
  'DELETE /tab/{id}',
  'DELETE /signing_group_member/{id}',
  'PATCH /signing_group_member/{id}',
  'POST /signing_group_member/bulk_create',
  'POST /signing_group_member',
  'POST /signing_group/{id}/assign_dynamic',
  'POST /signing_group/{id}/assign',
  'DELETE /signing_group/{id}',
  'PATCH /signing_group/{id}',
  'POST /signing_group',
  'GET /signing_group',
  'PATCH /transactions/custom_value/{id}',
  'POST /transactions/custom_value',
  'DELETE /signatory/{id}/representative/{rep}',
  'PATCH /signatory/{id}/representative/{rep}',
  'POST /signatory/{id}/representative',
  'GET /bulk_signatory_upload',
  'POST /signatory/bulk_create',
  'POST /signatory',
  'GET /signatory',
  'PATCH /signatory/{id}',
  'DELETE /signatory/{id}',
  'DELETE /transactions/custom_value/{id}',
  'DELETE /assignments/assignment/{id}',
  'GET /assignments/assignment/{id}/reject',
  'GET /signatory/{id}',
  'GET /signatory/{id}/audit_log',
  'POST /assignments/create_packet',
  'GET /assignments/create_packet/{id}',
  'POST /assignments/assignment/bulk_accept',
  'POST /assignments/assignment/bulk_create',
  'POST /assignments/assignment/bulk_reject',
  'POST /assignments/assignment/{id}/accept',
  'POST /assignments/assignment/{id}/reject',
  'POST /signatory/bulk_duplicate',
  'POST /signatory/replace-representative',
  'POST /signatory/{id}/send_reminder',
  'POST /signing_group/{id}/copy',
  'POST /signing_group_member/{id}/move',
  'POST /transactions/transaction/{id}/sig-manifest-export',
  'POST /transactions/transaction/{id}/signing_group_order_cleanup',
  'POST /notifications/{id}/share_file',
  'POST /transactions/executed_document',
  'GET /transactions/executed_document',
  'DELETE /transactions/executed_document/{id}',
  'PATCH /transactions/executed_document_page/{id}',
];

interface Declared {
  name: string;
  method: string;
  path: string;
  policy: string;
  idempotent: boolean;
  inputStructure: string | undefined;
  input: ZodType | undefined;
}

const endpoints: Declared[] = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, call]) => {
    const { route, meta, inputSchema } = call['~orpc'];
    return {
      name: `${group}.${name}`,
      method: route.method ?? '',
      path: route.path ?? '',
      policy: meta.policy,
      idempotent: meta.idempotent ?? false,
      inputStructure: route.inputStructure,
      input: inputSchema as ZodType | undefined,
    };
  }),
);

/** The smallest input that each write accepts. */
/** A link's secret. */
const token = 'x'.repeat(43);

const least: Record<string, Record<string, unknown>> = {
  'transactions.create': { name: 'Project Alder' },
  'transactions.update': { id },
  'transactions.reorder': { id, item_list: [other] },
  'transactions.restore': { id, kind: 'task', uuid: other },
  'transactions.participantSettings': { id, archived: true },
  'transactions.participantLeave': { id },
  'transactions.viewed': { id, viewed_at: '2026-03-01T12:00:00.000Z' },
  'participants.create': { transaction_uuid: id, user_uuid: other },
  'transactions.presignUpload': { id, doc_uuid: other, file_name: 'a.pdf' },
  'elements.create': { transaction: id, label: 'Closing' },
  'elements.bulkUpdate': { element_uuids: [id] },
  'elements.update': { label: 'Closing' },
  'items.create': { transaction: id, name: 'Bylaws' },
  'items.fromDocuments': { documents: [id] },
  'items.markPageForSigning': { id, page_uuid: other },
  'items.compare': { id, document: other },
  'items.replaceDocument': { id, document: other },
  'items.update': { id },
  'documents.create': { uuid: id, transaction: other, name: 'Deed', uploaded_file_key: 'incoming/x/y' },
  'documents.update': { id },
  'tasks.create': { transaction: id, name: 'Wire the funds' },
  'tasks.update': { id },
  'notes.create': { transaction: id, note: 'Signed.' },
  'customKeys.bulkCreate': { transaction: id, custom_keys: [{ key: 'Company' }] },
  'customKeys.update': { id },
  'customValues.create': { transaction: id, signatory: id, custom_key: other, value: 'A' },
  'customValues.bulkSet': {
    transaction: id,
    values: [{ uuid: id, signatory: id, custom_key: other, value: null }],
  },
  'customValues.update': { id },
  'bulkSignatoryUploads.create': {
    uuid: id,
    transaction: id,
    file_name: 'a.csv',
    rows: [{ row: 1, signatories: [{ uuid: other, full_name: 'Ann' }] }],
  },
  'signatories.create': { transaction: id, full_name: 'Ann' },
  'signatories.bulkCreate': { transaction: id, signatories: [{ full_name: 'Ann' }] },
  'signatories.update': { id },
  'representatives.create': { id, title: '', signatory: other },
  'representatives.update': { id, rep: other },
  'signingGroups.create': { transaction: id, name: 'Buyers' },
  'signingGroups.update': { id },
  'signingGroups.assign': { id, item: other },
  'signingGroups.assignDynamic': { id, item: other },
  'signingGroupMembers.create': { group: id, signatory: other },
  'signingGroupMembers.bulkCreate': { group: id, members: [{ signatory: other }] },
  'signingGroupMembers.update': { id },
  'signatureBlocks.create': { transaction: id, data: {} },
  'signatureBlocks.update': { id },
  'signaturePages.create': { item: id },
  'signaturePages.copy': { id, items: [other] },
  'signaturePages.update': { id, font: 'arial', removed_blocks: ['footer'] },
  'dynamicAssignments.update': { id },
  'tabs.create': { assignment: id, tab_type: 'signature', x_position: 0.5, y_position: 0.5 },
  'tabs.update': { id },
  'tabGroups.create': { assignment_id: id, group_rule: 'select_at_least' },
  'tabGroups.update': { id },
  'assignments.create': { item: id, signatory: other },
  'assignments.bulkCreate': { transaction: id, assignments: [{ item: id, signatory: other }] },
  'assignments.bulkDelete': { transaction: id, assignments: [other] },
  'assignments.update': { id },
  'packets.create': { uuid: id, transaction: other, assignments: [id] },
  'packets.send': { id },
  'packets.bulkSend': { packets: [id] },
  'packets.queue': { id, sending: null },
  'packets.cancel': { id, reason: 'Because' },
  'releases.create': { transaction: id, items: [other] },
  'releases.update': { id },
  'releases.meet': { id, condition: other },
  'releases.confirm': { id },
  'releases.release': { id },
  'releases.withdraw': { id },
  'releases.watch': { id },
  'collations.retry': { transaction: id, item_uuids: [other] },
  'collations.cancel': { transaction: id, item_uuids: [other] },
  'signing.unlock': { token, code: 'ALDER4711' },
  'signing.viewed': { token },
  'signing.consent': { token, version: '1' },
  'signing.adopt': { token, name: 'Ann', style: 'caveat' },
  'signing.sign': { token, pages: [{ uuid: id, sha256: 'a' }] },
  'signing.finish': { token },
  'signing.decline': { token, reason: 'Because' },
  'signing.delegate': { token },
  'signing.submitDeed': { token, item: id, document_sha256: 'a', pages: [{ uuid: id, sha256: 'a' }] },
  'signing.witness': {
    token,
    pages: [{ uuid: id, sha256: 'a' }],
    name: 'Wilma Witt',
    address: '1 High Street',
    occupation: 'Teacher',
    is_present: true,
    style: 'caveat',
  },
  'signing.emailDeviceCode': { token },
  'signing.confirmDevice': { token, code: '123456' },
  'signing.witnessCode': { token },
  'signing.enterWitnessCode': { code: 'ABCD2345' },
  'executedDocuments.download': { id },
  'signing.recipientView': { token },
  'executedDocuments.create': {
    uuid: id,
    transaction: other,
    uploaded_file_key: 'incoming/a/b',
    name: 'Scan',
  },
  'executedDocumentPages.update': { id, assignments: [other] },
  'packets.download': { id },
  'downloads.item': { id, kind: 'executed_item' },
  'downloads.items': { item_uuids: [id], kind: 'executed_item' },
  'downloads.transaction': { id },
  'downloads.documents': { transaction: id },
  'downloads.signaturePages': { transaction: id },
  'assignments.accept': { id },
  'assignments.bulkAccept': { assignments: [id] },
  'assignments.reject': { id },
  'assignments.bulkReject': { assignments: [id] },
  'signatories.bulkDuplicate': { transaction: id, signatories: [other] },
  'signatories.sendReminder': { id },
  'representatives.replace': {
    entity_pk: id,
    existing_representative_pk: id,
    new_representative_pk: other,
  },
  'signingGroups.copy': { id },
  'signingGroupMembers.move': { id, to_index: 0 },
  'signingGroupMembers.cleanUpOrder': { id },
  'notifications.update': { id, read: true },
  'notifications.shareFile': { id },
  'userEvents.create': { event: 'DOCUMENTS_ADDED' },
  'edits.unknown': { edits: [] },
  'contact.send': { name: 'Otto', email: 'counsel@outside.test', message: 'Help.' },
  'user.update': { id },
  'reports.accessLog': {},
  'reports.signatureManifest': { id },
  'organization.update': { id },
  'organization.approvePurge': { transactions: [id] },
  'organization.withdrawPurge': { transactions: [id] },
  'organization.createParticipant': { id, transaction: other, user: other },
  'organization.deleteParticipant': { id, transaction: other, user: other },
  'invitations.create': {
    transaction: id,
    email: 'counsel@outside.test',
    first_name: 'Otto',
    last_name: 'Outside',
  },
  'invitations.accept': { token: 'x' },
  'invitations.register': {
    email: 'counsel@outside.test',
    password: 'x',
    first_name: 'Otto',
    last_name: 'Outside',
    token: 'x',
  },
  'organization.removeMember': { id, user: other },
  'participants.update': { id, access: 'view' },
  'user.sendConfirmation': {},
  'organization.setSupportAccess': { id, support_access_enabled: true },
};

function inputOf(name: string, body: Record<string, unknown>): unknown {
  return name === 'elements.update' ? { params: { id }, body } : body;
}

function accepts(name: string, body: Record<string, unknown>): boolean {
  const input = endpoints.find((endpoint) => endpoint.name === name)?.input;
  return input?.safeParse(inputOf(name, body)).success ?? false;
}

describe('the contract', () => {
  it('has every path that the API promises', () => {
    const declared = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(declared).size).toBe(declared.length);
    for (const call of SPECIFIED) expect(declared).toContain(call);
  });

  it('has no other paths except these', () => {
    const declared = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(declared.filter((call) => !SPECIFIED.includes(call)).toSorted()).toEqual([
      'DELETE /auth/sessions',
      'DELETE /auth/sessions/{id}',
      'DELETE /bulk_signatory_upload/{id}',
      'DELETE /transactions/signature_page/{id}',
      'GET /assignments/assignment/{id}/blank',
      'GET /assignments/dynamic_assignment',
      'GET /assignments/tab_group',
      'GET /auth/sessions',
      'GET /authentication/organization/{id}/outbox',
      'GET /authentication/organization/{id}/purges',
      'GET /packet',
      'GET /packet/{id}',
      'GET /packet/{id}/page/{page}',
      'GET /packet/{id}/preview',
      'GET /packet/{id}/preview/document/{item}',
      'GET /reporting/report',
      'GET /reporting/report/{id}',
      'GET /signatory/representative',
      'GET /signing/{token}',
      'GET /signing/{token}/document/{id}',
      'GET /signing_group_member',
      'GET /tab',
      'GET /transactions/custom_value',
      'GET /transactions/executed_document/{id}',
      'GET /transactions/executed_document_page',
      'GET /transactions/executed_document_page/{id}',
      'GET /transactions/ledger',
      'GET /transactions/ledger/pdf',
      'GET /transactions/release',
      'GET /transactions/signature_page',
      'GET /transactions/signature_page/{id}/pdf',
      'GET /transactions/transaction/{id}/activity',
      'GET /transactions/transaction/{id}/changes',
      'GET /verify/certificates',
      'PATCH /authentication/organization/{id}',
      'PATCH /transactions/participant/{id}',
      'PATCH /transactions/release/{id}',
      'PATCH /transactions/signature_page/{id}',
      'POST /assignments/assignment/bulk_delete',
      'POST /auth/address',
      'POST /auth/testdrive',
      'POST /authentication/organization/transactions/withdraw_purge_approval',
      'POST /authentication/organization/{id}/remove_member',
      'POST /authentication/user/me/send_confirmation',
      'POST /bulk_signatory_upload',
      'POST /contact',
      'POST /edits/unknown',
      'POST /packet/send',
      'POST /packet/{id}/cancel',
      'POST /packet/{id}/download',
      'POST /packet/{id}/send',
      'POST /signing/witness',
      'POST /signing/{token}/adopt',
      'POST /signing/{token}/consent',
      'POST /signing/{token}/decline',
      'POST /signing/{token}/deed_submission',
      'POST /signing/{token}/delegate',
      'POST /signing/{token}/device',
      'POST /signing/{token}/device_code',
      'POST /signing/{token}/finish',
      'POST /signing/{token}/recipient_view',
      'POST /signing/{token}/sign',
      'POST /signing/{token}/unlock',
      'POST /signing/{token}/viewed',
      'POST /signing/{token}/witness',
      'POST /signing/{token}/witness_code',
      'POST /transactions/custom_value/bulk_set',
      'POST /transactions/executed_document/{id}/download',
      'POST /transactions/item/cancel_collation',
      'POST /transactions/item/collate',
      'POST /transactions/item/{id}/compare',
      'POST /transactions/item/{id}/replace_document',
      'POST /transactions/release',
      'POST /transactions/release/{id}/confirm',
      'POST /transactions/release/{id}/meet',
      'POST /transactions/release/{id}/release',
      'POST /transactions/release/{id}/withdraw',
      'POST /transactions/signature_page',
      'POST /transactions/signature_page/{id}/copy',
      'POST /transactions/transaction/{id}/restore',
      'POST /transactions/transaction/{id}/viewed',
      'POST /transactions/transaction/{id}/watch',
    ]);
  });

  it('without a session, only allows signing in and out, regaining access, invitations by token, signing by a link, contacting support, checking seals, test drives and settings', () => {
    const open = endpoints.filter((endpoint) => endpoint.policy === 'public').map(({ name }) => name);
    expect(open.toSorted()).toEqual([
      'auth.confirmAddress',
      'auth.login',
      'auth.logout',
      'auth.resetPassword',
      'auth.setPassword',
      'auth.testdrive',
      'config.get',
      'contact.send',
      'invitations.preview',
      'invitations.register',
      'signing.adopt',
      'signing.confirmDevice',
      'signing.consent',
      'signing.decline',
      'signing.delegate',
      'signing.document',
      'signing.emailDeviceCode',
      'signing.enterWitnessCode',
      'signing.finish',
      'signing.recipientView',
      'signing.room',
      'signing.sign',
      'signing.submitDeed',
      'signing.unlock',
      'signing.viewed',
      'signing.witness',
      'signing.witnessCode',
      'verify.certificates',
    ]);
  });

  // A person who registers has no account yet under which a key could be stored.
  it('stores the response of every write except sign-in and sign-out, so that a repeated request runs once', () => {
    const writes = endpoints.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/auth/'));
    expect(writes.filter(({ idempotent }) => !idempotent).map(({ name }) => name)).toEqual([
      // A second email does no harm.
      'user.sendConfirmation',
      // Counted once an hour, however often it is reported.
      'transactions.viewed',
      'transactions.presignUpload',
      'invitations.register',
      // They change nothing.
      'items.compare',
      'downloads.item',
      'downloads.items',
      'downloads.transaction',
      'downloads.documents',
      'downloads.signaturePages',
      'packets.download',
      'executedDocuments.download',
      // These have the same effect if done twice, with any key.
      'signing.unlock',
      'signing.emailDeviceCode',
      'signing.confirmDevice',
      'signing.viewed',
      'signing.consent',
      'signing.adopt',
      'signing.sign',
      'signing.submitDeed',
      'signing.witness',
      'signing.witnessCode',
      'signing.enterWitnessCode',
      'signing.finish',
      'signing.decline',
      'signing.delegate',
      // The address works only once, so each call returns a different one.
      'signing.recipientView',
      'releases.watch',
      // A beacon, which can't have a key.
      'userEvents.create',
      'reports.accessLog',
      'reports.signatureManifest',
      // A question.
      'edits.unknown',
      'contact.send',
    ]);
  });

  it.for(Object.keys(least))('%s accepts its smallest body', (name) => {
    expect(accepts(name, least[name] ?? {})).toBe(true);
  });

  it('refuses unknown keys, except in events and in edits, where clients can send whole rows back', () => {
    const takesMore = Object.entries(least)
      .filter(([name, body]) => accepts(name, { ...body, colour: 'red' }))
      .map(([name]) => name);
    const edits = endpoints.filter(
      ({ method, name }) => method === 'PATCH' && name in least && name !== 'elements.bulkUpdate',
    );
    expect(takesMore.toSorted()).toEqual([...edits.map(({ name }) => name), 'userEvents.create'].toSorted());
  });

  it('defines for every write except sign-in and sign-out whether it has a body', () => {
    const withBody = endpoints.filter(
      ({ method, path }) => (method === 'POST' || method === 'PATCH') && !path.startsWith('/auth/'),
    );
    expect(withBody.map(({ name }) => name).toSorted()).toEqual(Object.keys(least).toSorted());
  });
});

describe('names that a user types', () => {
  it.for([
    ['a header', newElementSchema, { transaction: id }, 'label'],
    ['a header’s new name', elementEditsSchema, {}, 'label'],
    ['a transaction', newTransactionSchema, {}, 'name'],
    ['a transaction’s new name', transactionEditsSchema, {}, 'name'],
    ['an item', newItemSchema, { transaction: id }, 'name'],
    ['an item’s new name', itemEditsSchema, {}, 'name'],
    ['a document', newDocumentSchema, { uuid: id, transaction: id, uploaded_file_key: 'k' }, 'name'],
    ['a document’s new name', documentEditsSchema, {}, 'name'],
  ] as const)('%s: trimmed, not empty, at most 350 characters', ([, schema, rest, key]) => {
    const parse = (text: string) => (schema as ZodType).safeParse({ ...rest, [key]: text });
    expect(parse('  Closing  ').data).toMatchObject({ [key]: 'Closing' });
    expect(parse('a'.repeat(LABEL_MAX)).success).toBe(true);
    for (const refused of ['', '   ', 'a'.repeat(LABEL_MAX + 1)]) {
      const issue = parse(refused).error?.issues[0];
      expect(issue?.path).toEqual([key]);
      expect(issue?.message).toMatch(/^(A|The) .+\.$/);
    }
  });
});

describe('the wire', () => {
  it('accepts the settings of an older server, which lack the newer ones', () => {
    expect(configSchema.parse(FIRST_CONFIG)).toEqual({
      ...FIRST_CONFIG,
      support_email: null,
      takes_messages: false,
      sends_email: true,
      esigning_services: ['counterpart'],
    });
  });

  it('reads a uuid in capitals as the same uuid', () => {
    expect(uuidSchema.parse(id.toUpperCase())).toBe(id);
    expect(uuidSchema.safeParse('7').success).toBe(false);
  });

  it('distinguishes "to the top level" from "unchanged" in a move', () => {
    expect(elementBulkMoveSchema.parse({ element_uuids: [id], parent_element: null })).toEqual({
      element_uuids: [id],
      parent_element: null,
    });
    expect(elementBulkMoveSchema.parse({ element_uuids: [id] })).toEqual({ element_uuids: [id] });
  });

  it.for([{ element_uuids: [] }, { element_uuids: [id], order: -1 }, { element_uuids: [id], order: 1.5 }])(
    'refuses a move like %j',
    (move) => {
      expect(elementBulkMoveSchema.safeParse(move).success).toBe(false);
    },
  );

  it('accepts documents for the checklist by their ids, or with the client’s ids for the new rows', () => {
    const named = { document_id: id, item_uuid: other, element_uuid: id };
    expect(itemsFromDocumentsSchema.parse({ documents: [id, named] }).documents).toEqual([id, named]);
    expect(itemsFromDocumentsSchema.safeParse({ documents: [] }).success).toBe(false);
  });

  it.for(['Ä'.repeat(400), '😀'.repeat(400), `a${'😀'.repeat(400)}`])(
    'accepts a name at the limit, but not with one more character: %s',
    (long) => {
      const name = cutName(long);
      expect(documentEditsSchema.parse({ name })).toEqual({ name });
      expect(documentEditsSchema.safeParse({ name: `${name}😀` }).success).toBe(false);
    },
  );

  it('refuses a document without the key of its upload', () => {
    const body = { uuid: id, transaction: other, name: 'Deed' };
    expect(newDocumentSchema.safeParse(body).success).toBe(false);
    expect(newDocumentSchema.safeParse({ ...body, uploaded_file_key: '' }).success).toBe(false);
  });

  it('queues a new document for signing unless told otherwise', () => {
    const body = { uuid: id, transaction: other, name: 'Deed', uploaded_file_key: 'k' };
    expect(newDocumentSchema.parse(body)).toMatchObject({ signing_type: 'to_be_signed', in_queue: true });
  });

  it('has a version, a time and an author in each row; the author of the server’s own changes is null', () => {
    const element = {
      uuid: id,
      transaction: other,
      item: null,
      task: null,
      label: 'Closing',
      order: 0,
      parent_element: null,
      version: 3,
      modified_at: '2026-01-01T00:00:00.000Z',
      modified_by: null,
    };
    expect(elementSchema.parse(element)).toEqual(element);
    for (const key of ['version', 'modified_at', 'modified_by'] as const) {
      const { [key]: _left, ...rest } = element;
      expect(elementSchema.safeParse(rest).success).toBe(false);
    }
  });
});
