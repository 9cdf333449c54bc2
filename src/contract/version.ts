/**
 * The version of what client and server agree on. Sent by both as the header `X-Counterpart`.
 *
 * 1  sign-in, transactions, elements, items, documents, uploads
 * 2  change feed, event stream, who changed a row that a 409 is about
 * 3  tasks, notes, custom keys; they are in the feed and in the checksum
 * 4  all facts of a deal, its people, archiving for oneself, the members of an organization
 * 5  who did what in a deal
 * 6  versions of a document on the checklist
 * 7  signatories, representatives, custom values, signing groups, assignments; they are in the feed and in the checksum
 * 8  the look of signature pages and their paper; values of signatories are set several at a time; pages of files that are marked
 *    for signing; signing fields; packets
 * 9  returned files with their pages; they are in the feed and in the checksum
 * 10 saved block designs; they are in the feed and in the checksum
 * 11 the certificate of completion of a packet
 */
export const CONTRACT_VERSION = 11;

/** Older clients get a 426 and are asked to reload; none of their work is rejected. */
export const OLDEST_CONTRACT_SERVED = 11;

/** Header that marks a response as ours, and a write as coming from our own client. */
export const CONTRACT_HEADER = 'x-counterpart';

/** The header of the signing room's calls with the secret of the device, for browsers that block cookies. */
export const SIGNING_DEVICE_HEADER = 'x-signing-device';

/**
 * Header with the user of a request (uuid). Another user may have signed in on the device meanwhile: a session of
 * anyone else counts as none.
 */
export const USER_HEADER = 'x-counterpart-user';

/** Header of a write: the mutation's uuid. The server answers the same key with the same response. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** The header of a PATCH: the row's `version` that the edit is based on. */
export const BASE_VERSION_HEADER = 'x-base-version';

/**
 * Header of a write: the outbox that the edit was made in, an id that a device gives each user's mirror. With it, a
 * user's later edit from another device counts as somebody else's; an outbox does not conflict with its own earlier
 * edits.
 */
export const ORIGIN_HEADER = 'x-counterpart-origin';
