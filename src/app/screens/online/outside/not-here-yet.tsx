import { Callout } from '../../../ui/status/callout.tsx';
import { OutsideFrame } from './outside-frame.tsx';

/** In the place of what this installation does not have. */
export function NotHereYet({ title }: { title: string }) {
  return (
    <OutsideFrame title={title}>
      <Callout>This is not here yet. Whatever else you have in Counterpart is where it was.</Callout>
    </OutsideFrame>
  );
}
