import { Badge } from '../ui/status/badge.tsx';

/** Says that a deal needs the user's attention and, once that is known (`words`), why. */
export function AttentionMark({ words }: { words: string | undefined }) {
  return <Badge tone="warning">{words ? `Needs attention: ${words}` : 'Needs attention'}</Badge>;
}
