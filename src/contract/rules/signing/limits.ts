/** The most signatures that one act may assign or unassign. The server takes as many in one call. */
export const ASSIGNMENTS_MAX = 20_000;
