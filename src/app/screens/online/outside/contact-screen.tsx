import { useEffect, useState } from 'react';
import { NOBODY_READS } from '../../../../contract/rules/account/contact.ts';
import { writeToSupport } from '../../../../db/commands/account/open-calls.ts';
import { syncClient } from '../../../sync-client.ts';
import { FormField, TextAreaField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { CONTACT, OUTSIDE } from './outside-copy.ts';
import { OpenForm, typedIn } from './open-form.tsx';
import { OutsideFrame } from './outside-frame.tsx';

/** How long to wait before asking again if the server didn't respond, ms. */
const ASK_AGAIN_MS = 3000;

/** Returns whether this installation accepts messages; null until the server has responded. */
function useTakesMessages(): boolean | null {
  const [takes, setTakes] = useState<boolean | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (takes !== null) return;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = await syncClient().takesMessages();
      if (answer === null) timer = setTimeout(() => setAsked(asked + 1), ASK_AGAIN_MS);
      else setTakes(answer);
    };
    void ask().catch(reportError);
    return () => clearTimeout(timer);
  }, [takes, asked]);
  return takes;
}

/** Sends a message to support, from anyone (docs/product/sign-in.md, "Pages without a session"). */
export function ContactScreen() {
  const [sent, setSent] = useState(false);
  const isRead = useTakesMessages();
  const send = async (fields: FormData) => {
    const outcome = await syncClient().runOpenly(
      writeToSupport({
        name: typedIn(fields, 'name').trim(),
        email: typedIn(fields, 'email').trim(),
        message: typedIn(fields, 'message').trim(),
      }),
    );
    if (outcome.outcome !== 'done') return outcome.message;
    setSent(true);
    return null;
  };
  return (
    <OutsideFrame title={CONTACT.title}>
      {sent ? (
        <Callout role="status">{CONTACT.sent}</Callout>
      ) : isRead === false ? (
        <Callout role="status">{NOBODY_READS}</Callout>
      ) : (
        <OpenForm action={CONTACT.send} onSubmit={send}>
          <FormField label={CONTACT.name} name="name" autoComplete="name" required maxLength={200} />
          <FormField
            label={OUTSIDE.email}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={320}
          />
          <TextAreaField label={CONTACT.message} name="message" required maxLength={10_000} rows={6} />
        </OpenForm>
      )}
    </OutsideFrame>
  );
}
