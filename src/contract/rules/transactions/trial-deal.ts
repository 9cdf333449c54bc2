/** Whether the opening of a deal is told of: only of those that are made to try things out (core spec 5). */
export function isTrialDeal(name: string): boolean {
  return /test|sample/i.test(name);
}
