import type { SubjectKind } from '../../../contract/entities/activity.ts';
import type { ActRow } from '../../../db/rows.ts';
import { isoDay } from '../../lib/format/dates.ts';
import { actInWords, type ReceivedAct } from './act-in-words.ts';

/** What of a deal's activity is shown. */
export interface ActFilter {
  words: string;
  topic: Topic;
  /** A user's uuid; null = of everybody. */
  who: string | null;
}

export type Topic = keyof typeof TOPICS;

export const TOPICS = {
  all: 'Everything',
  checklist: 'Checklist',
  files: 'Files',
  tasks: 'Tasks and notes',
  fields: 'Fields',
  people: 'People',
  details: 'Transaction details',
  deleted: 'Deleted',
};

/** In the order in which they are offered. */
export const TOPIC_KEYS = [
  'all',
  'checklist',
  'files',
  'tasks',
  'fields',
  'people',
  'details',
  'deleted',
] as const satisfies readonly Topic[];

const TOPIC_OF: Record<SubjectKind, Topic> = {
  header: 'checklist',
  item: 'checklist',
  document: 'files',
  task: 'tasks',
  note: 'tasks',
  custom_key: 'fields',
  participant: 'people',
  transaction: 'details',
};

export const NO_FILTER: ActFilter = { words: '', topic: 'all', who: null };

/** An act with its words. */
export interface FoundAct extends ReceivedAct {
  act: ActRow;
}

/** The acts that the filter lets through, in the order given. */
export function findActs(acts: readonly ActRow[], { words, topic, who }: ActFilter): FoundAct[] {
  const sought = words.trim().toLocaleLowerCase();
  return acts
    .filter((act) => (who === null || act.actor.uuid === who) && isAbout(act, topic))
    .map((act) => ({ act, ...actInWords(act) }))
    .filter(({ act, sentence, names }) =>
      [act.actor.name, sentence, ...names].join(' ').toLocaleLowerCase().includes(sought),
    );
}

function isAbout({ subjects }: ActRow, topic: Topic): boolean {
  if (topic === 'all') return true;
  if (topic === 'deleted') return subjects.some(({ op }) => op === 'delete');
  return subjects.some(({ kind }) => TOPIC_OF[kind] === topic);
}

/** Acts by the day on which they were done, in the person's own time zone, in the order given. */
export function byDay(found: readonly FoundAct[]): [day: string, acts: FoundAct[]][] {
  return [...Map.groupBy(found, ({ act }) => isoDay(new Date(act.at)))];
}

/** Everybody who has done something, by name. */
export function actorsOf(acts: readonly ActRow[]): ActRow['actor'][] {
  const known = new Map(acts.map(({ actor }) => [actor.uuid, actor]));
  return [...known.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}
