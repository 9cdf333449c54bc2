import { describe, expect, it } from 'vitest';
import type { FieldBox, Sheet } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import type { SheetTab } from '../../../src/contract/rules/signing/fields/fill-tabs.ts';
import { fillableSheet, signedAwayFromLine } from './place-tabs.ts';

const box = { x: 100, y: 200, width: 200, height: 20 };
const field = (purpose: FieldBox['purpose'], more: Partial<FieldBox> = {}): FieldBox => ({
  purpose,
  signers: ['alpha'],
  ...box,
  ...more,
});
const sheetWith = (...fields: FieldBox[]): Sheet => ({
  width: 1000,
  height: 1000,
  runs: [],
  rules: [],
  fields,
  blocks: [],
  codes: [],
});
const place = { x: 0.1, y: 0.2, width: 0.2, height: 0.02 };
const signature = { assignment: 'alpha', purpose: 'signature', ...place } as const;
const text: SheetTab = {
  uuid: 'text',
  assignment: 'alpha',
  type: 'custom',
  label: 'Capacity',
  required: true,
  group: null,
  value: null,
  ...place,
};
const nothing = { assignments: ['alpha'], tabs: [], blanks: undefined, number: 1, numSheets: 2 };

describe('a signature field', () => {
  it('removes the printed line of its signatory, on every sheet of the page', () => {
    const sheet = sheetWith(field('signature', { signers: ['alpha', 'beta'] }), field('date_signed'));
    const tabs = [signature];
    expect(fillableSheet(sheet, { ...nothing, tabs }).fields).toEqual([
      field('signature', { signers: ['beta'] }),
      field('date_signed'),
      field('signature'),
    ]);
    const second = fillableSheet(sheetWith(field('signature')), { ...nothing, tabs, number: 2 });
    expect(second.fields).toEqual([]);
  });

  it('leaves the printed line empty unless the field is on that line', () => {
    const sheet = sheetWith(field('signature'));
    expect(signedAwayFromLine([sheet], [signature])).toEqual([]);
    expect(signedAwayFromLine([sheet], [{ ...signature, y: 0.3 }])).toEqual(['alpha']);
    expect(signedAwayFromLine([sheet], [{ ...signature, purpose: 'date_signed', y: 0.3 }])).toEqual([]);
    expect(signedAwayFromLine([sheet], [{ ...signature, assignment: 'beta' }])).toEqual(['beta']);
    const later = { ...signature, sheet: 2 };
    expect(signedAwayFromLine([sheetWith(), sheet], [later])).toEqual([]);
    expect(signedAwayFromLine([sheet, sheetWith()], [later])).toEqual(['alpha']);
  });
});

describe('a field', () => {
  const box2 = { ...text, uuid: 'box', type: 'checkbox', group: 'choice', sheet: 2 } as const;
  const choice = {
    uuid: 'choice',
    assignment: 'alpha',
    rule: 'select_at_least',
    minimum: 1,
    maximum: null,
  } as const;
  const placed = {
    assignments: ['alpha'],
    tabs: [{ ...signature, sheet: 2 }],
    blanks: { tabs: [text, box2], groups: [choice] },
  };
  const shown = (number: number, numSheets: number) => {
    const {
      fields,
      tabs = [],
      tabGroups = [],
    } = fillableSheet(sheetWith(), { ...placed, number, numSheets });
    return [
      fields.map(({ purpose }) => purpose),
      tabs.map(({ uuid }) => uuid),
      tabGroups.map(({ uuid }) => uuid),
    ];
  };

  it('is on its sheet, and a rule on the sheet of its checkboxes', () => {
    expect([1, 2, 3].map((number) => shown(number, 3))).toEqual([
      [[], ['text'], []],
      [['signature'], ['box'], ['choice']],
      [[], [], []],
    ]);
    const { fields, tabs } = fillableSheet(sheetWith(), { ...placed, number: 2, numSheets: 2 });
    for (const each of [...fields, ...(tabs ?? [])]) expect(each).not.toHaveProperty('sheet');
  });

  it('is on the last sheet if the page no longer has its own', () => {
    expect(shown(1, 1)).toEqual([['signature'], ['text', 'box'], ['choice']]);
  });
});

describe('a line for a missing fact', () => {
  const tabsOn = (...args: Parameters<typeof fillableSheet>) =>
    (fillableSheet(...args).tabs ?? []).map(({ label, required, assignment }) => [
      label,
      required,
      assignment,
    ]);

  it('becomes an optional field that is named after what is missing', () => {
    const sheet = sheetWith(field('title'), field('blank', { y: 300, label: 'State', signers: ['beta'] }));
    expect(tabsOn(sheet, nothing)).toEqual([
      ['Title', false, 'alpha'],
      ['State', false, 'beta'],
    ]);
    expect(fillableSheet(sheet, nothing).tabs?.[0]).toMatchObject({ type: 'custom', ...box });
  });

  it('is a field on every sheet', () => {
    const blanks = { tabs: [text], groups: [] };
    const sheet = sheetWith(field('title', { y: 300 }));
    expect(tabsOn(sheet, { ...nothing, blanks })).toEqual([
      ['Capacity', true, 'alpha'],
      ['Title', false, 'alpha'],
    ]);
    expect(tabsOn(sheet, { ...nothing, blanks, number: 2 })).toEqual([['Title', false, 'alpha']]);
  });

  it('doesn’t become a second field where the team has placed one', () => {
    const blanks = { tabs: [text], groups: [] };
    expect(tabsOn(sheetWith(field('title')), { ...nothing, blanks })).toEqual([['Capacity', true, 'alpha']]);
  });

  it('belongs to the first signatory of the sheet if it is in the text of the page', () => {
    const sheet = sheetWith(field('blank', { label: 'State', signers: [] }));
    expect(tabsOn(sheet, nothing)).toEqual([['State', false, 'alpha']]);
    expect(tabsOn(sheet, { ...nothing, assignments: [] })).toEqual([]);
  });
});
