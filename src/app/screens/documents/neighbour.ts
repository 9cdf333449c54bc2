/** What comes behind those that go, or before them; null where nothing is left. */
export function neighbour(order: readonly string[], gone: ReadonlySet<string>): string | null {
  const last = order.findLastIndex((uuid) => gone.has(uuid));
  const stays = (uuid: string) => !gone.has(uuid);
  return order.slice(last + 1).find(stays) ?? order.findLast(stays) ?? null;
}
