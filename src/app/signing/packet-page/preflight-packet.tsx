import { useEffect, useState } from 'react';
import type { PacketAnswer } from '../../../db/commands/signing/packets/packet-calls.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { PACKET_PAGE } from './packet-page-copy.ts';
import { PageDialog } from './page-dialog.tsx';
import { PageThumbnail } from './page-thumbnail.tsx';
import { PACKETS, SENDING } from '../packets/packets-copy.ts';
import { usePacketDetail } from './use-packet-detail.ts';
import styles from './preflight-packet.module.css';

/** The choice whether to send a packet, if the user can leave it out. */
export interface PacketChoice {
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
}

interface PreflightPacketProps {
  packet: ShownPacket;
  /** Receives the server's answer about the packet. */
  onChecked: (packet: string, answer: PacketAnswer) => void;
  choice: PacketChoice | null;
}

/** A packet before it is sent: its recipient, its pages, and its problems. */
export function PreflightPacket({ packet, onChecked, choice }: PreflightPacketProps) {
  const { row, signatory } = packet;
  const state = `${row.version} ${signatory.version}`;
  const answer = usePacketDetail(row.uuid, state);
  const detail = answer?.outcome === 'done' ? answer.detail : null;
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const problems = detail?.problems ?? [];
  const who = (
    <>
      <strong>{signatory.fullName}</strong> ({signatory.email}), {PACKETS.pages(row.numPages ?? 0)}
      {row.needsPaper ? `, ${SENDING.toPrint}` : null}
    </>
  );
  useEffect(() => {
    if (answer !== null) onChecked(row.uuid, answer);
  }, [row.uuid, answer, onChecked]);
  return (
    <li className={styles.packet}>
      {choice ? (
        <CheckboxField
          checked={choice.isChosen}
          disabled={answer === null || problems.length > 0}
          onChange={(event) => choice.choose(event.currentTarget.checked)}
        >
          {who}
        </CheckboxField>
      ) : (
        <p>{who}</p>
      )}
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
          {detail.pages.map((page, at) => {
            const { uuid, number, document, kind, signatures } = page;
            return (
              <li key={uuid}>
                <PageThumbnail
                  packet={row.uuid}
                  page={page}
                  state={state}
                  onEnlarge={() => setEnlarged(at)}
                />
                <p className={styles.caption}>
                  <strong>{PACKET_PAGE.pageNumber(number)}</strong> {document ?? PACKET_PAGE.kinds[kind]}
                </p>
                {[...new Set(signatures.map(({ capacity }) => capacity))].map((capacity) => (
                  <p key={capacity} className={styles.caption}>
                    {capacity}
                  </p>
                ))}
              </li>
            );
          })}
        </ol>
      ) : null}
      {detail && enlarged !== null ? (
        <PageDialog
          packet={row.uuid}
          pages={detail.pages}
          state={state}
          first={enlarged}
          onClose={() => setEnlarged(null)}
        />
      ) : null}
    </li>
  );
}
