/** A ref for the field that a screen or dialog is opened for. */
export function focusOnMount(node: HTMLElement | null): void {
  node?.focus();
}
