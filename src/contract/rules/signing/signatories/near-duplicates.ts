/** The fields of a listed signatory that duplicates need. */
export interface Listed {
  name: string;
  email: string;
}

/**
 * How likely two people are the same (docs/product/signatories.md, "Duplicates"):
 * - `same`: the same name, and no two contradicting addresses.
 * - `similar`: the same address, and names that differ only in spelling ("Jane Q. Doe", "Doe, Jane", "Jane Deo").
 * - `namesake`: the same name and two addresses. It is only a hint.
 */
export type DuplicateKind = 'same' | 'similar' | 'namesake';

export interface NearDuplicate {
  /** The index of the later person. */
  index: number;
  /** The index of the earlier person who may be the same. */
  of: number;
  kind: DuplicateKind;
}

/** Everyone in the list who is the same person, identified by the first one's index. */
interface Known {
  index: number;
  words: readonly string[];
  email: string;
}

/** A limit above any real list. The rest are compared only with these. */
const COMPARED_MAX = 50;

/**
 * Returns, for each person who may be a duplicate, the most likely earlier person. `of` is never itself a `same` duplicate.
 * The list must not contain entities.
 */
export function nearDuplicates(people: readonly Listed[]): NearDuplicate[] {
  const byName = new Map<string, Known[]>();
  const byEmail = new Map<string, Known[]>();
  const found: NearDuplicate[] = [];
  for (const [index, person] of people.entries()) {
    const [words, email] = [nameWords(person.name), emailKey(person.email)];
    const name = words.join(' ');
    const namesakes = name === '' ? [] : (byName.get(name) ?? []);
    const neighbors = email === '' ? [] : (byEmail.get(email) ?? []);
    const same = samePerson(namesakes, email);
    const similar = neighbors.find((known) => areSpellings(words, known.words));
    const [namesake] = namesakes;
    if (same) {
      found.push({ index, of: same.index, kind: 'same' });
      if (same.email !== '' || email === '') continue;
      same.email = email;
      addTo(byEmail, email, same);
      continue;
    }
    if (similar) found.push({ index, of: similar.index, kind: 'similar' });
    else if (namesake) found.push({ index, of: namesake.index, kind: 'namesake' });
    const known = { index, words, email };
    addTo(byName, name, known);
    if (email !== '') addTo(byEmail, email, known);
  }
  return found;
}

/** Returns those who are probably the same person as another one in the list, by person. Entities must not be in the list. */
export function samePeople<Person extends { fullName: string; email: string }>(
  people: readonly Person[],
): Person[][] {
  const found = nearDuplicates(people.map(({ fullName: name, email }) => ({ name, email })));
  const first = new Map<number, number>();
  for (const { index, of, kind } of found) if (kind !== 'namesake') first.set(index, first.get(of) ?? of);
  const groups = Map.groupBy(people, (_, at) => first.get(at) ?? at);
  return [...groups.values()].filter(({ length }) => length > 1);
}

/**
 * Returns the namesake who is the same person. A person without an address matches none if several namesakes have different
 * addresses.
 */
function samePerson(namesakes: readonly Known[], email: string): Known | undefined {
  if (email === '') return namesakes.length === 1 ? namesakes[0] : undefined;
  return namesakes.find((known) => known.email === email) ?? namesakes.find((known) => known.email === '');
}

/**
 * Returns a key that is equal for two spellings of an entity's name: "Alpha Capital, L.P." and "ALPHA CAPITAL LP" have the
 * same key.
 */
export function entityKey(name: string): string {
  return plain(name)
    .replaceAll('.', '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns a key that is equal for two spellings of an email address. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** Returns a name such that spellings of the same one ("Doe, Jane", "Ms. Jane Doe") are equal. */
export function nameKey(name: string): string {
  return nameWords(name).join(' ');
}

/** The words of a person's name, in spoken order: "Doe, Jane" is Jane Doe, and "Dr." isn't part of the name. */
function nameWords(name: string): string[] {
  const [family = '', given, ...more] = plain(name).split(',');
  const said =
    given === undefined || more.length > 0 || isSuffix(given)
      ? [family, given, ...more].join(' ')
      : `${given} ${family}`;
  const words = said
    .replaceAll(/[.'’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.length > 1 ? words.filter((word) => !/^(?:mr|mrs|ms|dr|prof|esq)$/.test(word)) : words;
}

function isSuffix(words: string): boolean {
  return /^\s*(?:jr|sr|esq|ph\.?d|ii|iii|iv)\.?\s*$/.test(words);
}

/** Returns the suffix that distinguishes a father from his son. */
function generation(words: readonly string[]): string {
  return words.find((word) => /^(?:jr|sr|ii|iii|iv)$/.test(word)) ?? '';
}

/**
 * Returns a text in lower case, without accents and Arabic vowel signs: "José" is often typed "Jose". Other scripts' marks
 * are letters.
 */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F\u064B-\u065F]/g, '')
    .toLowerCase();
}

function addTo(index: Map<string, Known[]>, key: string, value: Known): void {
  const held = index.get(key);
  if (!held) index.set(key, [value]);
  else if (held.length < COMPARED_MAX) held.push(value);
}

/** Returns whether two names with one address are spellings of the same name: initials, omitted names, or a typo. */
function areSpellings(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length === 0 || generation(one) !== generation(other)) return false;
  if (isWithin(short, long)) return true;
  const [a, b] = [one.join(' '), other.join(' ')];
  return Math.min(a.length, b.length) > 4 && isOneSlip(a, b);
}

/** Returns whether each word of the shorter name matches the next word of the longer one, or its initial. */
function isWithin(short: readonly string[], long: readonly string[]): boolean {
  let at = 0;
  for (const word of long) {
    const wanted = short[at];
    if (wanted === undefined) break;
    const isInitial = (wanted.length === 1 || word.length === 1) && wanted[0] === word[0];
    if (wanted === word || isInitial) at += 1;
  }
  return at === short.length;
}

/** Returns whether one letter was added, omitted, changed, or swapped with the next one. */
function isOneSlip(one: string, other: string): boolean {
  const [a, b] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (b.length > a.length) return a.slice(at) === b.slice(at + 1);
  const isSwapped = a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
  return isSwapped || a.slice(at + 1) === b.slice(at + 1);
}
