import { PAPERS } from '../../../contract/rules/signature-page/layout/sheet.ts';
import type { LoadedFonts } from '../../../contract/rules/signature-page/layout/page-fonts.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { signerName } from '../../signature-pages/gallery/gallery-pages.ts';
import { SheetPicture } from '../../signature-pages/paint-svg.tsx';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { PACKETS, SENDING } from '../packets/packets-copy.ts';
import { PACKET_PAGE } from './packet-page-copy.ts';
import type { PacketChoice } from './preflight-packet.tsx';
import type { CheckedPacket } from './use-device-preflight.ts';
import styles from './preflight-packet.module.css';

interface DevicePreflightPacketProps {
  packet: ShownPacket;
  /** Undefined until the packet is checked. */
  checked: CheckedPacket | undefined;
  fonts: LoadedFonts | null;
  choice: PacketChoice | null;
}

const NO_CODES = new Map<string, never>();

/** A packet before it is sent, checked on this device: its recipient, its generated pages, and its problems. */
export function DevicePreflightPacket({ packet, checked, fonts, choice }: DevicePreflightPacketProps) {
  const { fullName, email } = packet.signatory;
  const { problems = [], warnings = [], notes = [], pages = [] } = checked ?? {};
  const who = (
    <>
      <strong>{fullName}</strong> ({email}), {PACKETS.pages(pages.length)}
    </>
  );
  return (
    <li className={styles.packet}>
      {choice ? (
        <CheckboxField
          checked={choice.isChosen}
          disabled={!checked || problems.length > 0}
          onChange={(event) => choice.choose(event.currentTarget.checked)}
        >
          {who}
        </CheckboxField>
      ) : (
        <p>{who}</p>
      )}
      <Sentences className={styles.problems} label={PACKET_PAGE.before} sentences={problems} />
      <Sentences className={styles.warnings} label={PACKET_PAGE.check} sentences={[...warnings, ...notes]} />
      <ol className={styles.pages}>
        {pages.map(({ document, generated, number, layout }, at) => {
          const [sheet] = layout?.sheets ?? [];
          const { width, height } = sheet ?? PAPERS.letter;
          return (
            <li key={at}>
              <div className={styles.sheet} style={{ aspectRatio: `${width} / ${height}` }}>
                {sheet && fonts ? (
                  <SheetPicture
                    sheet={sheet}
                    fonts={fonts}
                    codes={NO_CODES}
                    label={PACKET_PAGE.picture(at + 1, document)}
                  />
                ) : null}
              </div>
              <p className={styles.caption}>
                <strong>{PACKET_PAGE.pageNumber(at + 1)}</strong> {document}
              </p>
              <p className={styles.caption}>
                {generated ? generated.signers.map(signerName).join('; ') : SENDING.pageOfFile(number ?? 1)}
              </p>
            </li>
          );
        })}
      </ol>
    </li>
  );
}

function Sentences({
  className,
  label,
  sentences,
}: {
  className: string | undefined;
  label: string;
  sentences: readonly string[];
}) {
  if (sentences.length === 0) return null;
  return (
    <ul className={className} aria-label={label}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
