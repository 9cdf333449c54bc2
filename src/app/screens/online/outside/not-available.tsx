import { Callout } from '../../../ui/status/callout.tsx';
import { OUTSIDE } from './outside-copy.ts';
import { OutsideFrame } from './outside-frame.tsx';

/** Replaces a page that this installation does not have. */
export function NotAvailable({ title }: { title: string }) {
  return (
    <OutsideFrame title={title}>
      <Callout>{OUTSIDE.notAvailable}</Callout>
    </OutsideFrame>
  );
}
