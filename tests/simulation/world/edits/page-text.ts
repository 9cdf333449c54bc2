import type { SignaturePageEdits } from '../../../../src/contract/entities/signing/signature-page.ts';
import type { Step } from '../steps.ts';

const IDS = ['lead-in', 'footer', 'more'] as const;

/** Returns an edit of a block that the step selects: its text and its place, or only one of them. */
export function textOfPage({
  a,
  b,
}: Pick<Step, 'a' | 'b'>): NonNullable<SignaturePageEdits['blocks']>[number] {
  const id = IDS[b % IDS.length] ?? 'more';
  const grid = { x: 0, y: a % 4, w: 12, h: 1 };
  const text = { id, kind: 'text' as const, content: [`Text ${a}`], text_align: 'left' as const };
  if (a % 3 === 0) return { ...text, grid };
  return a % 3 === 1 ? text : { id, grid };
}
