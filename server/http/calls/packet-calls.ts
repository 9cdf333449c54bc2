import {
  accessCodeProblem,
  plainAccessCode,
} from '../../../src/contract/rules/signing/signatories/access-code.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { invalid } from '../../refusal.ts';
import type { Packet, PacketFile } from '../../../src/contract/entities/signing/packet.ts';
import type { PacketPicture } from '../../../src/contract/entities/signing/packet-detail.ts';
import { paintPacketPage, readPacketSheet } from '../../commands/packets/read-packet-detail.ts';
import { bindForPrinting } from '../../commands/packets/sending/bind-packet.ts';
import { cancelPacket } from '../../commands/packets/cancel-packet.ts';
import { findPacketFile } from '../../commands/packets/find-packet-file.ts';
import { sendPackets } from '../../commands/packets/sending/send-packets.ts';
import { sendReminder } from '../../commands/signing/send-reminder.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { SigningActor } from '../../store/deals/packets/signing-events.ts';
import { dealWrite, readDeal, signedInUser, type Call, type DealOf } from '../call.ts';
import { dealOfIts, dealOfPackets } from '../deal-of-call.ts';
import { handOutFile } from './hand-out-file.ts';
import { actorOf } from './signing-calls.ts';

interface SendOptions {
  message?: string | undefined;
  access_code?: string | undefined;
  expires_on?: string | null | undefined;
}

/** Hashes the access code before the deal is locked. @throws {Refusal} `invalid` if it is too easy to guess */
async function hashOfCode({ input, context }: Call<SendOptions>): Promise<string | null> {
  const { access_code: code = '' } = input;
  if (code === '') return null;
  const problem = accessCodeProblem(code);
  if (problem !== null) throw invalid(problem, 'access_code');
  return hashPassword(plainAccessCode(code), [signedInUser(context).uuid, context.caller.address]);
}

/** Sends one packet. */
export async function sendOneCall(call: Call<{ id: string } & SendOptions>): Promise<Packet> {
  const accessCodeHash = await hashOfCode(call);
  const write = dealWrite<typeof call.input, Packet>(
    dealOfIts('packets'),
    async (scope, { id, message, expires_on: expiresOn }) => {
      const [sent] = await sendPackets(
        scope,
        { packets: [id], message, accessCodeHash, expiresOn },
        actorOf(call.context),
      );
      if (!sent) throw new Error('No packet was sent.');
      return sent;
    },
  );
  return write(call);
}

/** Sends several packets. */
export async function sendCall(
  call: Call<{ packets: string[]; signing_order?: string[][] | undefined } & SendOptions>,
): Promise<Packet[]> {
  const accessCodeHash = await hashOfCode(call);
  const write = dealWrite<typeof call.input, Packet[]>(
    dealOfPackets,
    async (scope, { packets, message, expires_on: expiresOn, signing_order: signingOrder }) =>
      sendPackets(
        scope,
        { packets, message, accessCodeHash, expiresOn, signingOrder },
        actorOf(call.context),
      ),
  );
  return write(call);
}

/** Runs a write whose evidence records who made the call, and from where. */
export function dealWriteBy<Input, Output>(
  dealOf: DealOf<Input>,
  work: (scope: DealWrite, input: Input, by: SigningActor) => Promise<Output>,
): (call: Call<Input>) => Promise<Output> {
  return async (call) =>
    dealWrite<Input, Output>(dealOf, async (scope, input) => work(scope, input, actorOf(call.context)))(call);
}

/** Reminds a signatory of documents that are out for signature. */
export async function remindCall(
  call: Call<{ id: string; force?: boolean | undefined }>,
): Promise<undefined> {
  const write = dealWrite<typeof call.input, undefined>(dealOfIts('signatories'), async (scope, input) =>
    sendReminder(scope, input, actorOf(call.context)),
  );
  return write(call);
}

/** Cancels a packet. */
export async function cancelCall(call: Call<{ id: string; reason: string }>): Promise<Packet> {
  const write = dealWrite<typeof call.input, Packet>(dealOfIts('packets'), async (scope, input) =>
    cancelPacket(scope, input, actorOf(call.context)),
  );
  return write(call);
}

/** Returns the picture of a page. It is painted after the read has ended. */
export async function readPacketPage({
  input,
  context,
  procedure,
}: Call<{ id: string; page: string }>): Promise<PacketPicture> {
  const asRead = { ...procedure['~orpc'], act: 'opened' } as const;
  return paintPacketPage(await readDeal(context, asRead, dealOfIts('packets'), input, readPacketSheet));
}

/** Returns the address of a packet's PDF. Its first download fixes what its pages are for. */
export async function downloadPacket({
  input,
  context,
  procedure,
}: Call<{ id: string }>): Promise<PacketFile> {
  const { meta } = procedure['~orpc'];
  // It changes nothing that users see, so view-only participants can do it.
  const asRead = { meta, route: { method: 'GET' }, act: 'downloaded' } as const;
  const file = await readDeal(context, asRead, dealOfIts('packets'), input, findPacketFile);
  const { isUnbound, ...found } = file;
  if (isUnbound) await bindForPrinting(context.services, input.id);
  return handOutFile(context, { ...found, subject: input.id });
}
