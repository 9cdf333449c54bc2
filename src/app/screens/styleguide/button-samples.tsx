import ChevronUp from 'lucide-react/icons/chevron-up';
import List from 'lucide-react/icons/list';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { UnstyledButton, Button, IconButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { Sample, Samples } from './sample.tsx';
import styles from './styleguide.module.css';

const LOOKS = ['primary', 'secondary', 'quiet', 'danger'] as const;

export function ButtonSamples() {
  return (
    <>
      {LOOKS.map((look) => (
        <Samples key={look}>
          <Sample name={look}>
            <Button look={look}>Create transaction</Button>
          </Sample>
          <Sample name="with an icon">
            <Button look={look} icon={<Plus aria-hidden="true" />}>
              Add header
            </Button>
          </Sample>
          <Sample name="focused" focused>
            <Button look={look}>Create transaction</Button>
          </Sample>
          <Sample name="busy">
            <Button look={look} aria-disabled icon={<Spinner />}>
              Signing in…
            </Button>
          </Sample>
          <Sample name="disabled">
            <Button look={look} disabled>
              Create transaction
            </Button>
          </Sample>
        </Samples>
      ))}
      <Samples>
        <Sample name="icon">
          <IconButton label="Delete">
            <Trash2 aria-hidden="true" />
          </IconButton>
        </Sample>
        <Sample name="focused" focused>
          <IconButton label="Delete">
            <Trash2 aria-hidden="true" />
          </IconButton>
        </Sample>
        <Sample name="pressed">
          <IconButton label="As a list" aria-pressed>
            <List aria-hidden="true" />
          </IconButton>
        </Sample>
        <Sample name="disabled">
          <IconButton label="Delete" disabled>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </Sample>
        <Sample name="handle">
          <Button look="handle">
            Upload Queue (3)
            <ChevronUp aria-hidden="true" />
          </Button>
        </Sample>
        <Sample name="unstyled, for rows and images">
          <UnstyledButton className={styles.line}>Stock Purchase Agreement</UnstyledButton>
        </Sample>
      </Samples>
    </>
  );
}
