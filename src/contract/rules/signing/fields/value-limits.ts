/** The maximum length of a signatory's value for a field, and of what they fill in on a page, in characters. */
export const VALUE_MAX = 2000;

/** The maximum number of values in one request. */
export const VALUES_AT_ONCE = 5000;
