import type { Authority } from './carry-over.ts';
import { isLedgerEvent } from './ledger-events.ts';
import { ledgerDay, ledgerSignatures, textIn, textsIn, type LedgerFacts } from './ledger-words.ts';

/** A line together with its release. */
export type DetailedLine = LedgerFacts & { readonly seq: number; readonly subject: string | null };

/** Names by uuid, as far as the reader knows them. */
export interface LedgerNames {
  /** The signatory and the document of a signature. */
  readonly signatures: ReadonlyMap<string, string>;
  readonly documents: ReadonlyMap<string, string>;
  readonly releases: ReadonlyMap<string, string>;
  readonly people: ReadonlyMap<string, string>;
  /** The number of a release's first line. */
  readonly preparedIn: ReadonlyMap<string, number>;
}

const AUTHORITY_WORDS: Record<Authority, string> = {
  email: 'by email',
  call: 'in a call',
  meeting: 'in a meeting',
  power_of_attorney: 'by power of attorney',
  other: 'in another way',
};

/**
 * Returns everything that a line of the ledger records besides its headline (`ledgerInWords`), in short phrases for the
 * screen and for paper.
 * @param most how many signatures, documents or pages one phrase names
 */
export function ledgerDetails(line: DetailedLine, names: LedgerNames, most = 20): string[] {
  const { event, details } = line;
  if (!isLedgerEvent(event)) return [];
  const signed = () => listed(ledgerSignatures(line), names.signatures, most);
  switch (event) {
    case 'held':
    case 'rejected':
      return signed();
    case 'document_replaced':
      return replacement(details, names, most);
    case 'release_created':
    case 'release_edited':
      return [...ofRelease(line, names), ...contents(details, names, most)];
    case 'release_confirmed':
      return [...ofRelease(line, names), ...dated(details), ...labeled('Confirmed for', signed())];
    case 'condition_met':
    case 'condition_reopened':
    case 'confirmation_withdrawn':
    case 'release_withdrawn':
      return ofRelease(line, names);
    case 'released':
      return [...ofRelease(line, names), ...signed(), ...confirmedBy(details, names)];
    case 'confirmations_needed':
    case 'confirmations_dropped':
      return unconfirmed(details, names);
    case 'acceptance_required':
      return [];
  }
}

/** Returns the ids of the rows that these lines need names for, and the line at which each release began. */
export function ledgerSubjects(lines: readonly DetailedLine[]): {
  signatures: string[];
  documents: string[];
  releases: string[];
  preparedIn: ReadonlyMap<string, number>;
} {
  const of = (...fields: string[]) => [
    ...new Set(lines.flatMap(({ details }) => fields.flatMap((field) => textsIn(details[field])))),
  ];
  return {
    signatures: of('signatures', 'superseded', 'assignments'),
    documents: of('items'),
    releases: [...new Set([...lines.flatMap(({ subject }) => subject ?? []), ...of('cleared')])],
    preparedIn: new Map(
      lines.flatMap(({ event, subject, seq }) =>
        event === 'release_created' && subject !== null ? [[subject, seq] as const] : [],
      ),
    ),
  };
}

/** The people who acted in these lines, by uuid. */
export function actorsOf(
  lines: readonly { actor: string | null; actor_name: string | null }[],
): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap(({ actor, actor_name: name }) =>
      actor === null || name === null ? [] : [[actor, name] as const],
    ),
  );
}

/** Identifies the release of a line, because two releases may have the same name or none. */
function ofRelease({ seq, subject, details }: DetailedLine, names: LedgerNames): string[] {
  if (subject === null || names.preparedIn.get(subject) === seq) return [];
  const name = textIn(details['name']) || (names.releases.get(subject) ?? '');
  return named(name, subject, names).map((words) => (name === '' ? words : `Release: ${words}`));
}

function named(name: string, release: string, { preparedIn }: LedgerNames): string[] {
  const began = preparedIn.get(release);
  if (began === undefined) return name === '' ? [] : [name];
  return [name === '' ? `Release prepared in entry ${began}` : `${name} (prepared in entry ${began})`];
}

/** The releases that lost their confirmations. */
function unconfirmed({ cleared }: LedgerFacts['details'], names: LedgerNames): string[] {
  const releases = textsIn(cleared);
  const words = releases.flatMap((each) => named(names.releases.get(each) ?? '', each, names));
  return labeled('To be confirmed again', limited(words, releases.length, releases.length));
}

function contents(details: LedgerFacts['details'], names: LedgerNames, most: number): string[] {
  const documents = quoted(listed(textsIn(details['items']), names.documents, most));
  const signatures = listed(textsIn(details['assignments']), names.signatures, most);
  const conditions = textsIn(details['conditions']);
  return [
    ...labeled('Covers', [...documents, ...signatures]),
    conditions.length === 0 ? 'No conditions' : `Conditions: ${conditions.join('; ')}`,
    ...(dated(details).length === 0 ? ['No effective date'] : dated(details)),
  ];
}

function dated({ effective_date: date }: LedgerFacts['details']): string[] {
  return typeof date === 'string' ? [`Effective date: ${ledgerDay(date)}`] : [];
}

function confirmedBy({ confirmations }: LedgerFacts['details'], { people }: LedgerNames): string[] {
  if (!Array.isArray(confirmations)) return [];
  const users = confirmations.map((each: unknown) => textIn(fieldOf(each, 'user')));
  return labeled('Confirmed by', listed(users, people, users.length));
}

function replacement(details: LedgerFacts['details'], names: LedgerNames, most: number): string[] {
  const { before, after, authority, reason, authority_file: file, is_compared: isCompared } = details;
  const [from, to] = [fieldOf(before, 'version'), fieldOf(after, 'version')];
  const isNumbered = typeof from === 'number' && typeof to === 'number';
  const sha256 = textIn(fieldOf(after, 'sha256'));
  return [
    ...(isNumbered ? [`Version ${to} replaced version ${from}`] : []),
    ...(isCompared === false
      ? ['The versions couldn’t be compared automatically. Every page was accepted by hand.']
      : changedPages(details['changed_pages'], most)),
    ...labeled('Carried over', listed(ledgerSignatures({ details }), names.signatures, most)),
    ...labeled('To be signed again', listed(textsIn(details['superseded']), names.signatures, most)),
    ...unconfirmed(details, names),
    ...(isAuthority(authority) ? [`Authorized ${AUTHORITY_WORDS[authority]}: ${textIn(reason)}`] : []),
    ...recordedIn(textIn(fieldOf(file, 'name')), textIn(fieldOf(file, 'sha256'))),
    ...(sha256 === '' ? [] : [`SHA-256 of version ${String(to)}: ${inGroups(sha256)}`]),
  ];
}

/** The file that records an authority. */
function recordedIn(name: string, sha256: string): string[] {
  return sha256 === '' ? [] : [`Recorded in “${name}” (SHA-256: ${inGroups(sha256)})`];
}

function changedPages(value: unknown, most: number): string[] {
  if (!Array.isArray(value)) return [];
  const pages = value.map((each: unknown) => {
    const [before, after] = [fieldOf(each, 'before'), fieldOf(each, 'after')];
    if (typeof before !== 'number') return `page ${String(after)} added`;
    if (typeof after !== 'number') return `page ${before} removed`;
    return before === after ? `page ${before}` : `page ${before} (now page ${after})`;
  });
  return pages.length === 0 ? ['No pages changed'] : labeled('Changed', limited(pages, pages.length, most));
}

function listed(uuids: readonly string[], names: ReadonlyMap<string, string>, most: number): string[] {
  return limited([...new Set(uuids.flatMap((uuid) => names.get(uuid) ?? []))], new Set(uuids).size, most);
}

/** Names, and the number of further ones: those beyond the limit, or unknown to the reader. */
function limited(names: readonly string[], total: number, most: number): string[] {
  const shown = names.slice(0, most);
  const more = total - shown.length;
  return shown.length > 0 && more > 0 ? [...shown, `${more.toLocaleString('en-US')} more`] : shown;
}

function quoted(names: readonly string[]): string[] {
  return names.map((name) => (/^[\d,]+ more$/.test(name) ? name : `“${name}”`));
}

function labeled(label: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${label}: ${names.join('; ')}`];
}

function isAuthority(value: unknown): value is Authority {
  return typeof value === 'string' && Object.hasOwn(AUTHORITY_WORDS, value);
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

/** A hash that can be broken into lines. */
function inGroups(hash: string): string {
  return hash.match(/.{1,16}/g)?.join(' ') ?? hash;
}
