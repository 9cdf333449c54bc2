/** The most signatures that one act can assign or unassign. The server accepts as many in one call. */
export const ASSIGNMENTS_MAX = 20_000;
