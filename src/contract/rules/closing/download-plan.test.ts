import { describe, expect, test } from 'vitest';
import {
  collationParts,
  DOWNLOAD_KINDS,
  hasEachOnce,
  planDownload,
  type DownloadKind,
  type PlanItem,
  type PlanPage,
  type PlanPart,
} from './download-plan.ts';

const released = (assignment: string, human = 'jane') => ({ assignment, human, isReleased: true });
const unsigned = (assignment: string, human = 'john') => ({ assignment, human, isReleased: false });

function item(uuid: string, more: Partial<PlanItem> = {}): PlanItem {
  return {
    uuid,
    name: uuid,
    bodyPages: 3,
    isUnconverted: false,
    isForSigning: true,
    isFullyExecuted: false,
    isCollated: false,
    pages: [],
    attachments: [],
    ...more,
  };
}

const page = (uuid: string, bodyPage: number | null, ...sheets: PlanPage['sheets']): PlanPage => ({
  uuid,
  bodyPage,
  sheets,
});

/** The parts of a plan, each in a short form such as `spa 1-2`, `signed a` or `blank b`. */
function shortly(parts: readonly PlanPart[]): string[] {
  return parts.map((part) => {
    if (part.kind === 'file') return `${part.item} file`;
    if (part.kind === 'executed') return `${part.item} executed`;
    if (part.kind === 'body') return `${part.item} ${part.from}-${part.to}`;
    return `${part.kind} ${part.assignments.join('+') || 'nobody'}`;
  });
}

function plan(one: PlanItem, kind: DownloadKind): string[] {
  return planDownload([{ item: one, kind }]).files.flatMap(({ parts }) => shortly(parts));
}

/** Its second page is marked: Jane has signed it, John has not. The same is true of a page after the body. */
const spa = item('spa', {
  pages: [
    page('marked', 2, [released('a')], [unsigned('b')]),
    page('generated', null, [released('c')], [unsigned('d')]),
  ],
});
const exhibit = item('exhibit', {
  bodyPages: 1,
  pages: [page('exhibit page', null, [unsigned('e', 'jane')])],
  attachments: [item('schedule', { bodyPages: 2, isForSigning: false })],
});
const withExhibit: PlanItem = { ...spa, attachments: [exhibit, item('annex', { bodyPages: null })] };

describe('the kinds of download', () => {
  test('executed_item has the signed pages that exist, and blank ones for the rest', () => {
    expect(plan(spa, 'executed_item')).toEqual(['spa 1-1', 'signed a', 'spa 2-3', 'signed c', 'blank d']);
  });

  test('executed_item_without_unexecuted_pages leaves out the pages that aren’t signed', () => {
    expect(plan(spa, 'executed_item_without_unexecuted_pages')).toEqual([
      'spa 1-1',
      'signed a',
      'spa 3-3',
      'signed c',
    ]);
  });

  test('executed_item_with_attachments continues with the attachments in their order, nested ones included', () => {
    expect(plan(withExhibit, 'executed_item_with_attachments')).toEqual([
      'spa 1-1',
      'signed a',
      'spa 2-3',
      'signed c',
      'blank d',
      'exhibit 1-1',
      'blank e',
      'schedule file',
    ]);
  });

  test('executed_item_with_attachments_without_unexecuted_pages leaves them out in the attachments, too', () => {
    expect(plan(withExhibit, 'executed_item_with_attachments_without_unexecuted_pages')).toEqual([
      'spa 1-1',
      'signed a',
      'spa 3-3',
      'signed c',
      'exhibit file',
      'schedule file',
    ]);
  });

  test('unexecuted_item is the body with blank pages, even if somebody has signed', () => {
    expect(plan(spa, 'unexecuted_item')).toEqual(['spa 1-3', 'blank c', 'blank d']);
    expect(plan({ ...spa, isCollated: true }, 'unexecuted_item')).toEqual(['spa 1-3', 'blank c', 'blank d']);
  });

  test('nonexecutable_item is the file as it is', () => {
    expect(plan(withExhibit, 'nonexecutable_item')).toEqual(['spa file']);
  });

  test('executed_sigs has only the signed pages, in document order', () => {
    expect(plan({ ...spa, pages: spa.pages.toReversed() }, 'executed_sigs')).toEqual([
      'signed a',
      'signed c',
    ]);
  });

  test('unexecuted_packets have the outstanding pages of each person, across the documents', () => {
    const { files, leftOut } = planDownload(
      [spa, exhibit, item('done', { pages: [page('p', null, [released('z')])] })].map((one) => ({
        item: one,
        kind: 'unexecuted_packets',
      })),
    );
    expect(files.map(({ of, parts }) => [of, shortly(parts)])).toEqual([
      [{ human: 'john' }, ['blank b', 'blank d']],
      [{ human: 'jane' }, ['blank e']],
    ]);
    expect(leftOut).toEqual([{ item: 'done', reason: 'nothing_outstanding' }]);
  });
});

describe('a document whose signature pages are in another document’s file', () => {
  const page = { uuid: 'marked', bodyPage: null, embeddedIn: 'spa' };
  const joinder = item('joinder', { pages: [{ ...page, sheets: [[released('a')], [unsigned('b')]] }] });

  test('ends with copies of them: the released ones as they were signed, and one blank for all others', () => {
    expect(plan(joinder, 'executed_item')).toEqual(['joinder 1-3', 'signed a', 'blank b']);
    expect(plan(joinder, 'executed_item_without_unexecuted_pages')).toEqual(['joinder 1-3', 'signed a']);
    expect(plan(joinder, 'executed_sigs')).toEqual(['signed a']);
    const nobody = item('joinder', {
      pages: [{ ...page, sheets: [[unsigned('a')], [unsigned('b', 'kim')]] }],
    });
    expect(plan(nobody, 'executed_item')).toEqual(['joinder 1-3', 'blank a+b']);
    expect(plan(nobody, 'unexecuted_item')).toEqual(['joinder 1-3', 'blank a+b']);
  });

  test('has nothing to be signed: people sign these pages once, with the other document', () => {
    expect(planDownload([{ item: joinder, kind: 'unexecuted_packets' }])).toEqual({
      files: [],
      leftOut: [{ item: 'joinder', reason: 'nothing_outstanding' }],
    });
  });

  test('has them after its own executed document, which is sealed without them', () => {
    const both = {
      ...joinder,
      pages: [{ uuid: 'own', bodyPage: 2, sheets: [[released('c')]] }, ...joinder.pages],
    };
    expect(shortly(collationParts(both))).toEqual(['joinder 1-1', 'signed c', 'joinder 3-3']);
    expect(plan({ ...both, isCollated: true }, 'executed_item')).toEqual([
      'joinder executed',
      'signed a',
      'blank b',
    ]);
  });
});

describe('a page that is only partly released', () => {
  const half = item('half', { pages: [page('p', null, [released('a'), unsigned('b', 'jane')])] });

  test('has the sheet of the released signature, and a blank one for the other', () => {
    expect(plan(half, 'executed_item')).toEqual(['half 1-3', 'signed a', 'blank b']);
  });

  test('of the body appears once for everyone who hasn’t signed it', () => {
    const marked = item('marked', { pages: [page('p', 2, [unsigned('a')], [unsigned('b', 'kim')])] });
    expect(plan(marked, 'executed_item')).toEqual(['marked file']);
    expect(plan(marked, 'executed_item_without_unexecuted_pages')).toEqual(['marked 1-1', 'marked 3-3']);
  });
});

describe('a document', () => {
  test.each(DOWNLOAD_KINDS)('that nobody signs is its file, or has no such pages, as %s', (kind) => {
    const parts = plan(item('nda', { isForSigning: false }), kind);
    expect(parts).toEqual(kind === 'executed_sigs' || kind === 'unexecuted_packets' ? [] : ['nda file']);
  });

  test('that was uploaded as executed is its file, even if it has signature pages', () => {
    const uploaded = item('deed', { isFullyExecuted: true, pages: [page('p', null, [unsigned('a')])] });
    expect(plan(uploaded, 'executed_item_without_unexecuted_pages')).toEqual(['deed file']);
    expect(plan(uploaded, 'unexecuted_packets')).toEqual([]);
  });

  test('that is collated is its sealed executed document, unchanged', () => {
    const pages = [page('marked', 2, [released('a')]), page('generated', null, [released('c')])];
    const collated = { ...spa, pages, isCollated: true };
    expect(plan(collated, 'executed_item')).toEqual(['spa executed']);
    expect(plan(collated, 'executed_item_without_unexecuted_pages')).toEqual(['spa executed']);
    expect(plan(collated, 'executed_sigs')).toEqual(['signed a', 'signed c']);
  });

  test('that is collated is assembled again if another signature has been requested since', () => {
    expect(plan({ ...spa, isCollated: true }, 'executed_item')).toEqual(plan(spa, 'executed_item'));
  });

  test('without a file is left out, and the reason is given', () => {
    const { files, leftOut } = planDownload([
      { item: item('draft', { bodyPages: null }), kind: 'executed_item' },
      { item: item('draft', { bodyPages: null }), kind: 'executed_sigs' },
    ]);
    expect(files).toEqual([]);
    expect(leftOut.map(({ reason }) => reason)).toEqual(['no_file', 'no_executed_pages']);
  });
  test('an attachment or document that isn’t a PDF yet is named, and isn’t replaced by its signature pages', () => {
    const file = { bodyPages: null, isUnconverted: true };
    const unread = item('unread', { ...file, isForSigning: false });
    const placeholder = item('placeholder', { bodyPages: null, isForSigning: false });
    const agreement = item('agreement', {
      pages: [page('own', null, [released('a')])],
      attachments: [unread, placeholder],
    });
    const draft = item('draft', { ...file, pages: [page('its page', null, [released('b')])] });
    for (const kind of DOWNLOAD_KINDS.filter((each) => each.startsWith('executed_item_with_attachments'))) {
      const { files, leftOut } = planDownload([agreement, draft].map((each) => ({ item: each, kind })));
      expect(files.map(({ parts }) => shortly(parts))).toEqual([['agreement 1-3', 'signed a']]);
      expect(leftOut).toEqual([
        { item: 'unread', reason: 'not_converted' },
        { item: 'placeholder', reason: 'no_file' },
        { item: 'draft', reason: 'not_converted' },
      ]);
    }
    expect(planDownload([{ item: draft, kind: 'unexecuted_item' }]).files).toEqual([]);
    expect(plan(draft, 'executed_sigs')).toEqual(['signed b']);
  });

  test('that is included as another one’s attachment gets no separate file', () => {
    const kind = 'executed_item_with_attachments';
    const { files } = planDownload([
      { item: withExhibit, kind },
      { item: exhibit, kind },
    ]);
    expect(files.map(({ of }) => of)).toEqual([{ item: 'spa' }]);
  });

  test('has one sheet for a page that nobody signs, and none without unexecuted pages', () => {
    const empty = item('empty', { pages: [page('p', null)] });
    expect(plan(empty, 'executed_item')).toEqual(['empty 1-3', 'blank nobody']);
    expect(plan(empty, 'executed_item_without_unexecuted_pages')).toEqual(['empty file']);
  });

  test('has only the released signatures of a page that was marked in an earlier version', () => {
    const earlier = (...sheets: PlanPage['sheets']): PlanPage => ({
      ...page('earlier', null, ...sheets),
      isEarlier: true,
    });
    const both = item('both', { pages: [earlier([released('a')], [unsigned('b')])] });
    const open = item('open', { pages: [earlier([unsigned('b')])] });
    const nobody = item('nobody', { pages: [earlier()] });
    for (const kind of ['executed_item', 'executed_item_without_unexecuted_pages'] as const) {
      expect(plan(both, kind)).toEqual(['both 1-3', 'signed a']);
      expect(plan(open, kind)).toEqual(['open file']);
      expect(plan(nobody, kind)).toEqual(['nobody file']);
    }
    expect(plan(both, 'unexecuted_item')).toEqual(['both file']);
    expect(plan(both, 'executed_sigs')).toEqual(['signed a']);
    expect(plan(both, 'unexecuted_packets')).toEqual([]);
    expect(plan({ ...both, isCollated: true }, 'executed_item')).toEqual(['both executed']);
    expect(shortly(collationParts(both))).toEqual(['both 1-3', 'signed a']);
  });
});

test('an executed document keeps all of its body, and has no sheet that nobody signs', () => {
  const whole = item('lease', {
    pages: [
      page('unassigned', 1),
      page('marked', 2, [released('a')], [released('b', 'john')]),
      page('nobody', null),
      page('generated', null, [released('c')]),
    ],
  });
  expect(shortly(collationParts(whole))).toEqual([
    'lease 1-1',
    'signed a',
    'signed b',
    'lease 3-3',
    'signed c',
  ]);
});

test('a collated document without unexecuted pages has no marked page that nobody signs, and otherwise is the sealed one', () => {
  const kind = 'executed_item_without_unexecuted_pages';
  const signed = [page('signed', null, [released('a')])];
  const collated = { isCollated: true, bodyPages: 3 };
  expect(plan(item('deed', { ...collated, pages: signed }), kind)).toEqual(['deed executed']);
  const withBlank = item('lease', { ...collated, pages: [page('own', 3), ...signed] });
  expect(plan(withBlank, kind)).toEqual(['lease 1-2', 'signed a']);
  expect(plan(withBlank, 'executed_item')).toEqual(['lease executed']);
  const above = item('above', { attachments: [withBlank], isForSigning: false });
  expect(plan(above, 'executed_item_with_attachments_without_unexecuted_pages')).toEqual([
    'above file',
    'lease 1-2',
    'signed a',
  ]);
});

test('a document can only be sealed if each released signature is in it exactly once', () => {
  const signed = (...assignments: string[]): PlanPart => ({
    kind: 'signed',
    item: 'lease',
    page: 'page',
    assignments,
  });
  expect(hasEachOnce([signed('a'), signed('b', 'c')], ['c', 'a', 'b'])).toBe(true);
  expect(hasEachOnce([signed('a')], ['a', 'b'])).toBe(false);
  expect(hasEachOnce([signed('a'), signed('a')], ['a'])).toBe(false);
  expect(hasEachOnce([{ kind: 'file', item: 'lease' }], ['a'])).toBe(false);
});
