import type { Sheet } from '../../signature-page/layout/sheet.ts';
import {
  isFilledBySigner,
  type SheetTab,
  type SheetTabGroup,
  type TabsOfSheet,
} from '../fields/fill-tabs.ts';

/** The page of a file, without what a sheet adds to it. */
export interface CopiedBackground {
  /** Its picture as a data URL. */
  readonly picture: string;
  readonly text: string;
  /** Converts points of the page as it is shown, from its bottom left, into points of the page in its PDF. */
  readonly matrix: readonly [number, number, number, number, number, number];
}

/** A page of a packet. For a page of a file, the sheet has only what is added to it: the code, and where people sign. */
export interface PacketSheet extends Sheet {
  readonly copied?: CopiedBackground;
  /** The fields to fill in besides signatures and dates, in reading order. Absent if empty. */
  readonly tabs?: readonly SheetTab[];
  readonly tabGroups?: readonly SheetTabGroup[];
}

/** Returns the signing fields of a sheet. */
export function tabsOf({ tabs = [], tabGroups = [] }: PacketSheet): TabsOfSheet {
  return { tabs, groups: tabGroups };
}

/** Returns whether the signatory has to sign a page, or to fill something in on it, before they can finish. */
export function needsSigner(page: {
  readonly assignments: readonly unknown[];
  readonly fields: readonly { readonly purpose: string }[];
  readonly tabs: readonly Pick<SheetTab, 'type'>[];
}): boolean {
  const isSigned = page.assignments.length > 0 || page.fields.some(({ purpose }) => purpose === 'signature');
  return isSigned || page.tabs.some(isFilledBySigner);
}

/** Returns whether a witness also signs a page. */
export function hasPlaceForWitness(fields: readonly { readonly purpose: string }[]): boolean {
  return fields.some(({ purpose }) => purpose === 'witness_signature');
}
