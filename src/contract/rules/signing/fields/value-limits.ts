/** The maximum number of characters of a signatory's value for a field, and of what they fill in on a page. */
export const VALUE_MAX = 2000;

/** The maximum number of values in one request. */
export const VALUES_AT_ONCE = 5000;
