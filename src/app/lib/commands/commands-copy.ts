// The UI copy shared by all screens that call the server.

/** A call failed in a way that leaves open whether the server carried it out. */
export const OUTCOME_UNKNOWN = 'We couldn’t confirm this. Refresh the page and check before you try again.';
