import type { PaletteEntry } from '../../db/queries/transactions/palette.ts';
import {
  bestMatches,
  matchesAnywhere,
  matchesByName,
  type Indexed,
  type Matches,
} from '../lib/search/rank.ts';
import { HEADINGS, PALETTE } from './palette-copy.ts';
import type { PaletteAction } from './palette-store.ts';

/** How many results are shown. Nobody looks through more, and each takes time at every key. */
export const SHOWN = 12;
/** How many recent transactions are shown before anything is typed. */
const RECENT = 8;
/** How many results a group shows even if the groups before it have many. */
const AT_LEAST = 2;

export type PaletteKind = keyof typeof HEADINGS;
export type PaletteResult = PaletteEntry | PaletteAction;

/** Results of one kind under a heading. */
export interface PaletteGroup {
  kind: PaletteKind;
  heading: string;
  results: readonly PaletteResult[];
}

export interface Found {
  groups: PaletteGroup[];
  /** Whether there are more results than are shown. */
  more: boolean;
}

/** What the palette searches. Each list is sorted by when its transaction was last open, the latest first. */
export interface PaletteIndex {
  deals: readonly Indexed<PaletteEntry>[];
  people: readonly Indexed<PaletteEntry>[];
  actions: readonly Indexed<PaletteAction & { hint: string }>[];
  /** Null while they are being read. */
  rows: PaletteRows | null;
}

/** The lists that are read from the mirror after the palette has opened. */
export interface PaletteRows {
  documents: readonly Indexed<PaletteEntry>[];
  headers: readonly Indexed<PaletteEntry>[];
  tasks: readonly Indexed<PaletteEntry>[];
}

/**
 * Returns the results for a text in groups, which always have the same order: documents, headers, tasks, transactions, people, actions.
 * Until documents, headers and tasks are read, there are no actions: Enter must not run one in place of a document that isn't listed yet.
 */
export function paletteGroups({ deals, people, actions, rows }: PaletteIndex, text: string): Found {
  if (text.trim() === '') {
    const recent = deals.slice(0, RECENT).map(({ entry }) => entry);
    return {
      groups: [
        { kind: 'deal' as const, heading: PALETTE.recent, results: recent },
        { kind: 'action' as const, heading: HEADINGS.action, results: actions.map(({ entry }) => entry) },
      ].filter(({ results }) => results.length > 0),
      more: false,
    };
  }
  const byName = (kind: PaletteKind, index: readonly Indexed<PaletteEntry>[] = []) =>
    matched(kind, bestMatches(index, text, SHOWN, matchesByName));
  const inOrder = [
    byName('document', rows?.documents),
    byName('header', rows?.headers),
    byName('task', rows?.tasks),
    matched('deal', bestMatches(deals, text, SHOWN, matchesAnywhere)),
    matched('person', bestMatches(people, text, SHOWN, matchesAnywhere)),
    matched('action', bestMatches(rows ? actions : [], text, SHOWN, matchesAnywhere)),
  ];
  return shared(inOrder.filter(({ results }) => results.length > 0));
}

/** Returns the transactions of one person that match a text, or all of them without a text. */
export function dealsOf(person: PaletteEntry, own: readonly Indexed<PaletteEntry>[], text: string): Found {
  const isBlank = text.trim() === '';
  const { entries, more } = isBlank
    ? { entries: own.slice(0, SHOWN).map(({ entry }) => entry), more: own.length > SHOWN }
    : bestMatches(own, text, SHOWN, matchesAnywhere);
  const group = { kind: 'deal' as const, heading: PALETTE.withPerson(person.name), results: entries };
  return { groups: entries.length > 0 ? [group] : [], more };
}

interface MatchedGroup extends PaletteGroup {
  more: boolean;
}

function matched(kind: PaletteKind, { entries, more }: Matches<PaletteResult>): MatchedGroup {
  return { kind, heading: HEADINGS[kind], results: entries, more };
}

/** Gives each group a few places, and the remaining places to the groups in order. */
function shared(groups: readonly MatchedGroup[]): Found {
  let left = SHOWN - groups.reduce((sum, { results }) => sum + Math.min(results.length, AT_LEAST), 0);
  const shown = groups.map(({ kind, heading, results }) => {
    const extra = Math.min(Math.max(results.length - AT_LEAST, 0), left);
    left -= extra;
    return { kind, heading, results: results.slice(0, AT_LEAST + extra) };
  });
  const hasMore = groups.some(
    ({ results, more }, at) => more || results.length > (shown[at]?.results.length ?? 0),
  );
  return { groups: shown, more: hasMore };
}
