/**
 * Returns the `action` parameter of /login after a sign-out (docs/product/sign-in.md, "Sessions"): the reason if there is one, `logout` after a click
 * (an event is an object), and otherwise `inactive`.
 */
export function signOutAction(reason?: unknown): string {
  if (typeof reason === 'string' && reason !== '') return reason;
  return typeof reason === 'object' && reason !== null ? 'logout' : 'inactive';
}
