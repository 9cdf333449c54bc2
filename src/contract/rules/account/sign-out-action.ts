/**
 * Returns the `action` parameter of /login after a sign-out (core spec 2): the reason if there is one, `logout` after a click
 * (an event is an object), and otherwise `inactive`.
 */
export function signOutAction(reason?: unknown): string {
  if (typeof reason === 'string' && reason !== '') return reason;
  return typeof reason === 'object' && reason !== null ? 'logout' : 'inactive';
}
