import type { TextBlock } from '../../../../src/contract/entities/signing/signature-page-design.ts';
import type { Step } from '../steps.ts';

const IDS = ['lead-in', 'footer', 'more'] as const;

/** Returns the text of a signature page that the step selects. */
export function textOfPage({ a, b }: Pick<Step, 'a' | 'b'>): TextBlock {
  const id = IDS[b % IDS.length] ?? 'more';
  const grid = { x: 0, y: a % 4, w: 12, h: 1 };
  return { id, kind: 'text', grid, content: [`Text ${a}`], text_align: 'left' };
}
