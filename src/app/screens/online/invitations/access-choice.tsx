import { setParticipantAccess } from '../../../../db/commands/account/online-calls.ts';
import type { ParticipantRow } from '../../../../db/rows.ts';
import { runCommand as begin } from '../../../lib/run-command.ts';
import { useOnlineCall } from '../../../lib/use-online-call.ts';
import { Choice } from '../../../ui/choice.tsx';
import { Note } from '../../../ui/callout.tsx';

export const ACCESS = [
  ['full', 'Can edit'],
  ['view', 'Can view'],
] as const;

/** Whether a participant may change the deal or only view it. It takes effect at once, on all their devices. */
export function AccessChoice({ participant }: { participant: ParticipantRow }) {
  const { uuid, fullName, access = 'full' } = participant;
  const { pending, problem, runCommand } = useOnlineCall();
  return (
    <>
      <Choice
        label={`Access for ${fullName}`}
        options={ACCESS}
        value={access}
        disabled={pending}
        onChoose={(chosen) => begin(runCommand(setParticipantAccess(uuid, chosen)))}
      />
      {problem === null ? null : (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
    </>
  );
}
