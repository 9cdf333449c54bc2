import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CaseUpper from 'lucide-react/icons/case-upper';
import Signature from 'lucide-react/icons/signature';
import SquareCheck from 'lucide-react/icons/square-check';
import TextCursorInput from 'lucide-react/icons/text-cursor-input';
import type { TabType } from '../../../contract/rules/signing/fields/tabs.ts';

const ICONS = {
  signature: Signature,
  initials: CaseUpper,
  date_signed: CalendarCheck,
  effective_date: CalendarClock,
  custom: TextCursorInput,
  checkbox: SquareCheck,
} satisfies Record<TabType, unknown>;

export function FieldIcon({ type }: { type: TabType }) {
  const Icon = ICONS[type];
  return <Icon aria-hidden="true" />;
}
