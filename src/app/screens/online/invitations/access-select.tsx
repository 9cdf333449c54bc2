import { setParticipantAccess } from '../../../../db/commands/account/online-calls.ts';
import type { ParticipantRow } from '../../../../db/rows.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { Select } from '../../../ui/form/select.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { ACCESS } from './invitations-copy.ts';

/** Sets whether a participant can edit or only view the deal. It takes effect at once, on all their devices. */
export function AccessSelect({ participant }: { participant: ParticipantRow }) {
  const { uuid, fullName, access = 'full' } = participant;
  const { pending, problem, runCommand } = useOnlineCall();
  return (
    <>
      <Select
        label={ACCESS.of(fullName)}
        options={ACCESS.options}
        value={access}
        disabled={pending}
        onChoose={(chosen) => startCommand(runCommand(setParticipantAccess(uuid, chosen)))}
      />
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
    </>
  );
}
