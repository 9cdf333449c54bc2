import { randomInt } from 'node:crypto';
import { packetCollection } from '../../../src/contract/collections/packets.ts';
import { isOut } from '../../../src/contract/rules/signing/packets/packet-status.ts';
import { hashPassword, passwordMatches } from '../../auth/passwords.ts';
import type { SharedDelay } from '../../auth/shared-delay.ts';
import {
  codeFrom,
  deviceCodeRequests,
  guessesFor,
  guessReportsFor,
  isSamePerson,
} from '../../auth/signing-limits.ts';
import { signingCodeMail } from '../../mail/kinds/signing-code.ts';
import { postMail } from '../../mail/post-mail.ts';
import { deviceInWords } from '../../present/device-in-words.ts';
import { invalid, tooMany } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import {
  addDeviceCode,
  countTry,
  DEVICE_CODE_MINUTES,
  deviceCodeExpiry,
  useDeviceCode,
} from '../../store/deals/packets/device-codes.ts';
import type { LinkHolder } from '../../store/deals/packets/link-holder.ts';
import { trustDevice } from '../../store/deals/packets/signing-devices.ts';
import { appendSigningEvent, type SigningActor } from '../../store/deals/packets/signing-events.ts';
import { changeRow, selectRows } from '../../store/deals/collection-rows.ts';
import { findLink, type FoundLink, type LinkState } from '../../store/deals/packets/signing-links.ts';
import { notifyOfPacket } from '../packets/notify-of-packet.ts';
import { writeByLink, type Signing } from '../packets/room/sign-packet.ts';
import { unknownLink } from '../packets/room/signing-room.ts';

const DIGITS = 6;

const NEW_DEVICE: readonly LinkState[] = ['new_device'];

/** A call from a new device. `address` is its network address. */
interface Asking {
  holder: LinkHolder;
  by: SigningActor;
  address: string;
}

/**
 * Emails a code for a new device to the address that the packet was sent to. If the link needs none, nothing happens.
 * @throws {Refusal} `not_found` for an unknown link; `too_many_requests` after several codes
 */
export async function emailDeviceCode(
  services: Services,
  delay: SharedDelay,
  { holder, by, address }: Asking,
): Promise<void> {
  const asked = await packetForNewDevice(services, holder);
  if (asked === null) return;
  const { device } = asked;
  const packet = asked.packet.uuid;
  const wait = await delay.count(deviceCodeRequests({ packet, device, address }));
  if (wait > 0) throw tooMany('We’ve already emailed several codes.', Math.ceil(wait / 1000));
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const codeHash = await hashPassword(code, [packet, address]);
  const asking = { holder, command: 'signing.email_device_code', by, inStates: NEW_DEVICE };
  await writeByLink(services, asking, async (signing) => mailCode(signing, { device, code, codeHash }));
}

async function mailCode(
  { scope, packet, by }: Signing,
  { device: secret, code, codeHash }: { device: string; code: string; codeHash: string },
): Promise<void> {
  const { tx, deal, now, services } = scope;
  const { sent_to: to, sent_for: firmId, sent_by: sender, signatory } = packet;
  if (to === null) return;
  const expiresAt = await addDeviceCode(tx, packet, { device: secret, codeHash, now });
  const { full_name: name } = await tx
    .selectFrom('signatories')
    .select('full_name')
    .where('uuid', '=', signatory)
    .executeTakeFirstOrThrow();
  const { name: firm } = await tx
    .selectFrom('organizations')
    .select('name')
    .where('uuid', '=', firmId)
    .executeTakeFirstOrThrow();
  const answersTo = await tx
    .selectFrom('users')
    .select('email')
    .where('uuid', '=', sender)
    .executeTakeFirst();
  const device = deviceInWords(by.userAgent);
  const mail = signingCodeMail(
    { name, firm, deal: deal.name, device, code, minutes: DEVICE_CODE_MINUTES, expiresAt },
    services.settings.publicUrl,
  );
  await postMail(services, tx, { name, address: to, user: null, organization: deal.organization }, mail, {
    sender: answersTo ? { firm, address: answersTo.email } : null,
  });
  await appendSigningEvent(scope, packet.uuid, { kind: 'device_code_sent', by });
}

/**
 * Trusts the device on which the emailed code is entered. If the link needs none, nothing happens.
 * @throws {Refusal} `not_found` for an unknown link; `invalid` for a wrong code; `too_many_requests`
 */
export async function confirmDevice(
  services: Services,
  delay: SharedDelay,
  { holder, code, by, address }: Asking & { code: string },
): Promise<void> {
  const { db } = services;
  const asked = await packetForNewDevice(services, holder);
  if (asked === null) return;
  const { device } = asked;
  const packet = asked.packet.uuid;
  // Otherwise, anyone with a link could extend the wait after many wrong codes and so lock the signatory out.
  if ((await deviceCodeExpiry(db, { packet, device }, services.now())) === null) throw noLongerWorks();
  const attempts = [codeFrom(address), guessesFor(asked.packet)];
  const wait = await delay.count(attempts);
  if (wait > 0) {
    const isPerson = delay.knownWait([guessesFor(asked.packet)]) > 0;
    const reports = [guessReportsFor(asked.packet)];
    if (isPerson && (await delay.count(reports)) === 0)
      await reportGuesses(services, { holder, by }).catch(async (error: unknown) => {
        await delay.refund(reports);
        throw error;
      });
    throw tooMany('Too many incorrect codes were entered.', Math.ceil(wait / 1000));
  }
  const tried = await countTry(db, { packet, device }, services.now());
  if (tried === null) {
    // No code was guessed.
    await delay.refund([guessesFor(asked.packet)]);
    throw noLongerWorks();
  }
  const { codeHash, triesLeft } = tried;
  if (!(await passwordMatches(codeHash, code.replaceAll(/\D/g, ''), [packet, address])))
    throw triesLeft > 0
      ? invalid('This code is incorrect. Enter the one from the newest email.', 'code')
      : invalid('This code is incorrect, and that was your last try. Get a new code.', 'code');
  await delay.refund(attempts);
  const confirming = { holder, command: 'signing.confirm_device', by, inStates: NEW_DEVICE };
  await writeByLink(services, confirming, async ({ scope, packet: { uuid, transaction } }) => {
    const { tx, now } = scope;
    if (!(await useDeviceCode(tx, { packet: uuid, device }, codeHash))) throw noLongerWorks();
    await trustDevice(tx, { uuid, transaction }, device, { now, isConfirmed: true });
    await appendSigningEvent(scope, uuid, { kind: 'device_confirmed', by });
  });
}

/**
 * Notifies the team that somebody keeps entering wrong codes. It may be the signatory, or a person to whom a link was
 * forwarded, so the team can cancel the person's packets.
 */
async function reportGuesses(
  services: Services,
  { holder, by }: Pick<Asking, 'holder' | 'by'>,
): Promise<void> {
  const reporting = { holder, command: 'signing.report_guesses', by, inStates: NEW_DEVICE };
  await writeByLink(services, reporting, async ({ scope, packet }) => {
    const { tx, deal, now, stamp } = scope;
    const others = await selectRows(tx, packetCollection, { deal: deal.uuid });
    for (const { uuid } of others.filter((each) => isOut(each.status) && isSamePerson(each, packet))) {
      await changeRow(tx, 'packets', uuid, { guessed_at: now, ...stamp });
      scope.put('packets', uuid, { fields: ['guessed_at'] });
    }
    await notifyOfPacket(scope, packet, 'guessed');
  });
}

function noLongerWorks() {
  return invalid('This code no longer works. Get a new one.', 'code');
}

/** Returns the packet that a link would open if the device were known, and the device's secret; null if no code is needed. */
async function packetForNewDevice(
  services: Services,
  holder: LinkHolder,
): Promise<{ packet: FoundLink['packet']; device: string } | null> {
  const { device } = holder;
  const link = await findLink(services.db, holder, services.now());
  if (!link) throw unknownLink();
  return link.state === 'new_device' && device !== null ? { packet: link.packet, device } : null;
}
