import type { PacketFile } from '../../../src/contract/entities/signing/packet.ts';
import type * as z from 'zod';
import type {
  newSignatureSchema,
  SigningRoom,
  witnessCodeSchema,
  witnessedSchema,
} from '../../../src/contract/entities/signing/signing-room.ts';
import { addressKey } from '../../auth/login-limit.ts';
import { roomPassCookie } from '../../auth/room-pass.ts';
import { newSigningDevice, signingDeviceCookie } from '../../auth/signing-device.ts';
import type { LinkHolder } from '../../store/deals/packets/link-holder.ts';
import { codeFrom, signingBy, unknownLinkFrom } from '../../auth/signing-limits.ts';
import { openRecipientView } from '../../commands/docusign/open-recipient-view.ts';
import { findRoomFile } from '../../commands/packets/room/find-room-file.ts';
import { adopt, noteUnlocked, writeByLink, type Signing } from '../../commands/packets/room/sign-packet.ts';
import { assertSignature, assertWitness } from '../../commands/packets/room/assert-printable.ts';
import { redrawPictures } from '../../commands/packets/room/redraw-pictures.ts';
import { inviteWitness, witnessPages } from '../../commands/rooms/witness-pages.ts';
import { readWitnessRoom, writeByWitness } from '../../commands/rooms/witness-room.ts';
import { redeemWitnessCode } from '../../store/deals/packets/witness-links.ts';
import { instant } from '../../present/present-row.ts';
import { unlockPacket } from '../../commands/packets/room/unlock-packet.ts';
import { readSigningRoom } from '../../commands/packets/room/signing-room.ts';
import { invalid, Refusal, tooMany } from '../../refusal.ts';
import type { SigningActor } from '../../store/deals/packets/signing-events.ts';
import { paintCode } from '../../signing/page-codes.ts';
import { hashOfToken, type LinkState } from '../../store/deals/packets/signing-links.ts';
import type { RequestContext } from '../request-context.ts';
import { handOutFile } from './hand-out-file.ts';

export type ByToken = { token: string };
export type AtDevice = ByToken & { device_at?: string | undefined };
export type RoomCall<Input> = { input: Input; context: RequestContext };

/** Returns who makes a call, for the evidence. */
export function actorOf({ caller: { address, userAgent } }: RequestContext, deviceAt?: string): SigningActor {
  return { address, userAgent, deviceAt: deviceAt === undefined ? null : new Date(deviceAt) };
}

/** Returns what the holder of a link sees. */
export async function openRoom({ input, context }: RoomCall<ByToken>): Promise<SigningRoom> {
  return slowed(context, input.token, async () => {
    const holder = holderOf(context, input);
    // Each time a device opens a link, its cookie is renewed for 60 days.
    if (holder.device !== null) context.answer.cookies.push(signingDeviceCookie(holder.device, context.jar));
    return answerRoom(context, holder, { pictures: true });
  });
}

/**
 * Performs an act in a room, and returns the updated room.
 * @param check what can be checked without the deal's lock
 * @param inStates the states of the link in which the act is allowed: `open` by default
 */
export function roomWrite<Input>(
  command: string,
  work: (signing: Signing, input: Input) => Promise<void>,
  { check, inStates }: { check?: (input: Input) => Promise<void>; inStates?: readonly LinkState[] } = {},
) {
  return async ({ input, context }: RoomCall<AtDevice & Input>): Promise<SigningRoom> =>
    slowed(context, input.token, async () => {
      await check?.(input);
      const holder = holderOf(context, input);
      const by = actorOf(context, input.device_at);
      const act = { holder, command, by, ...(inStates && { inStates }) };
      await writeByLink(context.services, act, async (signing) => work(signing, input));
      return answerRoom(context, holder, { pictures: false });
    });
}

/** Stores the signature that the signatory chose. A picture is redrawn before the deal is locked. */
export async function adoptCall({
  input,
  context,
}: RoomCall<z.output<typeof newSignatureSchema>>): Promise<SigningRoom> {
  return slowed(context, input.token, async () => {
    const { services } = context;
    await assertSignature(input);
    const holder = holderOf(context, input);
    const by = actorOf(context, input.device_at);
    const sent = input.style === 'picture' ? input.picture : undefined;
    const picture = sent && (await redrawPictures(services, holder, sent));
    await writeByLink(services, { holder, command: 'signing.adopt', by }, async (signing) =>
      adopt(signing, { ...input, picture }),
    );
    return answerRoom(context, holder, { pictures: false });
  });
}

/** Adds the signature of a witness, through the signatory's link or their own, and returns the updated room. */
export async function witnessCall({
  input,
  context,
}: RoomCall<z.output<typeof witnessedSchema>>): Promise<SigningRoom> {
  return slowed(context, input.token, async () => {
    const { services } = context;
    await assertWitness(input);
    const holder = holderOf(context, input);
    const by = actorOf(context, input.device_at);
    const { token: _, device_at: __, ...witness } = input;
    const isOwn = await writeByWitness(services, { token: input.token, by }, async (signing) =>
      witnessPages(signing, witness, 'own'),
    );
    if (!isOwn)
      await writeByLink(services, { holder, command: 'signing.witness', by }, async (signing) =>
        witnessPages(signing, witness, 'signer'),
      );
    return answerRoom(context, holder, { pictures: false });
  });
}

/** Returns a code for the witness to the signatory's room, only once, because nobody can look it up later. */
export async function witnessCodeCall({
  input,
  context,
}: RoomCall<AtDevice>): Promise<z.infer<typeof witnessCodeSchema>> {
  return slowed(context, input.token, async () => {
    const by = actorOf(context, input.device_at);
    const found: { code: string; expiresAt: Date }[] = [];
    const link = { holder: holderOf(context, input), command: 'signing.invite_witness', by };
    await writeByLink(context.services, link, async (signing) => {
      found.push(await inviteWitness(signing));
    });
    context.answer.headers['cache-control'] = 'no-store';
    const [made] = found;
    if (!made) throw invalid('This link no longer opens these pages. Reload the page.');
    // The part after the # never leaves the witness's browser.
    const qr = await paintCode(`${context.services.settings.publicUrl}/sign/witness#${made.code}`);
    return { code: made.code, expires_at: instant(made.expiresAt), qr };
  });
}

/** Exchanges a witness's code for the secret of their own link. Wrong codes are throttled like unknown links. */
export async function enterWitnessCode({
  input,
  context,
}: RoomCall<{ code: string }>): Promise<{ token: string }> {
  const { services, limits, caller, answer } = context;
  const attempts = [codeFrom(addressKey(caller.address))];
  const wait = await limits.open.count(attempts);
  if (wait > 0) throw tooMany('Too many incorrect codes were entered.', Math.ceil(wait / 1000));
  const token = await redeemWitnessCode(services.db, input.code, services.now());
  if (token === null)
    throw invalid(
      'This code is incorrect, already used, or older than 15 minutes. Ask the signatory for a new one.',
      'code',
    );
  await limits.open.refund(attempts);
  answer.headers['cache-control'] = 'no-store';
  return { token };
}

/** Opens the room of a packet with its access code, in this browser. */
export async function unlockRoom({
  input,
  context,
}: RoomCall<AtDevice & { code: string }>): Promise<SigningRoom> {
  return slowed(context, input.token, async () => {
    const { services, limits, caller, jar, answer } = context;
    const { token, code, device_at } = input;
    const address = addressKey(caller.address);
    const codeHash = await unlockPacket(services, limits.open, { token, code, address });
    if (codeHash === null) return answerRoom(context, holderOf(context, input), { pictures: true });
    const cookie = roomPassCookie(token, codeHash, { now: services.now(), jar });
    const holder = { ...holderOf(context, input), pass: cookie.value };
    const by = actorOf(context, device_at);
    // A new device still needs its own code.
    const inStates = ['open', 'paper', 'elsewhere', 'new_device'] as const;
    await writeByLink(services, { holder, command: 'signing.unlock', by, inStates }, noteUnlocked);
    answer.cookies.push(cookie);
    return answerRoom(context, holder, { pictures: true });
  });
}

/** Returns who makes a call. A device without a secret gets one in a cookie. */
export function holderOf(context: RequestContext, { token }: ByToken): LinkHolder {
  if (context.signingDevice === null) {
    context.signingDevice = newSigningDevice();
    context.answer.cookies.push(signingDeviceCookie(context.signingDevice, context.jar));
  }
  return { token, pass: context.roomPass, device: context.signingDevice };
}

/** Returns the address of a document that belongs to a room. */
export async function openRoomFile({
  input,
  context,
}: RoomCall<ByToken & { id: string }>): Promise<PacketFile> {
  return slowed(context, input.token, async () => {
    const found = await findRoomFile(context.services, holderOf(context, input), input);
    const { packet, deal, ...file } = found;
    return handOutFile(context, {
      ...file,
      // The holder of the link has no account.
      actor: null,
      organization: deal.organization,
      deal: deal.uuid,
      subject: packet,
      detail: { document: input.id },
    });
  });
}

/** Returns the address at which the holder of a link signs at DocuSign. */
export async function openViewCall({ input, context }: RoomCall<ByToken>): Promise<{ redirect_url: string }> {
  return slowed(context, input.token, async () => {
    context.answer.headers['cache-control'] = 'no-store';
    const { services, limits } = context;
    const who = { holder: holderOf(context, input), by: actorOf(context) };
    return { redirect_url: await openRecipientView(services, limits.open, who) };
  });
}

export async function answerRoom(
  { services, answer }: RequestContext,
  holder: LinkHolder,
  which: { pictures: boolean },
): Promise<SigningRoom> {
  // Anyone with the link can see it, but no cache may keep it.
  answer.headers['cache-control'] = 'no-store';
  return (await readWitnessRoom(services, holder.token)) ?? readSigningRoom(services, holder, which);
}

/** Throttles anyone who makes many calls with one link or tries unknown links. */
export async function slowed<Output>(
  { limits, caller }: RequestContext,
  token: string,
  work: () => Promise<Output>,
): Promise<Output> {
  const guess = unknownLinkFrom(addressKey(caller.address));
  const wait = limits.open.knownWait([guess]) || (await limits.open.count([signingBy(hashOfToken(token))]));
  if (wait > 0) throw tooMany('Too many requests were made.', Math.ceil(wait / 1000));
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') await limits.open.count([guess]);
    throw error;
  }
}
