import { checkLedger } from '../signing/executed/check-ledger.ts';
import { checkPacketEvidence } from '../signing/packets/check-packet-evidence.ts';
import { AdminError } from './admin-error.ts';

/** `npm run admin -- verify-evidence PACKET|TRANSACTION`. @throws {AdminError} if anything is wrong */
export async function verifyEvidence(
  sources: Parameters<typeof checkPacketEvidence>[0],
  packet: string,
): Promise<string> {
  const isId = /^[0-9a-f-]{36}$/i.test(packet);
  const checked = isId ? await checkPacketEvidence(sources, packet) : null;
  const ledger = isId && !checked ? await checkLedger(sources, packet) : null;
  if (ledger) return ledgerVerdict(packet, ledger);
  if (!checked)
    throw new AdminError(`No packet or transaction has the id ${packet}. Copy the id from the address bar.`);
  const { count, seal, faults, notes, isUnsealed } = checked;
  if (faults.length > 0)
    throw new AdminError(
      `The evidence of packet ${packet} has been altered.\n${[...faults, ...notes].join('\n')}`,
    );
  if (isUnsealed)
    throw new AdminError(
      `The evidence of packet ${packet} is incomplete: its signatory has finished, but there is no sealed PDF. Sealing takes a minute. If this doesn’t change, the server’s log says why.`,
    );
  const rows = count === 1 ? '1 row' : `${count} rows`;
  const verdict =
    seal === null
      ? `The evidence of packet ${packet} is intact: ${rows}. It isn’t in a sealed PDF, so rows dropped at the end can’t be detected.`
      : `The evidence of packet ${packet} is intact: ${rows}. It is sealed with the certificate ${seal}.`;
  return [verdict, ...notes].join('\n');
}

/** @throws {AdminError} if anything is wrong */
function ledgerVerdict(
  transaction: string,
  { lines, sealedIn, faults }: NonNullable<Awaited<ReturnType<typeof checkLedger>>>,
): string {
  if (faults.length > 0)
    throw new AdminError(`The ledger of transaction ${transaction} has been altered.\n${faults.join('\n')}`);
  const count = lines === 1 ? '1 line' : `${lines} lines`;
  const documents = sealedIn === 1 ? '1 executed document' : `${sealedIn} executed documents`;
  return `The ledger of transaction ${transaction} is intact: ${count}. Its length is sealed into ${documents}.`;
}
