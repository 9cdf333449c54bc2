/** A ref that focuses the element when it mounts. */
export function focusOnMount(node: HTMLElement | null): void {
  node?.focus();
}
