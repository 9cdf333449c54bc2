import { useEffect, useState } from 'react';
import type { RoomPreview } from '../../contract/entities/signing/signing-room.ts';
import type { PacketStatus } from '../../contract/rules/signing/packets/packet-status.ts';
import { Request } from '../steps/consent-step.tsx';
import { DocumentList } from '../steps/document-list.tsx';
import { PagePicture } from '../steps/page-picture.tsx';
import { nameOfPage, Pager } from '../steps/pager.tsx';
import { Capacities } from '../steps/pages-step.tsx';
import { previewedFile, readPreview, type PreviewAnswer } from './preview-calls.ts';
import { SignaturePreview } from '../steps/signature-step.tsx';
import styles from '../signing-room.module.css';

/** Shows the team what a signatory sees in their room. Nothing can be done here, and nothing is stored on the device. */
export function PreviewRoom({ packet }: { packet: string }) {
  const [answer, setAnswer] = useState<PreviewAnswer | null>(null);
  useEffect(() => {
    let isShown = true;
    void readPreview(packet).then((read) => isShown && setAnswer(read));
    return () => {
      isShown = false;
    };
  }, [packet]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <strong>Counterpart</strong>
        {answer?.kind === 'preview' && <span>{answer.preview.sender.organization}</span>}
      </header>
      <main className={styles.main}>
        {answer === null && <p role="status">Loading the preview…</p>}
        {answer?.kind === 'signed_out' && (
          <>
            <h1>Sign in to see this preview</h1>
            <p>
              Only people who work on the transaction can see it. If you were asked to sign, use the link in
              your email.
            </p>
            <p>
              <a href="/login">Sign in</a>
            </p>
          </>
        )}
        {answer?.kind === 'refused' && (
          <>
            <h1>This preview couldn’t be opened</h1>
            <p role="alert">{answer.message}</p>
            <button
              className={styles.button}
              type="button"
              onClick={() => void readPreview(packet).then(setAnswer)}
            >
              Try again
            </button>
          </>
        )}
        {answer?.kind === 'preview' && <Contents preview={answer.preview} />}
      </main>
    </div>
  );
}

const UNSENT = 'This packet hasn’t been sent yet.';

const STATUSES: Record<PacketStatus, (signer: string) => string> = {
  draft: () => UNSENT,
  generating: () => UNSENT,
  failed: () => UNSENT,
  ready: () => UNSENT,
  sent: () => 'This packet was sent, but hasn’t been opened yet.',
  viewed: (signer) => `${signer} has opened this packet.`,
  partially_signed: (signer) => `${signer} has signed some of these pages, but hasn’t finished.`,
  completed: (signer) => `${signer} has finished, so the link now offers only the signed pages.`,
  declined: (signer) => `${signer} declined to sign, so the link no longer shows these pages.`,
  cancelled: () => 'This packet was canceled, so the link no longer shows these pages.',
  expired: () => 'This packet has expired, so the link no longer shows these pages.',
};

/** The sentences for a packet that was never emailed, and so has no link. */
const WITHOUT_LINK: Partial<typeof STATUSES> = {
  completed: (signer) => `This packet was never emailed. ${signer} signed these pages on paper.`,
  cancelled: () => 'This packet was canceled before it was sent.',
};

function Contents({ preview }: { preview: RoomPreview }) {
  const { packet, signer, status, consent, documents, pages, adopted, has_access_code, expires_at } = preview;
  const said = (expires_at === null ? WITHOUT_LINK[status] : undefined) ?? STATUSES[status];
  const [at, setAt] = useState(0);
  const page = pages[at];
  const document = documents.find(({ uuid }) => uuid === page?.document)?.name;
  return (
    <>
      <p className={styles.notice}>
        <strong>Preview.</strong> This is what {signer} sees. Nothing can be signed or filled in here.{' '}
        {said(signer)}
        {has_access_code && ' The link asks for the access code first.'}
      </p>
      <h1>Documents for you to sign</h1>
      <Request room={preview} />
      <DocumentList documents={documents} addressOf={(item) => previewedFile(packet, item)} />
      <h2>Sign electronically</h2>
      {consent.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {adopted && (
        <>
          <h2>Signature</h2>
          <SignaturePreview adopted={adopted} />
        </>
      )}
      <h2>Review and sign</h2>
      <Pager at={at} count={pages.length} goTo={setAt} />
      {page && (
        <>
          {document === undefined ? null : <h3>{document}</h3>}
          <PagePicture
            page={page}
            adopted={adopted}
            entries={page.signed ?? { values: prefilled(page), day: '' }}
            isSigned={page.signed !== null}
            isPreview
            label={nameOfPage(at, pages.length, document)}
          />
          <Capacities page={page} />
        </>
      )}
    </>
  );
}

/** Returns the values that the team filled in beforehand. */
function prefilled({ tabs }: RoomPreview['pages'][number]): Record<string, string> {
  return Object.fromEntries(tabs.map(({ uuid, value }) => [uuid, value ?? '']));
}
