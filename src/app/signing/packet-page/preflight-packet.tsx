import { useEffect } from 'react';
import type { ShownPacket } from '../../../db/queries/signing/packets.ts';
import { PACKET_PAGE } from './packet-page-copy.ts';
import { PacketPicture } from './packet-picture.tsx';
import { PACKETS } from '../packets/packets-copy.ts';
import { usePacketDetail } from './use-packet-detail.ts';
import styles from './preflight-packet.module.css';

interface PreflightPacketProps {
  packet: ShownPacket;
  /** Gets whether something keeps the packet from being sent, once that is known. */
  onChecked: (packet: string, isBlocked: boolean) => void;
}

/** A packet before it is sent: to whom it goes, page by page, and what is wrong with it. */
export function PreflightPacket({ packet, onChecked }: PreflightPacketProps) {
  const { row, signatory } = packet;
  const state = `${row.version} ${signatory.version}`;
  const answer = usePacketDetail(row.uuid, state);
  const detail = answer?.outcome === 'done' ? answer.detail : null;
  const problems = detail?.problems ?? [];
  const isBlocked = answer === null ? null : problems.length > 0;
  useEffect(() => {
    if (isBlocked !== null) onChecked(row.uuid, isBlocked);
  }, [row.uuid, isBlocked, onChecked]);
  return (
    <li className={styles.packet}>
      <p>
        <strong>{signatory.fullName}</strong> ({signatory.email}), {PACKETS.pages(row.numPages ?? 0)}
      </p>
      {problems.length > 0 ? (
        <ul className={styles.problems} aria-label={PACKET_PAGE.before}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
      {row.warnings.length > 0 ? (
        <ul className={styles.warnings} aria-label={PACKET_PAGE.check}>
          {row.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      ) : null}
      {detail ? (
        <ol className={styles.pages}>
          {detail.pages.map(({ uuid, number, document, kind }) => {
            const name = document ?? PACKET_PAGE.kinds[kind];
            return (
              <li key={uuid}>
                <PacketPicture
                  packet={row.uuid}
                  page={uuid}
                  label={PACKET_PAGE.picture(number, name)}
                  state={state}
                />
                <span className={styles.caption}>
                  {PACKET_PAGE.pageNumber(number)}, {name}
                </span>
              </li>
            );
          })}
        </ol>
      ) : null}
    </li>
  );
}
