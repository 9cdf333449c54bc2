import { describe, expect, it } from 'vitest';
import { endpoints, unknownRows, validCall, type Endpoint } from '../../tests/server/support/endpoints.ts';
import { FIRST_CONFIG } from '../../tests/support/first-config.ts';
import { DEAL_COLLECTIONS } from './collections/deal-collections.ts';
import type { ZodType } from 'zod';
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
  'POST /signatory/{id}/merge',
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

/** The calls that a collection has at its own path. */
const USUAL: ReadonlySet<string> = new Set(
  DEAL_COLLECTIONS.flatMap(({ path }) => [
    `GET ${path}`,
    `POST ${path}`,
    `POST ${path}/bulk_create`,
    `PATCH ${path}/{id}`,
    `DELETE ${path}/{id}`,
  ]),
);

const all = endpoints();
const writes = all.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/auth/'));
const withBody = writes.filter(({ method }) => method !== 'DELETE');

/** Returns whether an endpoint accepts its valid call with additional fields in the body. */
function accepts({ name, path, input, detailed }: Endpoint, more: object): boolean {
  const call = validCall(name, unknownRows());
  const values = call.path.split('/');
  const params = Object.fromEntries(
    path
      .split('/')
      .flatMap((part, at) => (part.startsWith('{') ? [[part.slice(1, -1), values[at]] as const] : [])),
  );
  const body = { ...(call.body as object), ...more };
  return input?.safeParse(detailed ? { params, body } : { ...params, ...body }).success ?? false;
}

describe('the contract', () => {
  it('has every path that the API promises', () => {
    const declared = all.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(declared).size).toBe(declared.length);
    for (const call of SPECIFIED) expect(declared).toContain(call);
  });

  it('has no other paths except these and the standard ones of each collection', () => {
    const declared = all.map(({ method, path }) => `${method} ${path}`);
    expect(declared.filter((call) => !SPECIFIED.includes(call) && !USUAL.has(call)).toSorted()).toEqual([
      'DELETE /auth/sessions',
      'DELETE /auth/sessions/{id}',
      'GET /assignments/assignment/{id}/blank',
      'GET /auth/sessions',
      'GET /authentication/organization/{id}/outbox',
      'GET /authentication/organization/{id}/purges',
      'GET /packet/{id}',
      'GET /packet/{id}/page/{page}',
      'GET /packet/{id}/preview',
      'GET /packet/{id}/preview/document/{item}',
      'GET /reporting/report',
      'GET /reporting/report/{id}',
      'GET /signing/{token}',
      'GET /signing/{token}/document/{id}',
      'GET /transactions/executed_document/{id}',
      'GET /transactions/executed_document_page/{id}',
      'GET /transactions/ledger',
      'GET /transactions/ledger/pdf',
      'GET /transactions/signature_page/{id}',
      'GET /transactions/signature_page/{id}/pdf',
      'GET /transactions/transaction/{id}/activity',
      'GET /transactions/transaction/{id}/changes',
      'GET /verify/certificates',
      'PATCH /authentication/organization/{id}',
      'PATCH /transactions/participant/{id}',
      'POST /assignments/assignment/bulk_delete',
      'POST /assignments/assignment/bulk_move',
      'POST /auth/address',
      'POST /auth/testdrive',
      'POST /authentication/organization/transactions/withdraw_purge_approval',
      'POST /authentication/organization/{id}/remove_member',
      'POST /authentication/user/me/send_confirmation',
      'POST /contact',
      'POST /edits/unknown',
      'POST /packet/send',
      'POST /packet/{id}/cancel',
      'POST /packet/{id}/download',
      'POST /packet/{id}/queue',
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
      'POST /signing/{token}/returned_file',
      'POST /signing/{token}/sign',
      'POST /signing/{token}/unlock',
      'POST /signing/{token}/upload',
      'POST /signing/{token}/viewed',
      'POST /signing/{token}/witness',
      'POST /signing/{token}/witness_code',
      'POST /transactions/custom_value/bulk_set',
      'POST /transactions/executed_document/{id}/download',
      'POST /transactions/item/cancel_collation',
      'POST /transactions/item/collate',
      'POST /transactions/item/{id}/compare',
      'POST /transactions/item/{id}/replace_document',
      'POST /transactions/release/{id}/confirm',
      'POST /transactions/release/{id}/meet',
      'POST /transactions/release/{id}/release',
      'POST /transactions/release/{id}/withdraw',
      'POST /transactions/signature_page/{id}/copy',
      'POST /transactions/transaction/{id}/restore',
      'POST /transactions/transaction/{id}/viewed',
      'POST /transactions/transaction/{id}/watch',
    ]);
  });

  it('without a session, only allows signing in and out, regaining access, invitations by token, signing by a link, contacting support, checking seals, test drives and settings', () => {
    const open = all.filter((endpoint) => endpoint.meta.policy === 'public').map(({ name }) => name);
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
      'signing.returnFile',
      'signing.room',
      'signing.sign',
      'signing.submitDeed',
      'signing.unlock',
      'signing.upload',
      'signing.viewed',
      'signing.witness',
      'signing.witnessCode',
      'verify.certificates',
    ]);
  });

  // A person who registers has no account yet under which a key could be stored.
  it('stores the response of every write except sign-in and sign-out, so that a repeated request runs once', () => {
    expect(writes.filter(({ meta }) => meta.idempotent !== true).map(({ name }) => name)).toEqual([
      // A second email is harmless.
      'user.sendConfirmation',
      // Counted at most once an hour, no matter how often it is reported.
      'transactions.viewed',
      'transactions.presignUpload',
      'invitations.register',
      // Read-only.
      'items.compare',
      'downloads.item',
      'downloads.items',
      'downloads.transaction',
      'downloads.documents',
      'downloads.signaturePages',
      'packets.download',
      'executedDocuments.download',
      // Idempotent, whatever the key.
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
      'signing.upload',
      'signing.returnFile',
      // Returns a different single-use address each time.
      'signing.recipientView',
      'releases.watch',
      // Sent as a beacon, which can't have a key.
      'userEvents.create',
      'reports.accessLog',
      'reports.signatureManifest',
      // Read-only.
      'edits.unknown',
      'contact.send',
    ]);
  });

  it.for(withBody)('$name accepts a valid call', (endpoint) => {
    expect(accepts(endpoint, {})).toBe(true);
  });

  it('refuses unknown keys, except in events and in edits, where clients can send whole rows back', () => {
    const takesMore = withBody.filter((endpoint) => accepts(endpoint, { colour: 'red' }));
    const edits = withBody.filter(({ method, name }) => method === 'PATCH' && name !== 'elements.bulkUpdate');
    expect(takesMore.map(({ name }) => name).toSorted()).toEqual(
      [...edits.map(({ name }) => name), 'userEvents.create'].toSorted(),
    );
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
  ] as const)('%s is trimmed, not empty, and at most 350 characters long', ([, schema, rest, key]) => {
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

  it('refuses a document without its upload key', () => {
    const body = { uuid: id, transaction: other, name: 'Deed' };
    expect(newDocumentSchema.safeParse(body).success).toBe(false);
    expect(newDocumentSchema.safeParse({ ...body, uploaded_file_key: '' }).success).toBe(false);
  });

  it('queues a new document for signing unless told otherwise', () => {
    const body = { uuid: id, transaction: other, name: 'Deed', uploaded_file_key: 'k' };
    expect(newDocumentSchema.parse(body)).toMatchObject({ signing_type: 'to_be_signed', in_queue: true });
  });

  it('puts a version, a time and an author in each row, with a null author for the server’s own changes', () => {
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
