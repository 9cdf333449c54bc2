/** Whether opening a deal is reported: only for deals created to try things out (docs/product/app-shell.md, "Usage events"). */
export function isTrialDeal(name: string): boolean {
  return /test|sample/i.test(name);
}
