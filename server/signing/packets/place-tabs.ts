import { v7 } from 'uuid';
import type {
  FieldBox,
  FieldPurpose,
  Sheet,
} from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { inReadingOrder, type SheetTab } from '../../../src/contract/rules/signing/fields/fill-tabs.ts';
import { sheetOfTab } from '../../../src/contract/rules/signing/fields/tabs.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import type { OnSheet, PageBlanks, PlacedTab } from './packet-source.ts';

type Size = { readonly width: number; readonly height: number };
type Box = Pick<SheetTab, 'x' | 'y' | 'width' | 'height'>;

/** Converts fractions of a page into points. */
function inPoints({ x, y, width, height }: Box, page: Size): Box {
  return {
    x: x * page.width,
    y: y * page.height,
    width: width * page.width,
    height: height * page.height,
  };
}

/** Returns the positions of signatures and dates on a sheet of this size. */
export function placedFields(tabs: readonly PlacedTab[], page: Size): FieldBox[] {
  return tabs.map(({ assignment, purpose, sheet: _, ...box }) => ({
    purpose,
    signers: [assignment],
    ...inPoints(box, page),
  }));
}

/** Returns the other fields on a sheet of this size. */
export function placedBlanks(
  blanks: PageBlanks | undefined,
  page: Size,
): Pick<PacketSheet, 'tabs' | 'tabGroups'> {
  if (!blanks || blanks.tabs.length === 0) return {};
  const tabs = blanks.tabs.map(({ sheet: _, ...tab }) => ({ ...tab, ...inPoints(tab, page) }));
  const groups = blanks.groups.map(({ assignment: _, ...group }) => group);
  return { tabs: inReadingOrder(tabs, page), ...(groups.length > 0 && { tabGroups: groups }) };
}

/** The lines that a signature page has for missing facts, with the labels of their fields. A blank in a text has its own label. */
const WRITE_IN: Partial<Record<FieldPurpose, string>> = {
  blank: '',
  name: 'Name',
  title: 'Title',
  email: 'Email',
  address: 'Address',
};

/** The fields that the team has placed on a generated page, for those who sign these sheets. */
interface PlacedOnPage {
  readonly assignments: readonly string[];
  readonly tabs: readonly PlacedTab[];
  readonly blanks: PageBlanks | undefined;
  /** The number of this sheet, from 1, and of all sheets of the page. */
  readonly number: number;
  readonly numSheets: number;
}

/**
 * Returns a generated sheet with its signing fields. A signature field replaces the printed line, so that nobody signs twice
 * for one assignment. A line for a missing fact becomes an optional field.
 */
export function fillableSheet(
  sheet: Sheet,
  { assignments, tabs, blanks, number, numSheets }: PlacedOnPage,
): PacketSheet {
  const isHere = (tab: OnSheet) => sheetOfTab(tab, numSheets) === number;
  const elsewhere = new Set(
    tabs.flatMap(({ purpose, assignment }) => (purpose === 'signature' ? [assignment] : [])),
  );
  const printed = sheet.fields.flatMap((field): FieldBox[] => {
    if (field.purpose !== 'signature') return [field];
    const signers = field.signers.filter((each) => !elsewhere.has(each));
    return signers.length > 0 ? [{ ...field, signers }] : [];
  });
  const { tabs: own = [], tabGroups } = placedBlanks(blanks && blanksOn(blanks, isHere), sheet);
  const writtenIn = sheet.fields.flatMap((field): SheetTab[] => {
    const label = WRITE_IN[field.purpose];
    const assignment = field.signers[0] ?? assignments[0];
    if (label === undefined || assignment === undefined || own.some((tab) => overlaps(tab, field))) return [];
    const { x, y, width, height, label: missing = label } = field;
    const empty = { type: 'custom', required: false, group: null, value: null } as const;
    return [{ uuid: v7(), assignment, label: missing, ...empty, x, y, width, height }];
  });
  const all = [...own, ...writtenIn];
  return {
    ...sheet,
    fields: [...printed, ...placedFields(tabs.filter(isHere), sheet)],
    ...(all.length > 0 && { tabs: inReadingOrder(all, sheet) }),
    ...(tabGroups && { tabGroups }),
  };
}

/** Returns the assignments whose signature field is away from the printed line, which stays empty. */
export function signedAwayFromLine(sheets: readonly Sheet[], tabs: readonly PlacedTab[]): string[] {
  return tabs.flatMap(({ purpose, assignment, ...place }) => {
    const sheet = sheets[sheetOfTab(place, sheets.length) - 1];
    if (purpose !== 'signature' || !sheet) return [];
    const isOnLine = sheet.fields.some(
      (field) =>
        field.purpose === 'signature' &&
        field.signers.includes(assignment) &&
        overlaps(inPoints(place, sheet), field),
    );
    return isOnLine ? [] : [assignment];
  });
}

/** The blanks of one sheet. All checkboxes of a group are on one. */
function blanksOn({ tabs, groups }: PageBlanks, isHere: (tab: OnSheet) => boolean): PageBlanks {
  const here = tabs.filter(isHere);
  const named = new Set(here.map(({ group }) => group));
  return { tabs: here, groups: groups.filter(({ uuid }) => named.has(uuid)) };
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
