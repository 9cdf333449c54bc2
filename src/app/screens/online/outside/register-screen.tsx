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
import { OUTSIDE, REGISTER } from './outside-copy.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { OpenForm, typedIn } from './open-form.tsx';
import { OutsideFrame } from './outside-frame.tsx';

const NAME_MAX = 100;

type Preview = Extract<PreviewAnswer, { outcome: 'done' }>['invitation'];

/** Shows an invitation, and lets the invited person create an account or accept with theirs (docs/product/sign-in.md, "Pages without a session"). */
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
    <OutsideFrame title={REGISTER.title}>
      {answer.outcome === 'done' ? (
        <>
          <p>
            {answer.invitation.transactionName === null ? (
              REGISTER.toOrganization(answer.invitation.invitedBy, answer.invitation.organizationName)
            ) : (
              <>
                {REGISTER.toTransaction(answer.invitation.invitedBy, answer.invitation.organizationName)}{' '}
                <strong>“{answer.invitation.transactionName}”</strong>.
              </>
            )}
          </p>
          {answer.invitation.hasAccount ? (
            <Acceptance invitation={answer.invitation} token={token} account={account}>
              {REGISTER.hasAccount} <bdi>{answer.invitation.email}</bdi>.{' '}
              <Link to="/login" state={{ from: `${location.pathname}${location.search}` }}>
                {REGISTER.signIn}
              </Link>{' '}
              {REGISTER.toAccept}
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
  /** Shown if the invited person is not signed in. */
  children: ReactNode;
}

/** Accepts an invitation as the user who is signed in on this device. */
function Acceptance({ invitation, token, account, children }: AcceptanceProps) {
  const navigate = useNavigate();
  const isInvited = account?.email.toLowerCase() === invitation.email;
  if (account?.session !== 'active') return <Callout>{children}</Callout>;
  if (!isInvited) {
    return (
      <Callout>
        {REGISTER.invitationFor} <bdi>{invitation.email}</bdi>. {REGISTER.signedInAs}{' '}
        <bdi>{account.email}</bdi>. {REGISTER.signOutFirst}
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
    <OpenForm action={REGISTER.accept} onSubmit={accept}>
      <p>
        {REGISTER.signedInAs} <bdi>{account.email}</bdi>.
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
    <OpenForm action={REGISTER.register} onSubmit={register}>
      <FormField
        label={OUTSIDE.email}
        name="email"
        type="email"
        autoComplete="username"
        value={invitation.email}
        readOnly
      />
      <FormField
        label={REGISTER.firstName}
        name="first"
        defaultValue={invitation.firstName}
        required
        maxLength={NAME_MAX}
        autoComplete="given-name"
      />
      <FormField
        label={REGISTER.lastName}
        name="last"
        defaultValue={invitation.lastName}
        required
        maxLength={NAME_MAX}
        autoComplete="family-name"
      />
      <NewPasswordField label={REGISTER.password} />
    </OpenForm>
  );
}

/** Loads the invitation once: later, this page may already have accepted it. */
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
