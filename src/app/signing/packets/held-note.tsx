import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { PACKETS } from './packets-copy.ts';
import styles from './packets-screen.module.css';

/** Why a packet that was to be sent automatically wasn't, until somebody sends it. */
export function HeldNote({ packet: { row } }: { packet: Pick<ShownPacket, 'row'> }) {
  const { status, queued, heldReason } = row;
  if (status !== 'ready' || queued !== null || !heldReason) return null;
  return <p className={styles.warning}>{PACKETS.held(heldReason)}</p>;
}
