import { isEntityName } from './entity-name.ts';

/** The meaning of a column. A role `key:…` is a field of the deal, by its id. */
export type ColumnRole =
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'title'
  | 'entity'
  | 'entity_description'
  | 'address'
  | 'kind'
  | `key:${string}`;

/** One role per column; null = the column is not used. */
export type ColumnRoles = readonly (ColumnRole | null)[];

/** A field of the deal. */
export interface ListKey {
  uuid: string;
  key: string;
}

export interface RecognizedColumns {
  roles: ColumnRoles;
  /** Whether the first row has headings. */
  hasHeadings: boolean;
}

/** Tried in this order, so that "Entity type" isn't taken for an entity or "Email address" for an address. */
const HEADINGS: readonly [role: ColumnRole, heading: RegExp][] = [
  ['email', /\be-?mails?\b|^mail$/],
  [
    'entity_description',
    /^(?:entity|company|legal|organization) (?:type|form|description)$|^(?:type|form) of entity$|^jurisdiction\b|^state of (?:formation|organization|incorporation)$|^description$/,
  ],
  [
    'kind',
    /^(?:signatory |signer )?(?:type|kind)$|^(?:individual|person)(?: ?\/ ?| or )entity$|^entity(?: ?\/ ?| or )(?:individual|person)$/,
  ],
  [
    'title',
    /^(?:job |signatory |signer |signatory’s |signatory's )?(?:title|capacity|position|role|office)(?: ?(?:\/|or|and) ?(?:title|capacity|position|role|office))?$|^its$/,
  ],
  ['address', /^(?:(?:notice|mailing|street|postal|business) )?address(?:es)?(?: for notices?)?$/],
  ['first_name', /^(?:first|given)(?: name)?$|^forename$/],
  ['last_name', /^(?:last|family)(?: name)?$|^surname$/],
  [
    'entity',
    /^(?:(?:name of |legal |signing )?(?:entity|company|organi[sz]ation|firm|fund|party|investor|shareholder|stockholder|purchaser|seller|buyer|lender|borrower|guarantor|subscriber|holder)(?: name)?|legal name|(?:signs |signing )?(?:for|on behalf of))$/,
  ],
  [
    'name',
    /^(?:full |printed )?name$|^(?:name of (?:the )?)?(?:authori[sz]ed )?(?:signatory|signer|signor|individual|person|representative|contact|officer)(?:’s|'s)?(?: name)?$|^by$/,
  ],
];

const TITLE =
  /\b(?:president|c[efo]o|chief|director|manager|managing|member|partner|secretary|treasurer|officer|trustee|attorney|counsel|chair\w*|principal|geschäftsführer|gérant)\b/i;

/** Recognizes columns without a known heading by their contents. */
const CONTENTS: readonly [role: ColumnRole, cell: (text: string) => boolean][] = [
  ['email', (text) => text.includes('@')],
  [
    'entity_description',
    (text) => /^an? .*\b(?:corporation|partnership|company|trust|association)\b/i.test(text),
  ],
  ['entity', isEntityName],
  ['title', (text) => text.length < 60 && TITLE.test(text)],
  ['name', (text) => text.length < 80 && /^[\p{L}\p{M}'’.\-, ]+$/u.test(text)],
];

/** How many rows are sampled to recognize columns by their contents. */
const SAMPLE = 200;

/** Returns the role of each column by its heading, or else by its contents. */
export function recognizeColumns(
  rows: readonly (readonly string[])[],
  keys: readonly ListKey[],
): RecognizedColumns {
  const [head = []] = rows;
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0);
  const named = rolesOfHeadings(head, keys);
  const hasHeadings = named.some((role) => role !== null) && !head.some((cell) => cell.includes('@'));
  const roles = Array.from({ length: width }, (_, column) => (hasHeadings ? (named[column] ?? null) : null));
  const sample = rows.slice(hasHeadings ? 1 : 0, SAMPLE);
  const shareOf = (column: number, isLike: (text: string) => boolean) => {
    const cells = sample.map((cells) => (cells[column] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length === 0 ? 0 : cells.filter(isLike).length / cells.length;
  };
  correctNames(roles, head, shareOf);
  for (const [role, isLike] of CONTENTS) {
    const isNamed = role === 'name' && (roles.includes('first_name') || roles.includes('last_name'));
    if (roles.includes(role) || isNamed) continue;
    // Any other unknown heading means that the column holds something else, except when the name or email column is missing.
    if (hasHeadings && role !== 'email' && role !== 'name') continue;
    const column = roles.findIndex((taken, column) => taken === null && shareOf(column, isLike) > 0.5);
    if (column >= 0) roles[column] = role;
  }
  return { roles, hasHeadings };
}

function rolesOfHeadings(head: readonly string[], keys: readonly ListKey[]): (ColumnRole | null)[] {
  const taken = new Set<ColumnRole>();
  return head.map((cell) => {
    const heading = cell
      .toLowerCase()
      .replaceAll(/[\s_]+/g, ' ')
      .replaceAll(/[:*]|\((?:s|optional|required)\)/g, '')
      .trim();
    const found = HEADINGS.find(([role, pattern]) => !taken.has(role) && pattern.test(heading));
    const key = keys.find(({ key }) => letters(key) === letters(cell) && letters(key) !== '');
    const role = found?.[0] ?? (key ? (`key:${key.uuid}` as const) : null);
    if (role === null || taken.has(role)) return null;
    taken.add(role);
    return role;
  });
}

/** A "Name" column next to a signatory column holds the entity's name. */
function correctNames(
  roles: (ColumnRole | null)[],
  head: readonly string[],
  shareOf: (column: number, isLike: (text: string) => boolean) => number,
): void {
  const names = roles.indexOf('name');
  if (names < 0 || roles.includes('entity') || shareOf(names, isEntityName) <= 0.5) return;
  const pattern = HEADINGS.find(([role]) => role === 'name')?.[1];
  const people = roles.findIndex(
    (role, column) => role === null && pattern?.test((head[column] ?? '').trim().toLowerCase()) === true,
  );
  const first = roles.includes('first_name') || roles.includes('last_name');
  if (people < 0 && !first) return;
  roles[names] = 'entity';
  if (people >= 0) roles[people] = 'name';
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
