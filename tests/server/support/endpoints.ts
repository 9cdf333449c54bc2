import { traverseContractProcedures } from '@orpc/server';
import { v7 } from 'uuid';
import * as z from 'zod';
import {
  DEAL_COLLECTIONS,
  type CollectionName,
  type CollectionNamed,
  type DealCollection,
} from '../../../src/contract/collections/deal-collections.ts';
import { contract } from '../../../src/contract/contract.ts';
import type { EndpointMeta } from '../../../src/contract/policy.ts';
import { camelKey, type CamelKey } from '../../../src/db/codec.ts';
import { sampleOf } from '../../support/sample-of.ts';

export type Endpoint = {
  name: string;
  method: string;
  path: string;
  /** The status of a successful response. */
  status: number;
  meta: EndpointMeta;
  input: z.ZodType | undefined;
  /** Whether its input has the path parameters and the body separately. */
  detailed: boolean;
};

/** Every endpoint that the contract declares, by its name. */
export function endpoints(): Endpoint[] {
  const found: Endpoint[] = [];
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
    const { route, meta, inputSchema } = procedure['~orpc'];
    found.push({
      name: path.join('.'),
      method: route.method ?? 'POST',
      path: route.path ?? '',
      status: route.successStatus ?? 200,
      meta,
      input: inputSchema as z.ZodType | undefined,
      detailed: route.inputStructure === 'detailed',
    });
  });
  return found;
}

/** Calls that change data although they are GETs. */
export const WRITES_BY_GET: ReadonlySet<string> = new Set(['assignments.rejectByGet']);

/** Calls that change nothing although they are POSTs. */
export const READS_BY_POST: ReadonlySet<string> = new Set([
  'items.compare',
  'releases.watch',
  'packets.download',
  'executedDocuments.download',
  'reports.signatureManifest',
  'downloads.item',
  'downloads.items',
  'downloads.transaction',
  'downloads.documents',
  'downloads.signaturePages',
]);

/** The other rows for calls. */
const OTHER_ROWS = [
  'deal',
  /** An item with a file, and that file's only page. */
  'filed',
  'page',
  /** Another version of it, which looks the same. */
  'version',
  'itemElement',
  'entity',
  'packetRequest',
  /** A packet that was already sent, so sending it again changes nothing. */
  'sentPacket',
  'packetPage',
  /** The assignment in the packet. */
  'packed',
  'condition',
  'held',
  /** A release with nothing missing. */
  'releasable',
  /** The entity's other relation. */
  'otherRepresentative',
  /** An assignment whose signature awaits acceptance. */
  'signed',
  /** A person with a page out for signature. */
  'awaited',
  /** Another entry for the same person as the signatory, without any documents. */
  'duplicate',
  'notification',
  /** Requested by the owner. */
  'report',
  'download',
  /** The owner as a participant. */
  'participant',
  'organization',
  /** A session of the owner on a device that makes no calls. */
  'session',
  /** A colleague of the owner, who is not on the deal. */
  'colleague',
  /** Another member of the organization, who may be removed from it. */
  'leaver',
  /** An invitation to the deal. */
  'invitation',
  /** Another deal of the owner, with nothing in it, whose files may be purged. */
  'doomed',
] as const;

/** The name of a collection's row: its subject in the activity. */
type RowOf<Collection extends DealCollection> = CamelKey<Collection['subject']>;

/** The rows of one deal for calls, and its owner's notification about it. */
export type DealRows = Record<RowOf<DealCollection> | (typeof OTHER_ROWS)[number], string>;

/** The rows that the collections' standard commands create. */
export type StandardRow = {
  [Name in CollectionName]: 'create' extends CollectionNamed<Name>['standard'][number]
    ? RowOf<CollectionNamed<Name>>
    : never;
}[CollectionName];

/** Returns ids of rows that don't exist. */
export function unknownRows(): DealRows;
export function unknownRows(): Record<string, string> {
  const names = [...DEAL_COLLECTIONS.map(({ subject }) => camelKey(subject)), ...OTHER_ROWS];
  return Object.fromEntries(names.map((name) => [name, v7()]));
}

/** Returns the name of a collection's row. */
export function rowName(collection: DealCollection): RowOf<DealCollection>;
export function rowName({ subject }: DealCollection): string {
  return camelKey(subject);
}

type Call = { path: string; body?: unknown };

/**
 * Returns a call of the endpoint that succeeds for people who may make it. A new endpoint has to be added
 * here: the sweeps fail until somebody has considered its policy.
 */
export function validCall(name: string, rows: DealRows): Call {
  const calls: Record<string, Call> = {
    ...callsOfCollections(rows),
    'auth.login': { path: '/auth/login', body: { loginId: 'nobody@firm.test', password: 'wrong' } },
    'auth.resetPassword': { path: '/auth/password/reset', body: { loginId: 'nobody@firm.test' } },
    'auth.setPassword': { path: '/auth/password', body: { password: 'a new password', passwordId: 'x' } },
    'auth.changePassword': {
      path: '/auth/password',
      body: { loginId: 'nobody@firm.test', currentPassword: 'wrong', newPassword: 'a new password' },
    },
    'auth.confirmAddress': { path: '/auth/address', body: { token: 'x' } },
    'auth.testdrive': { path: '/auth/testdrive' },
    ...roomCalls(rows),
    'contact.send': {
      path: '/contact',
      body: { name: 'Otto', email: 'counsel@outside.test', message: 'Help.' },
    },
    'auth.logout': { path: '/auth/logout' },
    'auth.refresh': { path: '/auth/refresh' },
    'sessions.list': { path: '/auth/sessions' },
    'sessions.delete': { path: `/auth/sessions/${rows.session}` },
    'sessions.deleteOthers': { path: '/auth/sessions' },
    'config.get': { path: '/config' },
    'verify.certificates': { path: '/verify/certificates' },
    'featureStatus.get': { path: '/feature-status' },
    'user.me': { path: '/authentication/user/me' },
    'user.sendConfirmation': { path: '/authentication/user/me/send_confirmation' },
    'user.update': { path: `/authentication/user/${rows.colleague}`, body: { role: 'member' } },
    'organization.update': {
      path: `/authentication/organization/${rows.organization}`,
      body: { website: '' },
    },
    'organization.get': { path: `/authentication/organization/${rows.organization}` },
    'organization.strictDataAccess': {
      path: `/authentication/organization/${rows.organization}/get_strict_data_access_settings`,
    },
    'organization.removeMember': {
      path: `/authentication/organization/${rows.organization}/remove_member`,
      body: { user: rows.leaver },
    },
    'organization.setSupportAccess': {
      path: `/authentication/organization/${rows.organization}/set_support_access`,
      body: { support_access_enabled: false },
    },
    'organization.approvePurge': {
      path: '/authentication/organization/transactions/purge_approval',
      body: { transactions: [rows.doomed] },
    },
    'organization.withdrawPurge': {
      path: '/authentication/organization/transactions/withdraw_purge_approval',
      body: { transactions: [rows.deal] },
    },
    'organization.purges': { path: `/authentication/organization/${rows.organization}/purges` },
    'organization.outbox': { path: `/authentication/organization/${rows.organization}/outbox` },
    'transactions.list': { path: '/transactions/transaction' },
    'transactions.create': { path: '/transactions/transaction', body: { name: 'A deal' } },
    'transactions.get': { path: `/transactions/transaction/${rows.deal}` },
    'transactions.update': { path: `/transactions/transaction/${rows.deal}`, body: { name: 'B' } },
    'transactions.delete': { path: `/transactions/transaction/${rows.deal}` },
    'transactions.participantSettings': {
      path: `/transactions/transaction/${rows.deal}/participant_settings`,
      body: { archived: true },
    },
    'transactions.participantLeave': {
      path: `/transactions/transaction/${rows.deal}/participant_leave`,
    },
    'transactions.reorder': {
      path: `/transactions/transaction/${rows.deal}/reorder`,
      body: { item_list: [rows.item] },
    },
    'transactions.restore': {
      path: `/transactions/transaction/${rows.deal}/restore`,
      body: { kind: 'element', uuid: rows.header },
    },
    'transactions.changes': { path: `/transactions/transaction/${rows.deal}/changes` },
    'transactions.activity': { path: `/transactions/transaction/${rows.deal}/activity` },
    'transactions.viewed': {
      path: `/transactions/transaction/${rows.deal}/viewed`,
      body: { viewed_at: '2026-03-01T12:00:00.000Z' },
    },
    'transactions.presignUpload': {
      path: `/transactions/transaction/${rows.deal}/presigned_url`,
      body: { doc_uuid: v7(), file_name: 'a.pdf' },
    },
    'participants.list': { path: `/transactions/participant?transaction=${rows.deal}` },
    'participants.create': {
      path: '/transactions/participant',
      body: { transaction_uuid: rows.deal, user_uuid: rows.colleague },
    },
    'participants.update': {
      path: `/transactions/participant/${rows.participant}`,
      body: { access: 'full' },
    },
    'participants.delete': { path: `/transactions/participant/${rows.participant}` },
    'organization.createParticipant': {
      path: `/authentication/organization/${rows.organization}/create_participant`,
      body: { transaction: rows.deal, user: rows.colleague },
    },
    'organization.deleteParticipant': {
      path: `/authentication/organization/${rows.organization}/delete_participant`,
      body: { transaction: rows.deal, user: rows.colleague },
    },
    'invitations.list': { path: '/invitations/invitation' },
    'invitations.create': {
      path: '/invitations/invitation',
      body: { transaction: rows.deal, email: 'guest@elsewhere.test', first_name: 'Gil', last_name: 'Guest' },
    },
    'invitations.accept': { path: '/invitations/invitation/accept', body: { token: 'x' } },
    'invitations.delete': { path: `/invitations/invitation/${rows.invitation}` },
    'invitations.preview': { path: `/invitations/invitation/${rows.invitation}/preview` },
    'invitations.register': {
      path: '/invitations/invitation/register',
      body: {
        email: 'guest@elsewhere.test',
        password: 'a new password',
        first_name: 'Gil',
        last_name: 'Guest',
        token: 'x',
      },
    },
    // Without an item or a task, it is a header, which needs a label.
    'elements.create': { path: '/transactions/element', body: { transaction: rows.deal, label: 'A' } },
    'elements.bulkUpdate': {
      path: '/transactions/element/bulk_update',
      body: { element_uuids: [rows.header], order: 0 },
    },
    'elements.update': { path: `/transactions/element/${rows.header}`, body: { label: 'B' } },
    'items.fromDocuments': {
      path: '/transactions/item/from_documents',
      body: { documents: [rows.document] },
    },
    'items.markPageForSigning': {
      path: `/transactions/item/${rows.filed}/mark_page_for_signing`,
      body: { page_uuid: rows.page, for_signing: true },
    },
    'items.compare': {
      path: `/transactions/item/${rows.filed}/compare`,
      body: { document: rows.version },
    },
    'items.replaceDocument': {
      path: `/transactions/item/${rows.filed}/replace_document`,
      body: { document: rows.version },
    },
    'documents.create': { path: '/transactions/document', body: newDocument(rows.deal) },
    ...signingCalls(rows),
    ...releaseCalls(rows),
    'reports.organization': {
      path: `/authentication/organization/${rows.organization}/transaction_report?download=excel`,
    },
    'reports.transactions': {
      path: `/reporting/${rows.organization}/transactions?download=excel&created_after=2026-01-01`,
    },
    'reports.accessLog': { path: '/authentication/organization/reports/strict_access_audit_log', body: {} },
    'reports.signingStatus': { path: `/transactions/transaction/${rows.deal}/signing_status_report` },
    'reports.signingMatrix': { path: `/transactions/transaction/${rows.deal}/signing_matrix_report` },
    'reports.signatureManifest': {
      path: `/transactions/transaction/${rows.deal}/sig-manifest-export`,
      body: { format: 'csv' },
    },
    'reports.list': { path: '/reporting/report' },
    'reports.get': { path: `/reporting/report/${rows.report}` },
    'notifications.list': { path: '/notifications/' },
    'notifications.update': { path: `/notifications/${rows.notification}`, body: { read: true } },
    'notifications.shareFile': { path: `/notifications/${rows.notification}/share_file` },
    'userEvents.create': { path: '/user-event', body: { event: 'DOCUMENTS_ADDED' } },
    'edits.unknown': {
      path: '/edits/unknown',
      body: { edits: [{ key: 'x', at: '2026-03-01T12:00:00.000Z' }] },
    },
  };
  const call = calls[name] ?? standardCall(name, rows);
  if (!call)
    throw new Error(
      `Say in tests/server/support/endpoints.ts how ${name} is called, so that its policy is tested.`,
    );
  return call;
}

/** Lists, reads and deletions, which are the same for all collections. */
function callsOfCollections(rows: DealRows): Record<string, Call> {
  const calls: Record<string, Call> = {};
  for (const collection of DEAL_COLLECTIONS) {
    const { name, path } = collection;
    const row = { path: `${path}/${rows[rowName(collection)]}` };
    calls[`${name}.list`] = { path: `${path}?transaction=${rows.deal}` };
    calls[`${name}.get`] = row;
    calls[`${name}.delete`] = row;
  }
  return calls;
}

/** The input of each endpoint that takes an object. */
const INPUTS: ReadonlyMap<string, z.ZodObject> = new Map(
  endpoints().flatMap(({ name, input }) => (input instanceof z.ZodObject ? [[name, input] as const] : [])),
);

/**
 * Returns a standard call of a collection. Its body follows from its schema: the required fields, or the
 * first field that people can edit.
 */
function standardCall(name: string, rows: DealRows): Call | undefined {
  const [group, verb = ''] = name.split('.');
  const collection = DEAL_COLLECTIONS.find((each) => each.name === group);
  const input = INPUTS.get(name);
  if (!collection || !input) return undefined;
  const { path, fields } = collection;
  const paths: Record<string, string> = {
    create: path,
    bulkCreate: `${path}/bulk_create`,
    update: `${path}/${rows[rowName(collection)]}`,
  };
  const called = paths[verb];
  if (called === undefined) return undefined;
  const edited = fields.filter((field) => field in input.shape).slice(0, 1);
  const { transaction, ...body } = sampleOf(input, verb === 'update' ? edited : undefined);
  return { path: called, body: { ...body, ...(transaction !== undefined && { transaction: rows.deal }) } };
}

/** The calls of a signing room, with a link that was never sent. */
function roomCalls({ packet }: DealRows): Record<string, Call> {
  const room = `/signing/${'x'.repeat(43)}`;
  return {
    'signing.room': { path: room },
    'signing.unlock': { path: `${room}/unlock`, body: { code: 'ALDER4711' } },
    'signing.emailDeviceCode': { path: `${room}/device_code`, body: {} },
    'signing.confirmDevice': { path: `${room}/device`, body: { code: '123456' } },
    'signing.viewed': { path: `${room}/viewed`, body: {} },
    'signing.consent': { path: `${room}/consent`, body: { version: '1' } },
    'signing.adopt': { path: `${room}/adopt`, body: { name: 'Ann', style: 'caveat' } },
    'signing.sign': { path: `${room}/sign`, body: { pages: [{ uuid: packet, sha256: 'a' }] } },
    'signing.submitDeed': {
      path: `${room}/deed_submission`,
      body: { item: packet, document_sha256: 'a', pages: [{ uuid: packet, sha256: 'a' }] },
    },
    'signing.witness': {
      path: `${room}/witness`,
      body: {
        pages: [{ uuid: packet, sha256: 'a' }],
        name: 'Ann Hall',
        address: '1 High Street',
        occupation: 'Teacher',
        is_present: true,
        style: 'caveat',
      },
    },
    'signing.witnessCode': { path: `${room}/witness_code`, body: {} },
    'signing.enterWitnessCode': { path: '/signing/witness', body: { code: 'ABCD2345' } },
    'signing.finish': { path: `${room}/finish`, body: {} },
    'signing.decline': { path: `${room}/decline`, body: { reason: 'Because' } },
    'signing.delegate': { path: `${room}/delegate`, body: { name: 'Max Roe' } },
    'signing.upload': { path: `${room}/upload`, body: { uuid: packet } },
    'signing.returnFile': { path: `${room}/returned_file`, body: { uuid: packet, name: 'Scan.pdf' } },
    'signing.recipientView': { path: `${room}/recipient_view`, body: {} },
    'signing.document': { path: `${room}/document/${packet}` },
  };
}

/** The calls about releases. */
function releaseCalls({
  deal: transaction,
  release,
  releasable,
  condition,
  held,
  filed,
}: DealRows): Record<string, Call> {
  const path = `/transactions/release/${release}`;
  const collated = { transaction, item_uuids: [filed] };
  return {
    'collations.retry': { path: '/transactions/item/collate', body: collated },
    'collations.cancel': { path: '/transactions/item/cancel_collation', body: collated },
    'releases.create': { path: '/transactions/release', body: { transaction, assignments: [held] } },
    'releases.update': { path, body: { name: 'Escrow' } },
    'releases.meet': { path: `${path}/meet`, body: { condition } },
    'releases.confirm': { path: `${path}/confirm`, body: { confirmed: false } },
    'releases.release': { path: `/transactions/release/${releasable}/release`, body: {} },
    'releases.withdraw': { path: `${path}/withdraw`, body: {} },
    'releases.ledgerPdf': { path: `/transactions/ledger/pdf?transaction=${transaction}` },
    'releases.watch': { path: `/transactions/transaction/${transaction}/watch` },
    'releases.ledger': { path: `/transactions/ledger?transaction=${transaction}` },
  };
}

/** The calls about signatories, in addition to the standard calls. */
function signingCalls(rows: DealRows): Record<string, Call> {
  const { deal: transaction, signatory, item } = rows;
  const relation = `/signatory/${rows.entity}/representative/${rows.representative}`;
  const group = `/signing_group/${rows.signingGroup}`;
  return {
    'bulkSignatoryUploads.create': {
      path: '/bulk_signatory_upload',
      body: {
        uuid: v7(),
        transaction,
        file_name: 'list.csv',
        rows: [{ row: 1, signatories: [{ uuid: v7(), full_name: 'Ann' }] }],
      },
    },
    'signatories.update': { path: `/signatory/${signatory}`, body: { email: 'bo@alpha.test' } },
    'representatives.create': {
      path: `/signatory/${rows.entity}/representative`,
      body: { title: 'Secretary', signatory },
    },
    'representatives.update': { path: relation, body: { title: 'President' } },
    'representatives.delete': { path: relation },
    'customValues.create': {
      path: '/transactions/custom_value',
      body: { transaction, signatory: rows.entity, custom_key: rows.customKey, value: 'A' },
    },
    'customValues.bulkSet': {
      path: '/transactions/custom_value/bulk_set',
      body: {
        transaction,
        values: [{ uuid: v7(), signatory: rows.entity, custom_key: rows.customKey, value: 'A' }],
      },
    },
    'customValues.update': { path: `/transactions/custom_value/${rows.customValue}`, body: { value: 'B' } },
    'signingGroups.assign': { path: `${group}/assign`, body: { item } },
    'signingGroups.assignDynamic': { path: `${group}/assign_dynamic`, body: { item } },
    'signingGroupMembers.create': {
      path: '/signing_group_member',
      body: { group: rows.signingGroup, signatory },
    },
    'signingGroupMembers.bulkCreate': {
      path: '/signing_group_member/bulk_create',
      body: { group: rows.signingGroup, members: [{ signatory }] },
    },
    'signingGroupMembers.update': {
      path: `/signing_group_member/${rows.signingGroupMember}`,
      body: { order: 0 },
    },
    'signaturePages.create': { path: '/transactions/signature_page', body: { item } },
    'signaturePages.copy': {
      path: `/transactions/signature_page/${rows.signaturePage}/copy`,
      body: { items: [item] },
    },
    'signaturePages.get': { path: `/transactions/signature_page/${rows.signaturePage}` },
    'signaturePages.pdf': { path: `/transactions/signature_page/${rows.signaturePage}/pdf` },
    'signatories.bulkDuplicate': {
      path: '/signatory/bulk_duplicate',
      body: { transaction, signatories: [signatory] },
    },
    'signatories.merge': { path: `/signatory/${rows.duplicate}/merge`, body: { into: signatory } },
    'signatories.auditLog': { path: `/signatory/${signatory}/audit_log` },
    'signatories.sendReminder': { path: `/signatory/${rows.awaited}/send_reminder`, body: { force: true } },
    'representatives.replace': {
      path: '/signatory/replace-representative',
      body: {
        entity_pk: rows.entity,
        existing_representative_pk: rows.representative,
        new_representative_pk: rows.otherRepresentative,
      },
    },
    'signingGroups.copy': { path: `${group}/copy`, body: {} },
    'signingGroupMembers.move': {
      path: `/signing_group_member/${rows.signingGroupMember}/move`,
      body: { to_index: 0 },
    },
    'signingGroupMembers.cleanUpOrder': {
      path: `/transactions/transaction/${transaction}/signing_group_order_cleanup`,
    },
    'tabs.create': {
      path: '/tab',
      body: { assignment: rows.assignment, tab_type: 'signature', x_position: 0.5, y_position: 0.5 },
    },
    'tabs.update': { path: `/tab/${rows.tab}`, body: { label: 'Approve' } },
    'tabGroups.create': {
      path: '/assignments/tab_group',
      body: { assignment_id: rows.assignment, group_rule: 'select_at_least', minimum_required: 1 },
    },
    'tabGroups.update': {
      path: `/assignments/tab_group/${rows.tabGroup}`,
      body: { group_rule: 'select_at_most', maximum_allowed: 1 },
    },
    'assignments.accept': { path: `/assignments/assignment/${rows.signed}/accept` },
    'assignments.bulkAccept': {
      path: '/assignments/assignment/bulk_accept',
      body: { assignments: [rows.signed] },
    },
    'assignments.reject': { path: `/assignments/assignment/${rows.signed}/reject`, body: {} },
    'assignments.rejectByGet': { path: `/assignments/assignment/${rows.signed}/reject` },
    'assignments.bulkReject': {
      path: '/assignments/assignment/bulk_reject',
      body: { assignments: [rows.signed] },
    },
    'packets.create': {
      path: '/assignments/create_packet',
      body: { uuid: v7(), transaction, assignments: [rows.assignment] },
    },
    'packets.creation': { path: `/assignments/create_packet/${rows.packetRequest}` },
    'packets.cancel': { path: `/packet/${rows.packet}/cancel`, body: { reason: 'A new draft.' } },
    'packets.send': { path: `/packet/${rows.sentPacket}/send`, body: {} },
    'packets.queue': { path: `/packet/${rows.packet}/queue`, body: { sending: null } },
    'packets.bulkSend': { path: '/packet/send', body: { packets: [rows.sentPacket] } },
    'packets.detail': { path: `/packet/${rows.packet}` },
    'packets.preview': { path: `/packet/${rows.packet}/preview` },
    'packets.previewDocument': { path: `/packet/${rows.packet}/preview/document/${rows.item}` },
    'packets.page': { path: `/packet/${rows.packet}/page/${rows.packetPage}` },
    'executedDocuments.create': {
      path: '/transactions/executed_document',
      body: {
        uuid: v7(),
        transaction: rows.deal,
        uploaded_file_key: 'incoming/none',
        name: 'Scan',
      },
    },
    'executedDocumentPages.picture': {
      path: `/transactions/executed_document_page/${rows.executedDocumentPage}`,
    },
    'executedDocumentPages.update': {
      path: `/transactions/executed_document_page/${rows.executedDocumentPage}`,
      body: { set_aside: true },
    },
    'assignments.blank': { path: `/assignments/assignment/${rows.packed}/blank` },
    'executedDocuments.download': {
      path: `/transactions/executed_document/${rows.executedDocument}/download`,
    },
    'packets.download': { path: `/packet/${rows.packet}/download` },
    'downloads.item': {
      path: `/transactions/item/${rows.filed}/download`,
      body: { kind: 'nonexecutable_item' },
    },
    'downloads.items': {
      path: '/transactions/item/downloads',
      body: { item_uuids: [rows.filed], kind: 'nonexecutable_item' },
    },
    'downloads.transaction': {
      path: `/transactions/transaction/${rows.deal}/download`,
      body: { kind: 'unexecuted_packets' },
    },
    'downloads.documents': {
      path: '/transactions/downloads/documents',
      body: { transaction, item_uuids: [rows.filed], kind: 'nonexecutable_item' },
    },
    'downloads.signaturePages': {
      path: '/transactions/downloads/signature_pages',
      body: { transaction, kind: 'unexecuted_packets' },
    },
    'assignments.create': { path: '/assignments/assignment', body: { item, signatory } },
    'assignments.bulkCreate': {
      path: '/assignments/assignment/bulk_create',
      body: { transaction, assignments: [{ item, signatory }] },
    },
    'assignments.bulkDelete': {
      path: '/assignments/assignment/bulk_delete',
      body: { transaction, assignments: [rows.assignment] },
    },
    'assignments.bulkMove': {
      path: '/assignments/assignment/bulk_move',
      body: { transaction, moves: [{ uuid: rows.assignment, item_page_uuid: rows.signaturePage }] },
    },
    'assignments.update': {
      path: `/assignments/assignment/${rows.assignment}`,
      body: { requires_witness: true },
    },
  };
}

function newDocument(deal: string) {
  const uuid = v7();
  return { uuid, transaction: deal, name: 'A', uploaded_file_key: `incoming/${deal}/${uuid}` };
}
