import { cleanEmail, emailProblem } from '../../../contract/rules/signing/signatories/email-address.ts';
import { entityKey } from '../../../contract/rules/signing/signatories/near-duplicates.ts';
import { ROW } from './add-many-copy.ts';
import { isEntityName } from './entity-name.ts';
import { recognizeColumns, type ColumnRole, type ColumnRoles } from './recognize-columns.ts';

/** The limit is far above the number of signatories in any closing. */
const ROWS_MAX = 2000;

const NAME_MAX = 350;
const TEXT_MAX = 2000;

/** A row of a list, as far as it can be read by itself. */
export interface Line {
  /** Its number in the list, from 1. */
  row: number;
  /** The signatory. Empty for an entity that nobody signs for yet. */
  name: string;
  isNameOfEntity: boolean;
  email: string;
  title: string;
  /** The entity that the signatory signs for. Empty if they sign for themselves. */
  entity: string;
  entityDescription: string;
  address: string;
  values: { key: string; value: string }[];
  /** Why the row can't be added. */
  errors: string[];
  /** What the user should check before the row is added. */
  notes: string[];
}

/** Reads the rows that aren't empty. `firstRow` is the number of the first row in the list. */
export function readLines(
  rows: readonly (readonly string[])[],
  roles: ColumnRoles,
  firstRow: number,
  knownEntities: Iterable<string>,
): Line[] {
  const lines = rows.flatMap((cells, index) => {
    const line = readLine(cells, roles, firstRow + index);
    return line ? [line] : [];
  });
  const entities = new Set([...knownEntities, ...lines.map(({ entity }) => entity)].map(entityKey));
  for (const line of lines) line.isNameOfEntity ||= line.name !== '' && entities.has(entityKey(line.name));
  return lines;
}

/** Returns why the list as a whole can't be added, as a sentence; null if it can. The headings don't count as a row. */
export function listProblem(rows: readonly (readonly string[])[]): string | null {
  const filled = rows.filter((cells) => cells.some((cell) => cleanText(cell) !== '')).length;
  const count = recognizeColumns(rows, []).hasHeadings ? filled - 1 : filled;
  return count > ROWS_MAX ? ROW.tooMany(count, ROWS_MAX) : null;
}

function readLine(cells: readonly string[], roles: ColumnRoles, row: number): Line | null {
  const read = new Map<ColumnRole, string>();
  for (const [column, role] of roles.entries())
    if (role !== null) read.set(role, cleanText(cells[column] ?? '', role === 'address'));
  const cell = (role: ColumnRole) => read.get(role) ?? '';
  if (![...read.values()].some((text) => text !== '')) return null;
  const name = cell('name') || `${cell('first_name')} ${cell('last_name')}`.trim();
  const entity = entityKey(cell('entity')) === entityKey(name) ? '' : cell('entity');
  const description = cell('entity_description');
  const kind = kindOf(cell('kind'));
  const line: Line = {
    row,
    name,
    isNameOfEntity:
      entity === '' && kind !== null
        ? kind === 'entity'
        : isEntityName(name) || (entity === '' && description !== ''),
    email: cleanEmail(cell('email')),
    title: cell('title'),
    entity,
    entityDescription: description,
    address: cell('address'),
    values: [...read].flatMap(([role, value]) =>
      role.startsWith('key:') && value !== '' ? [{ key: role.slice('key:'.length), value }] : [],
    ),
    errors: [],
    notes: [],
  };
  line.errors.push(...errorsOf(line));
  for (const text of read.values()) if (isFormula(text)) line.notes.push(ROW.formula(shortened(text)));
  if (entity !== '' && name === '') line.notes.push(ROW.noSignatory(entity));
  return line;
}

function errorsOf({ name, email, title, entity, entityDescription, address, values }: Line): string[] {
  const errors: string[] = [];
  if (name === '' && (entity === '' || email !== '')) errors.push(ROW.noName);
  if (email !== '') errors.push(...[emailProblem(email)].filter((problem) => problem !== null));
  if (name.length > NAME_MAX || entity.length > NAME_MAX) errors.push(ROW.longName(NAME_MAX));
  if (title.length > NAME_MAX) errors.push(ROW.longTitle(NAME_MAX));
  const texts = [entityDescription, address, ...values.map(({ value }) => value)];
  if (texts.some(({ length }) => length > TEXT_MAX)) errors.push(ROW.longText(TEXT_MAX));
  return errors;
}

function kindOf(text: string): 'person' | 'entity' | null {
  if (/^(?:person|individual|natural person|human)$/i.test(text)) return 'person';
  return /^(?:entity|company|organi[sz]ation|legal entity|legal person|corporate)$/i.test(text)
    ? 'entity'
    : null;
}

/**
 * Returns whether Excel would treat the text as a formula. Telephone numbers may begin with a plus sign, and amounts with a
 * minus sign.
 */
function isFormula(text: string): boolean {
  return /^(?:[=@]|[+-][^\d\s(.,])/.test(text);
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Removes invisible characters and extra spaces, and joins lines unless the text may have several. */
function cleanText(text: string, hasLines = false): string {
  const visible = text.normalize('NFC').replaceAll(/[\u200B\u2060\uFEFF]/g, '');
  const spaced = hasLines
    ? visible.replaceAll(/[^\S\n]+/g, ' ').replaceAll(/ *\n[\n ]*/g, '\n')
    : visible.replaceAll(/\s+/g, ' ');
  return spaced.trim();
}
