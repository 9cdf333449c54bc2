import { groupBounds, type GroupRule, type TAB_GROUP_RULES } from './tab-groups.ts';
import { byReadingOrder } from './tabs.ts';
import { VALUE_MAX } from './value-limits.ts';

/*
 * What a signatory fills in on a page (docs/product/packets.md, "Filling in fields"). The signing room checks these rules
 * before a page is signed, and the server checks them again.
 */

/** The types other than signatures and signing dates, which are filled in by signing. */
export const SHEET_TAB_TYPES = ['custom', 'checkbox', 'initials', 'effective_date'] as const;
export type SheetTabType = (typeof SHEET_TAB_TYPES)[number];

/** A signing field on a sheet of a packet. Lengths are in points from the top left. */
export interface SheetTab {
  readonly uuid: string;
  readonly assignment: string;
  readonly type: SheetTabType;
  readonly label: string;
  readonly required: boolean;
  readonly group: string | null;
  /** The value that the team has filled in beforehand. */
  readonly value: string | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The rule for a group of checkboxes on a sheet. */
export interface SheetTabGroup extends GroupRule {
  readonly uuid: string;
  readonly rule: (typeof TAB_GROUP_RULES)[number];
}

export interface TabsOfSheet {
  readonly tabs: readonly SheetTab[];
  readonly groups: readonly SheetTabGroup[];
}

/**
 * The values by field. Empty fields are absent. `FILLED` is the value of a checked checkbox and of initials that were given.
 */
export type TabValues = Readonly<Record<string, string>>;

export const FILLED = 'true';

/** Why a page can't be signed yet, and the field to focus. */
export interface TabProblem {
  readonly tab: string;
  readonly sentence: string;
}

/** The smallest readable type size of an entry, in points, and the usual width and height of its letters. */
const SMALLEST = 6;
const LETTER_WIDTH = 0.5;
const LINE_HEIGHT = 1.2;

/** Returns how many characters fit in a text field. */
export function roomIn({ width, height }: Pick<SheetTab, 'width' | 'height'>): number {
  const perLine = Math.max(1, Math.floor(width / (SMALLEST * LETTER_WIDTH)));
  return Math.min(VALUE_MAX, perLine * Math.max(1, Math.floor(height / (SMALLEST * LINE_HEIGHT))));
}

/** Returns whether the signatory fills in the field. The effective date is filled in at the release. */
export function isFilledBySigner({ type }: Pick<SheetTab, 'type'>): boolean {
  return type !== 'effective_date';
}

/** Returns the fields of a sheet in the order in which they are filled in. */
export function inReadingOrder(
  tabs: readonly SheetTab[],
  { width, height }: { width: number; height: number },
): SheetTab[] {
  const share = ({ x, y }: SheetTab) => ({ x: x / width, y: y / height });
  return tabs.toSorted((one, other) => byReadingOrder(share(one), share(other)));
}

/** Returns values in the form in which they are stored: trimmed, each on one line, and without empty ones. */
export function tidyValues(values: TabValues): TabValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([tab, value]) => {
      const tidy = value.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
      return tidy === '' ? [] : [[tab, tidy]];
    }),
  );
}

/** Returns what is missing or can't be printed, in the order of the fields. Empty if the page can be signed. */
export function tabProblems({ tabs, groups }: TabsOfSheet, values: TabValues): TabProblem[] {
  const problems: TabProblem[] = [];
  const asked = new Set<string>();
  for (const tab of tabs) {
    const group = tab.group === null ? undefined : groups.find(({ uuid }) => uuid === tab.group);
    const isNew = group !== undefined && !asked.has(group.uuid);
    if (group && isNew) asked.add(group.uuid);
    const sentence = group
      ? isNew
        ? groupProblem(
            group,
            tabs.filter((each) => each.group === group.uuid),
            values,
          )
        : null
      : ownProblem(tab, values[tab.uuid] ?? '');
    if (sentence !== null) problems.push({ tab: tab.uuid, sentence });
  }
  return problems;
}

function ownProblem(tab: SheetTab, value: string): string | null {
  const isEmpty = tab.type === 'custom' ? value.trim() === '' : value !== FILLED;
  const isMissing = tab.required && isEmpty;
  switch (tab.type) {
    case 'custom': {
      if (isMissing) return tab.label === '' ? 'Fill in this field.' : `Fill in “${tab.label}”.`;
      const most = roomIn(tab);
      return value.trim().length > most
        ? `${tab.label === '' ? 'This field' : `“${tab.label}”`} has room for ${most} characters. Shorten the text.`
        : null;
    }
    case 'checkbox':
      if (!isMissing) return null;
      return tab.label === '' ? 'Select this checkbox.' : `Select “${tab.label}”.`;
    case 'initials':
      return isMissing ? 'Add your initials.' : null;
    case 'effective_date':
      return null;
  }
}

function groupProblem(group: SheetTabGroup, tabs: readonly SheetTab[], values: TabValues): string | null {
  const { minimum, maximum } = boundsFor(group, tabs.length);
  const selected = tabs.filter(({ uuid }) => values[uuid] === FILLED).length;
  return selected >= minimum && selected <= maximum ? null : groupInWords(group, tabs.length);
}

/** Returns how many checkboxes of a group to select, as a sentence. Null if any number is fine. */
export function groupInWords(group: SheetTabGroup, count: number): string | null {
  const { minimum, maximum } = boundsFor(group, count);
  if (minimum === 0 && maximum >= count) return null;
  if (count === 1) return 'Select this checkbox.';
  const of = `of these ${count} checkboxes`;
  if (minimum === maximum) return `Select exactly ${minimum} ${of}.`;
  return minimum > 0 ? `Select at least ${minimum} ${of}.` : `Select at most ${maximum} ${of}.`;
}

/**
 * Returns the bounds of a group, limited to the checkboxes that it has: packets that were sent before this was checked can
 * still be signed.
 */
function boundsFor(group: SheetTabGroup, count: number): { minimum: number; maximum: number } {
  const { minimum, maximum } = groupBounds(group);
  return { minimum: Math.min(minimum, count), maximum };
}
