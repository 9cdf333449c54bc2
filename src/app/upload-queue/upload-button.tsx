import { useRef, type ComponentProps } from 'react';
import Upload from 'lucide-react/icons/upload';
import { Button } from '../parts/button.tsx';
import { stageFiles } from './stage-files.ts';
import styles from './upload-button.module.css';

const ACCEPT = '.pdf,.doc,.docx';

interface UploadButtonProps {
  transaction: string;
  look?: ComponentProps<typeof Button>['look'];
}

/** Picks files from the computer. */
export function UploadButton({ transaction, look = 'secondary' }: UploadButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} icon={<Upload aria-hidden="true" />} onClick={() => picker.current?.click()}>
        <span className={styles.name}>
          Upload<span className={styles.from}> from computer</span>
        </span>
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={ACCEPT}
        aria-label="Files to upload"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file may be picked again after it was removed.
          event.currentTarget.value = '';
          void stageFiles(transaction, files, 'picked');
        }}
      />
    </>
  );
}
