/** Indications for or against a signature page, with their weights. Each counts once. */
const SIGNS: readonly [sign: RegExp, weight: number][] = [
  [/^\s*\[?(?:counterpart )?signature page (?:to|of|for) /im, 4],
  [/\bin witness whereof\b/i, 2],
  [/\b(?:signed|executed|sealed)[^.]{0,40} as a deed\b/i, 2],
  [/^\s*by\s*:/im, 2],
  [/_{8,}/, 2],
  [/^\s*name\s*:/im, 1],
  [/^\s*(?:title|its)\s*:/im, 1],
  [/\bauthori[sz]ed (?:signatory|signature|officer)\b/i, 1],
  // A table of contents names signature pages, and the last page of the body announces them.
  [/\.{6,}|(?:\. ){6,}/, -4],
  [/signature pages? (?:to )?follows?\b/i, -4],
  [/^\s*(?:attention|attn|fax|facsimile)\s*:/im, -3],
];

/** Words on a page of ordinary text. A signature page has fewer. */
const MANY_WORDS = 350;
const TOO_LONG = -3;

/** The weight at which a page is suggested. */
const LIKELY = 4;

/** Returns whether the text of a page looks like a signature page. This is only a suggestion, and never marks a page. */
export function isLikelySignaturePage(text: string): boolean {
  const weight = SIGNS.reduce((sum, [sign, each]) => (sign.test(text) ? sum + each : sum), 0);
  const words = text.split(/\s+/).length;
  return weight + (words > MANY_WORDS ? TOO_LONG : 0) >= LIKELY;
}
