import { expect, it } from 'vitest';
import { assignmentRow } from '../../../../../tests/support/signing/signing-rows.ts';
import type { AssignmentStatus } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { newItemRow } from '../../../commands/checklist/new-rows.ts';
import { generatedPage } from '../../../commands/signing/pages/new-page.ts';
import { signaturesOf, signaturesOfItem, signingStatusOf } from './item-signing.ts';

const STAMP = { madeAt: '2026-01-01T00:00:00.000Z', userId: 'partner' };

function pageOf(item: string, source: 'file' | 'generated') {
  const uuid = `${source} page of ${item}`;
  return { ...generatedPage({ uuid, transaction: 'deal', item, order: 0 }, STAMP), source };
}

function signed(page: ReturnType<typeof pageOf>, status: AssignmentStatus) {
  const uuid = `signature on the ${page.uuid}`;
  return assignmentRow({ uuid, item: page.item, itemPageUuid: page.uuid, status });
}

function read(pages: readonly ReturnType<typeof pageOf>[], signatures: readonly ReturnType<typeof signed>[]) {
  return signaturesOf(
    {
      signaturePages: new Map(pages.map((row) => [row.uuid, row])),
      assignments: new Map(signatures.map((row) => [row.uuid, row])),
    },
    new Map(),
  );
}

const itemOf = (uuid: string, pagesEmbeddedIn: string | null = null) => ({
  ...newItemRow({ transaction: 'deal', uuid, name: uuid }, null, STAMP),
  forSigning: true,
  pagesEmbeddedIn,
});

it('a document whose signature pages are in another one’s file has the status of the marked pages there', () => {
  const [marked, generated] = [pageOf('lease', 'file'), pageOf('lease', 'generated')];
  const all = read([marked, generated], [signed(marked, 'released'), signed(generated, 'sent')]);
  const statusOf = (item: ReturnType<typeof itemOf>) => signingStatusOf(item, signaturesOfItem(all, item));
  expect(statusOf(itemOf('lease'))).toBe('partially_executed');
  expect(statusOf(itemOf('joinder', 'lease'))).toBe('released');
  expect(statusOf(itemOf('joinder'))).toBe('no_pages');
  expect(statusOf(itemOf('joinder', 'deleted'))).toBe('no_pages');
});

it('its own pages count as well', () => {
  const [marked, own] = [pageOf('lease', 'file'), pageOf('joinder', 'generated')];
  const all = read([marked, own], [signed(marked, 'released'), signed(own, 'sent')]);
  const joinder = itemOf('joinder', 'lease');
  expect(signaturesOfItem(all, joinder)?.pages).toBe(2);
  expect(signingStatusOf(joinder, signaturesOfItem(all, joinder))).toBe('partially_executed');
});

it('a document without marked pages provides no signatures for others', () => {
  const page = pageOf('lease', 'generated');
  const all = read([page], [signed(page, 'released')]);
  expect(signaturesOfItem(all, itemOf('joinder', 'lease'))).toBeUndefined();
});
