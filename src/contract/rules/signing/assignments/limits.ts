/** The maximum number of signatures that one action can assign or unassign. The server accepts as many in one call. */
export const ASSIGNMENTS_MAX = 20_000;
