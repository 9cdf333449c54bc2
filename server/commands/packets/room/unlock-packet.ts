import { plainAccessCode } from '../../../../src/contract/rules/signing/signatories/access-code.ts';
import { passwordMatches } from '../../../auth/passwords.ts';
import { invalid, tooMany } from '../../../refusal.ts';
import type { SharedDelay } from '../../../auth/shared-delay.ts';
import { codeFrom, codeOf } from '../../../auth/signing-limits.ts';
import type { Services } from '../../../services.ts';
import { findLink } from '../../../store/deals/packets/signing-links.ts';
import { unknownLink } from './signing-room.ts';

/**
 * Checks the access code of a link's packet. Returns its stored hash, or null if there is nothing to unlock. Wrong codes
 * delay further tries for the packet, with any of its links, and for the address.
 * @throws {Refusal} `not_found` for an unknown link; `invalid` for a wrong code; `too_many_requests`
 */
export async function unlockPacket(
  services: Services,
  delay: SharedDelay,
  { token, code, address }: { token: string; code: string; address: string },
): Promise<string | null> {
  const link = await findLink(services.db, { token, pass: null, device: null }, services.now());
  if (!link) throw unknownLink();
  const { uuid, access_code_hash: stored } = link.packet;
  if (link.state !== 'locked' || stored === null) return null;
  const attempts = [codeOf(uuid), codeFrom(address)];
  const wait = await delay.count(attempts);
  if (wait > 0) throw tooMany('Too many incorrect codes were entered.', Math.ceil(wait / 1000));
  if (!(await passwordMatches(stored, plainAccessCode(code), [uuid, address])))
    throw invalid('This code is incorrect. Check it with the sender and try again.', 'code');
  await delay.refund(attempts);
  return stored;
}
