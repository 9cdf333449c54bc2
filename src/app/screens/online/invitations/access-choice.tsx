import { setParticipantAccess } from '../../../../db/commands/account/online-calls.ts';
import type { ParticipantRow } from '../../../../db/rows.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { Select } from '../../../ui/form/select.tsx';
import { Callout } from '../../../ui/status/callout.tsx';

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
      <Select
        label={`Access for ${fullName}`}
        options={ACCESS}
        value={access}
        disabled={pending}
        onChoose={(chosen) => begin(runCommand(setParticipantAccess(uuid, chosen)))}
      />
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
    </>
  );
}
