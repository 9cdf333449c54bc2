/** Legal forms at the end of entity names, in lower case and without periods. None of them is a surname. */
const FORMS = wordsOf(
  'llc lllp llp lp pllc inc incorporated corp corporation company ltd limited plc trust fund partners partnership holdings',
  'foundation association gmbh kgaa ohg sarl srl sicav oyj asa zrt doo ead pty pte bhd sdn fzco fzllc dmcc jsc pjsc ooo ltda slu',
);

/**
 * Legal forms that are also surnames or parts of names. They count only if written like a legal form: "S.A.", or "SE" after
 * "Alpha".
 */
const AMBIGUOUS_FORMS = wordsOf(
  'co na pc ag kg se ug sa sas rl sca snc spa bv nv cv oy ab as aps kk kft ad ood sl lda cvba',
);

/** Asian forms come first or last, without a space. */
const ASIAN_FORM = /^(?:株式会社|合同会社|有限会社)|(?:株式会社|合同会社|有限公司|有限合伙|주식회사)$/u;

/** Returns whether a name looks like an entity's: its last word is a legal form, such as "L.P." or "GmbH". */
export function isEntityName(name: string): boolean {
  const text = name.trim();
  if (ASIAN_FORM.test(text)) return true;
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const last = words.at(-1);
  if (last === undefined || words.length < 2) return false;
  const form = last
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F./]/g, '')
    .toLowerCase();
  if (FORMS.has(form)) return true;
  const isWrittenAsForm = /[./]/.test(last) || (last === last.toUpperCase() && text !== text.toUpperCase());
  return AMBIGUOUS_FORMS.has(form) && isWrittenAsForm;
}

function wordsOf(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
