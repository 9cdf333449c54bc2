import type * as z from 'zod';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import type { witnessedSchema } from '../../../src/contract/entities/signing/signing-room.ts';
import { countsAsSignature } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { signerOf } from '../../../src/contract/rules/signing/signatories/signer.ts';
import { attestationOf, witnessProblem } from '../../../src/contract/rules/signing/signatories/witness.ts';
import { invalid } from '../../refusal.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Adopted } from '../../store/deals/packets/packet-tables.ts';
import { appendSigningEvent } from '../../store/deals/packets/signing-events.ts';
import { addWitnessCode } from '../../store/deals/packets/witness-links.ts';
import { readPagesToWitness, waitingForWitness } from '../../store/deals/packets/witnesses.ts';
import { readCapacities } from '../signing/capacities.ts';
import type { Signing } from '../packets/room/sign-packet.ts';

type Asked = Omit<z.output<typeof witnessedSchema>, 'token' | 'device_at'>;

/**
 * Adds the signature of a witness to pages that the signatory has signed. A witnessed page stays as it is.
 * @param onDevice whose device the witness signs on
 * @throws {Refusal} `invalid` if a page isn't signed yet or isn't the one that the witness saw, or if the witness is a party
 * or leaves something out
 */
export async function witnessPages(
  { scope, packet, by }: Signing,
  { pages: asked, ...witness }: Asked,
  onDevice: 'signer' | 'own',
): Promise<void> {
  const { tx, deal, now } = scope;
  const pages = await readPagesToWitness(tx, packet);
  const known = new Map(pages.map((page) => [page.uuid, page]));
  const waiting = new Map(waitingForWitness(pages).map((page) => [page.uuid, page]));
  for (const { uuid, sha256 } of asked) {
    const page = known.get(uuid);
    if (!page) throw invalid('This page doesn’t need a witness.', 'pages');
    if (page.sha256 === null) throw invalid('The signatory has to sign before the witness.', 'pages');
    if (page.sha256 !== sha256)
      throw invalid('The page has changed since the witness saw it. Reload it and read it again.', 'pages');
  }
  const signed = [...new Set(asked.map(({ uuid }) => uuid))].flatMap((uuid) => waiting.get(uuid) ?? []);
  if (signed.length === 0) return;
  const parties = await partiesTo(
    scope,
    signed.flatMap(({ item }) => item ?? []),
  );
  const problem = witnessProblem(witness, parties);
  if (problem) throw invalid(problem.sentence, problem.field);
  const { name, address, occupation } = witness;
  const adopted = adoptedBy(witness);
  await tx
    .insertInto('packet_witnesses')
    .values(
      signed.map(({ uuid: page, sha256 }) => ({
        page,
        packet: packet.uuid,
        transaction: deal.uuid,
        name,
        address,
        occupation,
        adopted: JSON.stringify(adopted),
        on_device: onDevice,
        sha256,
        signed_at: now,
      })),
    )
    .execute();
  const { full_name: signer } = await tx
    .selectFrom('signatories')
    .select('full_name')
    .where('uuid', '=', packet.signatory)
    .executeTakeFirstOrThrow();
  await appendSigningEvent(scope, packet.uuid, {
    kind: 'witnessed',
    by,
    details: {
      note: name,
      witness: { name, address, occupation },
      attestation: attestationOf(signer),
      on_device: onDevice,
      signature: adopted,
      pages: signed.map(({ uuid: page, sha256 }) => ({ page, sha256 })),
      assignments: signed.flatMap(({ assignments }) => assignments),
    },
  });
}

/**
 * Returns a code that opens the signed pages for the witness on their own device.
 * @throws {Refusal} `invalid` while no signed page waits for a witness
 */
export async function inviteWitness({
  scope,
  packet,
  by,
}: Signing): Promise<{ code: string; expiresAt: Date }> {
  const waiting = waitingForWitness(await readPagesToWitness(scope.tx, packet));
  if (waiting.length === 0) throw invalid('Sign the pages first. Then your witness can sign.');
  const code = await addWitnessCode(scope.tx, packet, scope.now);
  await appendSigningEvent(scope, packet.uuid, { kind: 'witness_invited', by });
  return code;
}

function adoptedBy({ name, style, drawing }: Pick<Asked, 'name' | 'style' | 'drawing'>): Adopted {
  if (style !== 'drawn') return { name, initials: null, style };
  if (!drawing) throw invalid('Draw the witness’s signature.', 'drawing');
  return { name, initials: null, style, drawing: { signature: drawing.signature, initials: null } };
}

/** Returns the names of those who sign documents, and of those whom they sign for. */
async function partiesTo(scope: DealWrite, items: readonly string[]): Promise<string[]> {
  const rows = await selectRows(scope.tx, assignmentCollection, { deal: scope.deal.uuid });
  const capacities = await readCapacities(scope);
  const among = new Set(items);
  return rows
    .filter(({ item, status }) => among.has(item) && countsAsSignature(status))
    .flatMap(({ signatory, auth_rep }) => [
      capacities.party(signatory)?.name ?? '',
      signerOf(capacities, signatory, auth_rep)?.name ?? '',
    ]);
}
