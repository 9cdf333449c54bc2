/** An unbreakable piece of text, the space between two pieces, or the end of a paragraph. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  readonly kind: 'text' | 'space' | 'newline';
}

const SPACE = /[ \u1680\u2000-\u2006\u2008-\u200b\u205f\u3000]/;
/** In these scripts, a line may break before any character. */
const IDEOGRAPHIC =
  /[\u2e80-\u2fff\u3005-\u30ff\u3130-\u318f\u31f0-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60\ud840-\ud87f]/;
const NO_START =
  /[!),.:;?\]}¢°’”‰′″℃、。々〉》」』】〕〗〙〟ぁぃぅぇぉっゃゅょゎゕゖ゛゜ゝゞァィゥェォッャュョヮヵヶ・ーヽヾ！），．：；？］｝｠]/;
const NO_END = /[([{£¥‘“〈《「『【〔〖〘〝（［｛｟￥]/;
const BREAKS_AFTER = /[-\u2010\u2012-\u2014/]/;

/** The legal form at the end of a company's name. On its own line, it would look like a mistake. */
const LEGAL_FORM =
  /^(?:L\.?P\.?|LL[CP]\.?|L\.L\.[CP]\.|Inc\.?|INC\.?|Corp\.?|CORP\.?|Ltd\.?|LTD\.?|Co\.|CO\.|N\.A\.|PLC|plc|GmbH|GMBH|AG|KG|SE|S\.A\.|B\.V\.|N\.V\.)[,;:.)\]]*$/;

/** Returns whether a word stays on the line of the previous word if there is room for both. */
export function staysWithWordBefore(word: string): boolean {
  return LEGAL_FORM.test(word);
}

/** Splits text into units. A line may end after each of them; spaces at its end take up no room. */
export function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const kind = kindAt(text, at);
    const next = at + 1 < text.length ? kindAt(text, at + 1) : null;
    if (kind !== 'newline' && kind === next && !(kind === 'text' && mayBreak(text, at))) continue;
    units.push({ start, end: at + 1, kind });
    start = at + 1;
  }
  return units;
}

function kindAt(text: string, at: number): Unit['kind'] {
  const character = text.charAt(at);
  if (character === '\n') return 'newline';
  return SPACE.test(character) ? 'space' : 'text';
}

/** Whether a line may end after this character, inside a word. */
function mayBreak(text: string, at: number): boolean {
  const before = text.charAt(at);
  const after = text.charAt(at + 1);
  if (/[\udc00-\udfff]/.test(after) || NO_START.test(after)) return false;
  if (BREAKS_AFTER.test(before)) return at > 0 && /\p{L}/u.test(after) && !SPACE.test(text.charAt(at - 1));
  if (NO_END.test(before)) return false;
  // The first half of a surrogate pair determines its script.
  const lead = /[\udc00-\udfff]/.test(before) ? text.charAt(at - 1) : before;
  return IDEOGRAPHIC.test(lead) || IDEOGRAPHIC.test(after);
}
