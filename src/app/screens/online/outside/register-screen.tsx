import { useEffect, useState, type ReactNode } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { acceptByToken } from '../../../../db/commands/account/online-calls.ts';
import type { PreviewAnswer } from '../../../../db/commands/account/open-calls.ts';
import type { AccountRow } from '../../../../db/device-database.ts';
import { accountOnDevice } from '../../../../db/queries/account/accounts.ts';
import { useSessionStart } from '../../../session/use-session-start.ts';
import { syncClient } from '../../../sync-client.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { OpenForm, typedIn } from './open-form.tsx';
import { OutsideFrame } from './outside-frame.tsx';

const NAME_MAX = 100;

type Preview = Extract<PreviewAnswer, { outcome: 'done' }>['invitation'];

/** Who was invited sees to what, makes an account, and has it before them (docs/product/sign-in.md, "Pages without a session"). */
export function RegisterScreen() {
  const [parameters] = useSearchParams();
  const id = parameters.get('invitation') ?? '';
  const token = parameters.get('token') ?? '';
  const answer = usePreview(id, token);
  const registered = useSessionStart();
  const account = useLiveQuery(accountOnDevice, []);
  const location = useLocation();
  const invitation = answer?.outcome === 'done' ? answer.invitation : null;
  if (registered) {
    const deal = invitation?.transaction;
    return <Navigate to={deal ? `/transaction/${deal}/checklist` : '/'} replace />;
  }
  if (!answer || account === undefined) return null;
  return (
    <OutsideFrame title="Invitation">
      {answer.outcome === 'done' ? (
        <>
          <p>
            {answer.invitation.invitedBy} of {answer.invitation.organizationName} asks you{' '}
            {answer.invitation.transactionName === null ? (
              'to join them.'
            ) : (
              <>
                to work on the transaction <strong>“{answer.invitation.transactionName}”</strong>.
              </>
            )}
          </p>
          {answer.invitation.hasAccount ? (
            <Acceptance invitation={answer.invitation} token={token} account={account}>
              You already have an account for <bdi>{answer.invitation.email}</bdi>.{' '}
              <Link to="/login" state={{ from: `${location.pathname}${location.search}` }}>
                Sign in
              </Link>{' '}
              to accept the invitation.
            </Acceptance>
          ) : (
            <RegistrationForm invitation={answer.invitation} token={token} />
          )}
        </>
      ) : (
        <Callout tone="danger" role="alert">
          {answer.message}
        </Callout>
      )}
    </OutsideFrame>
  );
}

interface AcceptanceProps {
  invitation: Preview;
  token: string;
  account: AccountRow | null;
  /** Said to somebody who is not signed in as the invited person. */
  children: ReactNode;
}

/** Accepts an invitation by the token of its link, as the person who is signed in on this device. */
function Acceptance({ invitation, token, account, children }: AcceptanceProps) {
  const navigate = useNavigate();
  const isInvited = account?.email.toLowerCase() === invitation.email;
  if (account?.session !== 'active') return <Callout>{children}</Callout>;
  if (!isInvited) {
    return (
      <Callout>
        This invitation is for <bdi>{invitation.email}</bdi>, but you are signed in as{' '}
        <bdi>{account.email}</bdi>. Sign out, then open the link again.
      </Callout>
    );
  }
  const accept = async () => {
    const outcome = await syncClient().runOnline(account.userId, acceptByToken(token));
    if (outcome.outcome !== 'done') return outcome.message;
    const { transaction } = invitation;
    await navigate(transaction === null ? '/' : `/transaction/${transaction}/checklist`, { replace: true });
    return null;
  };
  return (
    <OpenForm action="Accept the invitation" onSubmit={accept}>
      <p>
        You are signed in as <bdi>{account.email}</bdi>.
      </p>
    </OpenForm>
  );
}

function RegistrationForm({ invitation, token }: { invitation: Preview; token: string }) {
  const register = async (fields: FormData) => {
    const outcome = await syncClient().register({
      email: invitation.email,
      first_name: typedIn(fields, 'first').trim(),
      last_name: typedIn(fields, 'last').trim(),
      password: typedIn(fields, 'new-password'),
      token,
    });
    return outcome.outcome === 'signed_in' ? null : outcome.message;
  };
  return (
    <OpenForm action="Accept and go on" onSubmit={register}>
      <FormField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        value={invitation.email}
        readOnly
      />
      <FormField
        label="First name"
        name="first"
        defaultValue={invitation.firstName}
        required
        maxLength={NAME_MAX}
        autoComplete="given-name"
      />
      <FormField
        label="Last name"
        name="last"
        defaultValue={invitation.lastName}
        required
        maxLength={NAME_MAX}
        autoComplete="family-name"
      />
      <NewPasswordField label="Password" />
    </OpenForm>
  );
}

/** Asked for once: by the time of a second look it may be accepted, by this very page. */
function usePreview(id: string, token: string): PreviewAnswer | null {
  const [answer, setAnswer] = useState<PreviewAnswer | null>(null);
  useEffect(() => {
    let left = false;
    syncClient()
      .previewInvitation({ id, token })
      .then(
        (told) => left || setAnswer(told),
        (error: unknown) => reportError(error),
      );
    return () => {
      left = true;
    };
  }, [id, token]);
  return answer;
}
