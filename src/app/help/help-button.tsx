import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import { useSyncExternalStore } from 'react';
import { IconButton } from '../ui/button.tsx';
import { HELP } from './help-copy.ts';
import { builtInHelp, builtInHelpNow, closeBuiltInHelp, subscribeToBuiltInHelp } from './built-in-help.ts';
import { HELP_PANEL } from './help-panel.tsx';
import { useHelp } from './use-help.ts';
import styles from './help-button.module.css';

/** The help button of the app bar. It opens the widget or the organization's own help page. */
export function HelpButton() {
  const { help } = useHelp();
  const { isOpen } = useSyncExternalStore(subscribeToBuiltInHelp, builtInHelpNow);
  switch (help.kind) {
    case 'hidden':
      return null;
    case 'link':
      return (
        <a
          className={styles.link}
          href={help.url}
          target="_blank"
          rel="noreferrer"
          title={HELP.title}
          aria-label={HELP.organizationLink}
        >
          <CircleQuestionMark aria-hidden="true" />
        </a>
      );
    case 'widget':
      return (
        <IconButton
          label={HELP.title}
          aria-expanded={isOpen}
          aria-controls={isOpen ? HELP_PANEL : undefined}
          onClick={() => (isOpen ? closeBuiltInHelp() : builtInHelp.open())}
        >
          <CircleQuestionMark aria-hidden="true" />
        </IconButton>
      );
  }
}
