import { bySubject } from '../../../contract/collections/deal-collections.ts';
import type { SubjectKind } from '../../../contract/entities/transactions/activity.ts';
import type { ActRow } from '../../../db/rows.ts';
import { isoDay } from '../../lib/format/dates.ts';
import { actInWords } from './act-in-words.ts';
import type { ReceivedAct } from './signing-act-in-words.ts';
import type { SigningSubjects } from './signing-act-in-words.ts';

export interface ActFilter {
  words: string;
  topic: Topic;
  /** The uuid of a user or signatory; null = everyone. */
  who: string | null;
}

/** The topics in the order of the menu. */
export const TOPIC_KEYS = [
  'all',
  'checklist',
  'files',
  'tasks',
  'fields',
  'signing',
  'people',
  'details',
  'deleted',
] as const;
export type Topic = (typeof TOPIC_KEYS)[number];

const TOPIC_OF: Record<SubjectKind, Topic> = {
  ...bySubject<Topic>(({ topic }) => topic),
  participant: 'people',
  transaction: 'details',
};

export const NO_FILTER: ActFilter = { words: '', topic: 'all', who: null };

/** An act with its sentence. */
export interface FoundAct extends ReceivedAct {
  act: ActRow;
}

/** Returns the acts that match the filter, in the given order. */
export function findActs(
  acts: readonly ActRow[],
  { words, topic, who }: ActFilter,
  known: SigningSubjects,
): FoundAct[] {
  const wanted = words.trim().toLocaleLowerCase();
  return acts
    .filter((act) => (who === null || act.actor.uuid === who) && isAbout(act, topic))
    .map((act) => ({ act, ...actInWords(act, known) }))
    .filter(({ act, sentence, names }) =>
      [act.actor.name, sentence, ...names].join(' ').toLocaleLowerCase().includes(wanted),
    );
}

function isAbout({ subjects }: ActRow, topic: Topic): boolean {
  if (topic === 'all') return true;
  if (topic === 'deleted') return subjects.some(({ op }) => op === 'delete');
  return subjects.some(({ kind }) => TOPIC_OF[kind] === topic);
}

/** Returns the acts grouped by day in the user's time zone, in the given order. */
export function byDay(found: readonly FoundAct[]): [day: string, acts: FoundAct[]][] {
  return [...Map.groupBy(found, ({ act }) => isoDay(new Date(act.at)))];
}

/** Returns everyone who did something, by name. */
export function actorsOf(acts: readonly ActRow[]): ActRow['actor'][] {
  const known = new Map(acts.map(({ actor }) => [actor.uuid, actor]));
  return [...known.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}
