/** Returns whether opening a deal is reported: only for trial deals (docs/product/app-shell.md, "Usage events"). */
export function isTrialDeal(name: string): boolean {
  return /test|sample/i.test(name);
}
