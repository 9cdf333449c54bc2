/** How many characters the value that a signatory has for a field may have. */
export const VALUE_MAX = 2000;

/** How many values one request may set. */
export const VALUES_AT_ONCE = 5000;
