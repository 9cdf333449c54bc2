import type { ActSubject, SubjectKind } from '../../../contract/entities/transactions/activity.ts';
import type { SigningSubject } from '../../../db/queries/signing/packets/signing-subjects.ts';
import type { ActRow } from '../../../db/rows.ts';
import { counted } from '../../lib/format/numbers.ts';

/**
 * The description of an act: its shape, a sentence that follows the name of the person, and the names that the sentence only
 * counts.
 */
export interface ReceivedAct {
  shape: 'added' | 'changed' | 'moved' | 'deleted' | 'restored';
  sentence: string;
  names: string[];
}

export type SigningSubjects = ReadonlyMap<string, SigningSubject>;

type Described = Pick<ActRow, 'command' | 'subjects' | 'numSubjects'>;

/** The words for a command about one subject, and about several of the same kind. */
interface Wording {
  shape: ReceivedAct['shape'];
  kind: SubjectKind;
  one: (subject: SigningSubject) => string;
  many: (count: number) => string;
}

const signatures = (count: number) => counted(count, 'signature', 'signatures');
const packets = (count: number) => counted(count, 'packet', 'packets');

const ASSIGNED: Wording = {
  shape: 'added',
  kind: 'assignment',
  one: ({ person, document }) =>
    person !== undefined && document !== undefined
      ? `assigned ${quoted(document)} to ${person}`
      : 'assigned a signature page',
  many: (count) => `assigned ${counted(count, 'signature page', 'signature pages')}`,
};
const UNASSIGNED: Wording = {
  shape: 'deleted',
  kind: 'assignment',
  one: ({ person, document }) =>
    person !== undefined && document !== undefined
      ? `removed the assignment of ${quoted(document)} to ${person}`
      : 'removed an assignment',
  many: (count) => `removed ${counted(count, 'assignment', 'assignments')}`,
};
const SENT: Wording = {
  shape: 'changed',
  kind: 'packet',
  one: ({ person }) => (person === undefined ? 'sent a packet' : `sent the packet to ${person}`),
  many: (count) => `sent ${packets(count)}`,
};
/** The words for what a signatory did with their own packet. */
const bySignatory = (sentence: string): Wording => ({
  shape: 'changed',
  kind: 'packet',
  one: () => sentence,
  many: () => sentence,
});
const ACCEPTED: Wording = {
  shape: 'changed',
  kind: 'assignment',
  one: (subject) => `accepted ${signatureInWords(subject)}`,
  many: (count) => `accepted ${signatures(count)}`,
};
const REJECTED: Wording = {
  shape: 'changed',
  kind: 'assignment',
  one: (subject) => `rejected ${signatureInWords(subject)}`,
  many: (count) => `rejected ${signatures(count)}`,
};
const TO_GROUP: Wording = {
  shape: 'added',
  kind: 'dynamic_assignment',
  one: ({ document, group }) =>
    document !== undefined && group !== undefined
      ? `assigned ${quoted(document)} to the signing group ${quoted(group)}`
      : 'assigned a document to a signing group',
  many: (count) => `assigned ${counted(count, 'document', 'documents')} to a signing group`,
};

const WORDINGS: Record<string, Wording> = {
  'packets.create': {
    shape: 'added',
    kind: 'packet',
    one: ({ person }) => (person === undefined ? 'created a packet' : `created the packet for ${person}`),
    many: (count) => `created ${packets(count)}`,
  },
  'packets.send': SENT,
  'packets.bulkSend': SENT,
  'packets.queue': {
    shape: 'changed',
    kind: 'packet',
    one: ({ person }) =>
      person === undefined ? 'changed when a packet is sent' : `changed when the packet to ${person} is sent`,
    many: (count) => `changed when ${packets(count)} are sent`,
  },
  'packets.cancel': {
    shape: 'changed',
    kind: 'packet',
    one: ({ person }) => (person === undefined ? 'canceled a packet' : `canceled the packet for ${person}`),
    many: (count) => `canceled ${packets(count)}`,
  },
  'signing.viewed': bySignatory('opened their packet'),
  'signing.finish': bySignatory('signed their packet'),
  'signing.decline': bySignatory('declined to sign'),
  'signing.delegate': bySignatory('said that someone else should sign'),
  'assignments.create': ASSIGNED,
  'assignments.bulkCreate': ASSIGNED,
  'signingGroups.assign': ASSIGNED,
  'signingGroups.assignDynamic': TO_GROUP,
  'assignments.delete': UNASSIGNED,
  'assignments.bulkDelete': UNASSIGNED,
  'assignments.bulkMove': {
    shape: 'changed',
    kind: 'assignment',
    one: (subject) => `moved ${signatureInWords(subject)} to another page`,
    many: (count) => `moved ${signatures(count)} to other pages`,
  },
  'assignments.accept': ACCEPTED,
  'assignments.bulkAccept': ACCEPTED,
  'assignments.reject': REJECTED,
  'assignments.rejectByGet': REJECTED,
  'assignments.bulkReject': REJECTED,
  'collations.retry': {
    shape: 'changed',
    kind: 'item',
    one: ({ document }) =>
      document === undefined
        ? 'tried again to create an executed document'
        : `tried again to create the executed document for ${quoted(document)}`,
    many: (count) => `tried again to create ${counted(count, 'executed document', 'executed documents')}`,
  },
  'collations.cancel': {
    shape: 'changed',
    kind: 'item',
    one: ({ document }) =>
      document === undefined
        ? 'stopped creating an executed document'
        : `stopped creating the executed document for ${quoted(document)}`,
    many: (count) => `stopped creating ${counted(count, 'executed document', 'executed documents')}`,
  },
};

/** Describes an act of signing or releasing; null if the general description fits. */
export function signingActInWords(act: Described, known: SigningSubjects): ReceivedAct | null {
  const { command, subjects } = act;
  const wording = WORDINGS[command];
  if (wording) return actOf(wording, act, known);
  const [group] = command.split('.');
  if (group === 'releases') return releaseAct(command, subjects[0], known);
  if (command === 'executedDocuments.create' && subjects[0])
    return { shape: 'added', sentence: `uploaded the returned file ${quoted(subjects[0].name)}`, names: [] };
  if (command === 'executedDocumentPages.update') return matchAct(subjects, known);
  return null;
}

function actOf(wording: Wording, act: Described, known: SigningSubjects): ReceivedAct | null {
  const { shape, kind, one, many } = wording;
  const own = act.subjects.filter((each) => each.kind === kind);
  const [only] = own;
  if (!only) return null;
  // Acts recorded by an older version also list their consequences, such as signatures that were requested again.
  const count = own.length === act.subjects.length ? act.numSubjects : own.length;
  if (count === 1) return told(shape, one(aboutOf(only, known)));
  const names = [...new Set(own.flatMap((subject) => nameOf(aboutOf(subject, known)) ?? []))];
  const more = count - own.length;
  return told(shape, many(count), more > 0 && names.length > 0 ? [...names, `${more} more`] : names);
}

/** Returns the details of a subject. A document has its name in the act itself. */
function aboutOf({ kind, uuid, name }: ActSubject, known: SigningSubjects): SigningSubject {
  if (kind === 'item' && name !== null) return { document: name };
  return known.get(uuid) ?? {};
}

const RELEASING: Record<string, (release: string) => string> = {
  'releases.create': (release) => `prepared ${release}`,
  'releases.update': (release) => `changed ${release}`,
  'releases.release': (release) => `released the pages in ${release}`,
  'releases.withdraw': (release) => `withdrew ${release}`,
};

function releaseAct(
  command: string,
  subject: ActSubject | undefined,
  known: SigningSubjects,
): ReceivedAct | null {
  if (!subject) return null;
  const name = subject.name ?? known.get(subject.uuid)?.release;
  const release = name ? `the release ${quoted(name)}` : 'a release';
  const shape = command === 'releases.create' ? 'added' : 'changed';
  const sentence = RELEASING[command];
  if (sentence) return told(shape, sentence(release));
  const { confirmed, met, condition } = subject.values;
  if (command === 'releases.confirm') {
    if (confirmed === undefined) return told(shape, `updated their confirmation of ${release}`);
    return told(shape, confirmed ? `confirmed ${release}` : `withdrew their confirmation of ${release}`);
  }
  if (command !== 'releases.meet') return null;
  const which = typeof condition === 'string' ? `the condition ${quoted(condition)}` : 'a condition';
  if (met === undefined) return told(shape, `updated ${which} of ${release}`);
  return told(shape, `marked ${which} of ${release} as ${met ? 'met' : 'open'}`);
}

/**
 * Describes which signatures a returned page was matched to. If the match has changed since, the device can't tell what it was.
 */
function matchAct(subjects: readonly ActSubject[], known: SigningSubjects): ReceivedAct | null {
  const of = subjects.find(({ kind }) => kind === 'executed_document_page');
  if (!of) return null;
  const page = known.get(of.uuid)?.page;
  const named = page === undefined ? 'a returned page' : `page ${page.number} of ${quoted(page.file)}`;
  const matched = subjects.filter(
    ({ kind, uuid }) => kind === 'assignment' && page?.assignments.includes(uuid) === true,
  );
  const [only] = matched;
  if (!only) return told('changed', `changed what ${named} is for`);
  if (matched.length === 1)
    return told('changed', `matched ${named} to ${signatureInWords(known.get(only.uuid) ?? {})}`);
  const names = matched.flatMap(({ uuid }) => nameOf(known.get(uuid)) ?? []);
  return told('changed', `matched ${named} to ${signatures(matched.length)}`, names);
}

/** Names a subject without its own name by what it belongs to; null if it has a name. */
export function signingThing({ kind, uuid }: ActSubject, known: SigningSubjects): string | null {
  const subject = known.get(uuid) ?? {};
  const { person, document, group, page } = subject;
  switch (kind) {
    case 'assignment':
      return signatureInWords(subject);
    case 'packet':
      return person === undefined ? 'a packet' : `the packet for ${person}`;
    case 'tab':
    case 'tab_group': {
      const field = kind === 'tab' ? 'a signing field' : 'a checkbox group';
      return person === undefined || document === undefined
        ? field
        : `${field} for ${person} on ${quoted(document)}`;
    }
    case 'signature_page':
      return document === undefined ? 'a signature page' : `a signature page of ${quoted(document)}`;
    case 'signing_group_member':
      return person === undefined || group === undefined
        ? 'a member of a signing group'
        : `${person} as a member of the signing group ${quoted(group)}`;
    case 'dynamic_assignment':
      return document === undefined || group === undefined
        ? 'an assignment to a signing group'
        : `the assignment of ${quoted(document)} to the signing group ${quoted(group)}`;
    case 'executed_document_page':
      return page === undefined ? 'a returned page' : `page ${page.number} of ${quoted(page.file)}`;
    default:
      return null;
  }
}

function signatureInWords({ person, document }: SigningSubject): string {
  if (person === undefined)
    return document === undefined ? 'a signature' : `a signature on ${quoted(document)}`;
  return document === undefined ? `${person}’s signature` : `${person}’s signature on ${quoted(document)}`;
}

function nameOf({ person, document }: SigningSubject = {}): string | null {
  if (person === undefined) return document ?? null;
  return document === undefined ? person : `${person}, ${quoted(document)}`;
}

function told(shape: ReceivedAct['shape'], sentence: string, names: string[] = []): ReceivedAct {
  return { shape, sentence, names };
}

function quoted(name: string | null): string {
  return name === null || name === '' ? '“Untitled”' : `“${name}”`;
}
