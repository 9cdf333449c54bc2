/** Where dragged files are, and what they become if they are dropped there. */
export interface DropTarget {
  kind: 'documents' | 'signed';
  /** The signatory whose row they are over. */
  signatory?: { uuid: string; name: string; row: DOMRect };
}

/** The zone for signed pages has this value in its `data-drop-zone`. */
export const SIGNED_ZONE = 'signed';

/** Returns what files become at an element. Only a deal with signatures takes signed pages beside documents. */
export function dropTargetAt(element: EventTarget | null, takesSigned: boolean): DropTarget {
  if (!takesSigned || !(element instanceof Element)) return { kind: 'documents' };
  const row = element.closest('[data-signatory]');
  if (row) {
    const [uuid, name] = [row.getAttribute('data-signatory'), row.getAttribute('data-signatory-name')];
    const signatory = { uuid: uuid ?? '', name: name ?? '', row: row.getBoundingClientRect() };
    return { kind: 'signed', signatory };
  }
  const isSigned = element.closest(`[data-drop-zone=${SIGNED_ZONE}]`) !== null;
  return { kind: isSigned ? 'signed' : 'documents' };
}

/** Returns whether both mean the same place, so that nothing has to be drawn again. */
export function isSameTarget(one: DropTarget | null, other: DropTarget): boolean {
  return (
    one?.kind === other.kind &&
    one.signatory?.uuid === other.signatory?.uuid &&
    one.signatory?.row.top === other.signatory?.row.top
  );
}
