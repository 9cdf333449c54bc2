/** Returns the requested id and the id that the server gave instead (SPEC: PUSH7); nothing if they are the same. */
export function instead(asked: string, given: unknown): [string, string][] {
  return typeof given === 'string' && given !== asked ? [[asked, given]] : [];
}

/** Returns a field of the server's response, if there is one. */
export function fieldIn(answer: unknown, field: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, field) : undefined;
}
