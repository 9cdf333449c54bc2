import type { LayoutWarning } from './sheet.ts';

/**
 * Returns what is wrong with a page of a document, for the person who checks a packet before sending it. Null if it
 * isn't worth mentioning.
 */
export function warningInWords(
  warning: LayoutWarning,
  { document, nameOf }: { document: string; nameOf: (signer: string) => string },
): string | null {
  const said = sentenceOf(warning, nameOf);
  return said === null ? null : `${document}: ${said}`;
}

function sentenceOf(warning: LayoutWarning, nameOf: (signer: string) => string): string | null {
  switch (warning.kind) {
    case 'no_signatories':
      return null;
    case 'no_signature_block':
      return 'the page has no signature block.';
    case 'no_name':
      return 'the signatory has no name.';
    case 'no_title':
      return `${nameOf(warning.signer)} has no title.`;
    case 'no_capacity':
      return `${warning.name} has no capacity.`;
    case 'missing_value':
      return `“${warning.key}” has no value${warning.signer === null ? '' : ` for ${nameOf(warning.signer)}`}.`;
    case 'long_name':
      return `the name “${warning.name}” takes more than three lines.`;
    case 'missing_glyph':
      return `no font has the character “${warning.character}”.`;
    case 'font_unavailable':
      return `the font for “${warning.character}” couldn’t be loaded.`;
    case 'block_too_tall':
      return 'a block doesn’t fit on one page.';
  }
}
