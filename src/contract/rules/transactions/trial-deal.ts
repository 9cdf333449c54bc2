/** Whether the opening of a deal is told of: only of those that are made to try things out (docs/product/app-shell.md, "Usage events"). */
export function isTrialDeal(name: string): boolean {
  return /test|sample/i.test(name);
}
