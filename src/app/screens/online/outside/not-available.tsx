import { Callout } from '../../../ui/status/callout.tsx';
import { EDITOR, OUTSIDE } from './outside-copy.ts';
import { OutsideFrame } from './outside-frame.tsx';

/** Replaces a page that this installation does not have. */
export function NotAvailable({ title }: { title: string }) {
  return (
    <OutsideFrame title={title}>
      <Callout>{OUTSIDE.notAvailable}</Callout>
    </OutsideFrame>
  );
}

/** The editor comes with signature pages (docs/product/sign-in.md, "Pages without a session"). */
export function EditorScreen() {
  return <NotAvailable title={EDITOR.title} />;
}
