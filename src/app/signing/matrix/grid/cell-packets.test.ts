import { expect, test } from 'vitest';
import { assignmentRow, packetRow } from '../../../../../tests/support/signing/signing-rows.ts';
import { packetsByAssignment } from '../../../../db/queries/signing/assignments/matrix-rows.ts';
import type { CollectionRow } from '../../../../db/rows.ts';
import { packetReader } from './cell-packets.ts';
import { cellsOf } from './cells.ts';

type Status = CollectionRow<'assignments'>['status'];
type Change = Partial<CollectionRow<'packets'>>;

const jane: CollectionRow<'signatories'> = {
  uuid: 'jane',
  transaction: 'deal',
  fullName: 'Jane Doe',
  email: 'jane@alpha.test',
  isOrg: false,
  address: '',
  entityDescription: '',
  instapagesConfig: {},
  order: 0,
  bulkSignatoryUploadId: null,
  createdAt: '2026-03-02T09:00:00.000Z',
  createdBy: 'partner',
  version: 1,
  modifiedAt: '2026-03-02T09:00:00.000Z',
  modifiedBy: 'partner',
};

/** What the cell of one signature shows about its packets, created one after another. */
function shown(status: Status, changes: readonly Change[], email = jane.email) {
  const row = assignmentRow({ status });
  const packets = packetsByAssignment(changes.map((change, at) => packetRow(at, [row.uuid], change)));
  const cell = cellsOf([row], [], { members: new Map(), nameOf: () => '', follows: true }).get('jane');
  const packet = packetReader(packets, new Map([['jane', { ...jane, email }]]))(cell);
  return packet && [packet.words, packet.needsAction];
}

test('a signature in an unsent packet shows the status of the packet', () => {
  const queued = { after: null, waitsFor: [], asksAgain: false };
  expect(shown('in_packet', [{ status: 'generating' }])).toEqual(['Preparing…', false]);
  expect(shown('in_packet', [{}])).toEqual(['Ready to send', false]);
  expect(shown('in_packet', [{ queued }])).toEqual(['Waiting', false]);
  expect(shown('in_packet', [{ heldReason: 'A page has changed.' }])).toEqual(['Not sent', true]);
  expect(shown('in_packet', [{}], '')).toEqual(['No email address', true]);
});

test('a sent signature keeps its own status unless the packet didn’t arrive', () => {
  expect(shown('sent', [{ status: 'sent' }])).toEqual([null, false]);
  expect(shown('viewed', [{ status: 'partially_signed' }])).toEqual([null, false]);
  expect(shown('sent', [{ status: 'sent', mailProblem: 'There is no such mailbox.' }])).toEqual([
    'Not delivered',
    true,
  ]);
});

test('a signature that must be requested again says why, until it is in another packet', () => {
  expect(shown('assigned', [{ status: 'declined' }])).toEqual(['Declined', true]);
  expect(shown('assigned', [{ status: 'expired' }])).toEqual(['Expired', true]);
  expect(shown('assigned', [{ status: 'cancelled' }])).toBeNull();
  expect(shown('in_packet', [{ status: 'ready' }, { status: 'declined' }])).toEqual(['Ready to send', false]);
  expect(shown('assigned', [])).toBeNull();
});
