import { sql, type RawBuilder } from 'kysely';
import { LIVE_PACKETS } from '../../../src/contract/rules/signing/pages/page-owners.ts';
import type { SignedInUser } from '../account/users.ts';

type IsOwn = (owner: RawBuilder<unknown>) => RawBuilder<boolean>;

/**
 * Counts a deal's waiting signatures that the reader's organization can accept. It is in SQL, because the list of deals needs
 * it for thousands of deals. The rules are `decidesAboutPackets` and, for signatures on paper, `decidesAboutPage`.
 */
export function signaturesToDecide({ organization }: SignedInUser): RawBuilder<number> {
  return sql<number>`case
    when transactions.num_esignings_waiting_to_be_accepted = 0 then 0
    when transactions.organization = ${organization}
      then transactions.num_esignings_waiting_to_be_accepted - ${hiddenFromLead(organization)}
    else ${collectedBy(organization)}
  end`;
}

/** Counts the signatures on pages that the leading organization can't see. */
function hiddenFromLead(lead: string): RawBuilder<number> {
  // What an organization held passes to the leading organization after it has left.
  const isOwn: IsOwn = (owner) => sql`(${owner} = ${lead} or ${hasLeft(owner)})`;
  return sql<number>`(
    select count(*)::integer from executed_documents as file
      join executed_document_pages as page on page.executed_document = file.uuid
      join assignments on assignments.executed_document_page = page.uuid
    where file.transaction = transactions.uuid and assignments.deleted_at is null
      and assignments.status = 'signed_pending_acceptance'
      and not ${isOwn(sql`file.collected_for`)}
      and not ${ownsPacketsOfPage(isOwn, { ifNone: false })}
  )`;
}

/** Counts the signatures that were collected by an organization that doesn't lead the deal. */
function collectedBy(organization: string): RawBuilder<number> {
  const isOwn: IsOwn = (owner) => sql`${owner} = ${organization}`;
  return sql<number>`(
    select count(*)::integer from assignments
      left join executed_document_pages as page on page.uuid = assignments.executed_document_page
      left join executed_documents as file on file.uuid = page.executed_document
    where assignments.transaction = transactions.uuid and assignments.deleted_at is null
      and assignments.status = 'signed_pending_acceptance'
      and case
        when page.uuid is null then (
          select bool_and(coalesce(${isOwn(sql`packets.sent_for`)}, false)) from packets
          where packets.transaction = transactions.uuid and packets.deleted_at is null
            and packets.status = 'completed' and assignments.uuid = any(packets.assignments)
        )
        else ${isOwn(sql`file.collected_for`)} and ${ownsPacketsOfPage(isOwn, { ifNone: true })}
      end
  )`;
}

/**
 * Returns whether the packets of each signature on `page` are the organization's own. As in `packetsOfSignature`, a finished
 * packet counts unless a newer one is out.
 * @param ifNone the result for a signature without packets
 */
function ownsPacketsOfPage(isOwn: IsOwn, { ifNone }: { ifNone: boolean }): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from unnest(page.assignments) as signature (uuid)
    where not coalesce((
      select bool_and(coalesce(${isOwn(sql`coalesce(packet.sent_for, maker.organization)`)}, false))
      from packets as packet left join users as maker on maker.uuid = packet.created_by
      where packet.transaction = transactions.uuid and packet.deleted_at is null
        and packet.status = any(${[...LIVE_PACKETS]}) and signature.uuid = any(packet.assignments)
        and (packet.status <> 'completed' or not exists (
          select from packets as newer
          where newer.transaction = transactions.uuid and newer.deleted_at is null
            and newer.status = any(${LIVE_PACKETS.filter((status) => status !== 'completed')})
            and signature.uuid = any(newer.assignments)
        ))
    ), ${ifNone})
  )`;
}

/** Returns whether all people of an organization have left the deal on their own, as in `successorOf`. */
function hasLeft(organization: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select bool_and(participants.deleted and coalesce(changer.organization = ${organization}, false))
    from participants
      join users as person on person.uuid = participants.user_uuid
      left join users as changer on changer.uuid = participants.modified_by
    where participants.transaction = transactions.uuid and person.organization = ${organization}
  ), false)`;
}
