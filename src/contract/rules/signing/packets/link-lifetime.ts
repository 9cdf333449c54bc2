/** How long a signing link works after it is sent, and how long it opens the signed pages after they are submitted: 60 days, in milliseconds. */
export const LINK_MS = 60 * 86_400_000;
