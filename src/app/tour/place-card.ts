interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Size = Pick<Box, 'width' | 'height'>;

/** The distance of the card from its anchor and from the edges of the window, px. */
const GAP = 12;

/**
 * Returns the position of a step's card: below its anchor, else above it, else over its lower end. The card is always inside
 * the window.
 */
export function placeCard(anchor: Box | null, card: Size, view: Size): { left: number; top: number } {
  const most = { left: view.width - card.width - GAP, top: view.height - card.height - GAP };
  if (!anchor) return { left: Math.max(GAP, (view.width - card.width) / 2), top: Math.max(GAP, most.top) };
  const left = Math.max(GAP, Math.min(anchor.left, most.left));
  const below = anchor.top + anchor.height + GAP;
  if (below <= most.top) return { left, top: below };
  const above = anchor.top - card.height - GAP;
  if (above >= GAP) return { left, top: above };
  return { left, top: Math.max(GAP, most.top) };
}
