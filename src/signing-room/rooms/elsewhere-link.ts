/**
 * The storage key of the link from which this tab went to DocuSign. DocuSign's return address doesn't contain the link, because
 * the team can read that address in DocuSign's logs.
 */
const KEY = 'signing-elsewhere';

/** The outcome of the visit to DocuSign, as reported when DocuSign sent the browser back. A reload clears it. */
let outcome: string | null = null;

/**
 * Remembers a link in this tab for as long as the tab is open. Without storage, the signatory must open the link in the email
 * again.
 */
export function rememberLink(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // The browser blocks storage.
  }
}

/**
 * Puts the link from which this tab went to DocuSign back into the address, and returns its secret; null if the tab doesn't
 * have one.
 */
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
