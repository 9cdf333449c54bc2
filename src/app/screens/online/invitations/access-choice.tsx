import { setParticipantAccess } from '../../../../db/commands/online-calls.ts';
import type { ParticipantRow } from '../../../../db/rows.ts';
import { carryOut as begin } from '../../../lib/carry-out.ts';
import { useOnlineCall } from '../../../lib/use-online-call.ts';
import { Choice } from '../../../ui/choice.tsx';
import { Note } from '../../../ui/note.tsx';

export const ACCESS = [
  ['full', 'Can edit'],
  ['view', 'Can view'],
] as const;

/** Whether a participant may change the deal or only view it. It takes effect at once, on all their devices. */
export function AccessChoice({ participant }: { participant: ParticipantRow }) {
  const { uuid, fullName, access = 'full' } = participant;
  const { pending, problem, carryOut } = useOnlineCall();
  return (
    <>
      <Choice
        label={`Access for ${fullName}`}
        options={ACCESS}
        value={access}
        disabled={pending}
        onChoose={(chosen) => begin(carryOut(setParticipantAccess(uuid, chosen)))}
      />
      {problem === null ? null : (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
    </>
  );
}
