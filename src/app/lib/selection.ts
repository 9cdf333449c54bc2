/** The selected rows, the focused row, and the start of a range. */
export interface Selection {
  chosen: ReadonlySet<string>;
  active: string | null;
  anchor: string | null;
}

export const NOTHING_CHOSEN: Selection = { chosen: new Set(), active: null, anchor: null };

/** A plain click or arrow key: only this row. */
export function chooseOnly(uuid: string): Selection {
  return { chosen: new Set([uuid]), active: uuid, anchor: uuid };
}

/** Ctrl and a click, or Ctrl and Space: adds or removes this row. */
export function toggleChosen(selection: Selection, uuid: string): Selection {
  const chosen = new Set(selection.chosen);
  if (!chosen.delete(uuid)) chosen.add(uuid);
  return { chosen, active: uuid, anchor: uuid };
}

/** Shift and a click or an arrow key: from the anchor to this row, in screen order. */
export function extendTo(selection: Selection, uuid: string, order: readonly string[]): Selection {
  const from = order.indexOf(selection.anchor ?? selection.active ?? uuid);
  const to = order.indexOf(uuid);
  if (to < 0) return selection;
  const start = from < 0 ? to : from;
  const chosen = new Set(order.slice(Math.min(start, to), Math.max(start, to) + 1));
  return { chosen, active: uuid, anchor: order[start] ?? uuid };
}

/** Ctrl and an arrow key: moves the focus and keeps the selection. */
export function focusOnly(selection: Selection, uuid: string): Selection {
  return { ...selection, active: uuid };
}

export function chooseAll(selection: Selection, order: readonly string[]): Selection {
  return { ...selection, chosen: new Set(order) };
}

/** Returns the selection without rows that no longer exist; the same object if all exist. */
export function pruned(selection: Selection, exists: (uuid: string) => boolean): Selection {
  const stays = (uuid: string | null) => (uuid !== null && exists(uuid) ? uuid : null);
  const chosen = [...selection.chosen].filter(exists);
  const active = stays(selection.active);
  const anchor = stays(selection.anchor);
  if (chosen.length === selection.chosen.size && active === selection.active && anchor === selection.anchor) {
    return selection;
  }
  return { chosen: new Set(chosen), active, anchor };
}

/** Returns the row after the removed ones, else the one before them; null if none is left. */
export function neighbor(order: readonly string[], gone: ReadonlySet<string>): string | null {
  const last = order.findLastIndex((uuid) => gone.has(uuid));
  const stays = (uuid: string) => !gone.has(uuid);
  return order.slice(last + 1).find(stays) ?? order.findLast(stays) ?? null;
}
