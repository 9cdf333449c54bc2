/** The link from which this tab went to DocuSign. The address to which DocuSign sends it back doesn't contain the link, because the team can read that address in DocuSign's logs. */
const KEY = 'signing-elsewhere';

/** How the visit to DocuSign ended, as DocuSign reported when it sent the browser back. A reload forgets it. */
let outcome: string | null = null;

/** Remembers a link in this tab, for as long as it is open. Without storage, the person opens the link in their email again. */
export function rememberLink(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // The browser blocks it.
  }
}

/** Shows the address of the link from which this tab went to DocuSign, and returns its secret; null if the tab doesn't know it. */
export function comeBack(): string | null {
  try {
    const token = sessionStorage.getItem(KEY);
    if (token === null) return null;
    outcome = new URLSearchParams(window.location.search).get('event');
    window.history.replaceState(null, '', `/sign/${token}`);
    return token;
  } catch {
    return null;
  }
}

export function outcomeOfVisit(): string | null {
  return outcome;
}
