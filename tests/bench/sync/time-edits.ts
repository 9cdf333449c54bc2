import { rest, since, type EditTimes } from './contender.ts';
import { editOf, type Delivery } from './deal-rows.ts';

/** Edits before the measured ones, so that the page is warmed up. */
const WARM_UP = 20;

/**
 * Makes edits one after another. Measures each from the call until the live query has delivered it and until
 * it has been committed.
 * @param commit makes an edit; resolves when it has been committed
 */
export async function timeEdits(
  count: number,
  delivery: Delivery,
  commit: (edit: { uuid: string; label: string }) => Promise<unknown>,
): Promise<EditTimes> {
  const times: EditTimes = { visible: [], committed: [] };
  for (let index = 0; index < WARM_UP + count; index += 1) {
    const edit = editOf(index);
    const began = performance.now();
    const [visible, committed] = await Promise.all([
      delivery.of(edit).then((at) => at - began),
      commit(edit).then(() => since(began)),
    ]);
    if (index >= WARM_UP) {
      times.visible.push(visible);
      times.committed.push(committed);
    }
    await rest();
  }
  return times;
}
