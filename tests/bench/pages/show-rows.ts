import { DEFAULT_NUMBERING } from '../../../src/contract/rules/checklist/numbering.ts';
import { checklistRows } from '../../../src/db/views/checklist-rows.ts';
import type { ChecklistView } from '../../../src/db/views/checklist-view.ts';

/** Rows that fit on a screen. */
const ON_SCREEN = 40;

/**
 * Shows the first rows of the checklist, updated in the next frame after each snapshot, as the screen
 * computes them.
 */
export function showRows(view: ChecklistView): { painted: () => Promise<void> } {
  const list = document.createElement('ol');
  document.body.append(list);
  const layout = { collapsed: new Set<string>(), format: DEFAULT_NUMBERING };
  const paint = (): void => {
    const rows = checklistRows(view.getSnapshot(), layout).slice(0, ON_SCREEN);
    list.replaceChildren(
      ...rows.map(({ number, entry }) => {
        const line = document.createElement('li');
        line.textContent = `${number} ${entry.name}`;
        return line;
      }),
    );
  };
  let onPainted: (() => void) | null = null;
  let due = false;
  view.subscribe(() => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      paint();
      onPainted?.();
    });
  });
  paint();
  return {
    painted: async () =>
      new Promise((resolve) => {
        onPainted = resolve;
      }),
  };
}
