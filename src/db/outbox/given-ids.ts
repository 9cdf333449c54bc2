/** Returns the id that was asked for with the one that the server gave instead (SPEC: PUSH7); nothing if it gave that one. */
export function instead(asked: string, given: unknown): [string, string][] {
  return typeof given === 'string' && given !== asked ? [[asked, given]] : [];
}

/** Returns a field of what the server answered, if there is one. */
export function fieldIn(answer: unknown, field: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, field) : undefined;
}
