import type { ComponentProps } from 'react';
import Upload from 'lucide-react/icons/upload';
import { Button } from '../ui/button.tsx';
import { useFilePicker } from './use-file-picker.tsx';
import styles from './upload-button.module.css';

interface UploadButtonProps {
  transaction: string;
  look?: ComponentProps<typeof Button>['look'];
}

/** Picks files from the computer. */
export function UploadButton({ transaction, look = 'secondary' }: UploadButtonProps) {
  const { open, input } = useFilePicker(transaction, { label: 'Files to upload', multiple: true });
  return (
    <>
      <Button look={look} icon={<Upload aria-hidden="true" />} onClick={open}>
        <span className={styles.name}>
          Upload<span className={styles.from}> from computer</span>
        </span>
      </Button>
      {input}
    </>
  );
}
