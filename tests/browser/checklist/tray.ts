export function checklistOf(url: string, deal: string): string {
  return `${url}/transaction/${deal}/checklist`;
}
