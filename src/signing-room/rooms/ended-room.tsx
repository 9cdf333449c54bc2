import type { SigningRoom } from '../../contract/entities/signing/signing-room.ts';
import { DownloadButton } from '../download-button.tsx';
import styles from '../signing-room.module.css';

type Ended = Exclude<
  SigningRoom,
  { state: 'open' | 'paper' | 'locked' | 'new_device' | 'witness' | 'elsewhere' }
>;

/**
 * Says why the link no longer opens a packet, and what to do.
 * @param unreceived how many pages were signed on this device but had not reached the server
 */
export function EndedRoom({ unreceived, ...props }: { token: string; room: Ended; unreceived: number }) {
  const { state, sender } = props.room;
  return (
    <>
      <Ending {...props} />
      {unreceived > 0 && (
        <p className={styles.problem} role="alert">
          {unreceived === 1
            ? 'The page you signed on this device '
            : `The ${unreceived} pages you signed on this device `}
          {state === 'replaced'
            ? `didn’t reach ${sender.organization}. Open the newer link on this device to see what you still need to sign.`
            : `didn’t reach ${sender.organization} and don’t count.`}
        </p>
      )}
    </>
  );
}

function Ending({ token, room }: { token: string; room: Ended }) {
  const { organization } = room.sender;
  switch (room.state) {
    case 'completed': {
      const standing = room.is_released
        ? 'The team has released them.'
        : 'They are held in escrow until the team releases them.';
      if (room.on_paper)
        return (
          <>
            <h1>Your pages came back on paper</h1>
            <p>
              {organization} has the pages that you signed on paper, so there’s nothing more to sign here.{' '}
              {standing}
            </p>
          </>
        );
      return (
        <>
          <h1>You have signed</h1>
          <p>
            {organization} has received your signatures. {standing}
          </p>
          {room.has_file ? (
            <DownloadButton token={token} packet={room.packet}>
              Download your signed pages
            </DownloadButton>
          ) : room.file_expired ? (
            <p>You can no longer download your signed pages here. Ask {organization} for a copy.</p>
          ) : (
            <p role="status">
              We’re preparing your copy. You can also open this link again later to download it.
            </p>
          )}
        </>
      );
    }
    case 'void':
      return (
        <>
          <h1>Your signatures don’t count</h1>
          <p>
            {organization} rejected the pages that you signed or replaced their documents. If your signature
            is still needed, you’ll get a new email.
          </p>
        </>
      );
    case 'witnessed':
      return (
        <>
          <h1>You have signed as a witness</h1>
          <p>Thank you. Your signature is on the page, and the signatory can finish now.</p>
        </>
      );
    case 'witness_ended':
      return (
        <>
          <h1>There’s nothing to witness here</h1>
          <p>
            This link no longer works, or the documents are no longer out for signature. Ask the signatory for
            a new code.
          </p>
        </>
      );
    case 'declined':
      return (
        <>
          <h1>You declined to sign</h1>
          <p>We’ve told {organization}. If you change your mind, ask them to send the documents again.</p>
        </>
      );
    case 'wrong_person':
      return (
        <>
          <h1>You said these pages aren’t for you</h1>
          <p>
            We’ve told {organization}, and nothing was signed. If that was a mistake, ask them to send you the
            pages again.
          </p>
        </>
      );
    case 'cancelled':
      return (
        <>
          <h1>These documents were withdrawn</h1>
          <p>
            {organization} canceled this request, so there’s nothing to sign. If you didn’t expect this,
            contact them.
          </p>
        </>
      );
    case 'expired':
      return (
        <>
          <h1>This link has expired</h1>
          <p>Ask {organization} to send the documents again.</p>
        </>
      );
    case 'superseded':
      return (
        <>
          <h1>A document has a new version</h1>
          <p>
            {organization} replaced a document that you were asked to sign, so there’s nothing to sign here.
            If your signature is still needed, you’ll get a new email.
          </p>
        </>
      );
    case 'replaced':
      return (
        <>
          <h1>This link was replaced</h1>
          <p>{organization} sent you a newer email. Use the link in that one.</p>
        </>
      );
  }
}
