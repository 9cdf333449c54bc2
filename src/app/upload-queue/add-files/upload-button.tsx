import type { ComponentProps } from 'react';
import Upload from 'lucide-react/icons/upload';
import { Button } from '../../ui/button.tsx';
import { ADD_FILES } from '../upload-queue-copy.ts';
import { useFilePicker } from './use-file-picker.tsx';
import styles from './upload-button.module.css';

interface UploadButtonProps {
  transaction: string;
  look?: ComponentProps<typeof Button>['look'];
}

/** Uploads files from the computer. */
export function UploadButton({ transaction, look = 'secondary' }: UploadButtonProps) {
  const { open, input } = useFilePicker(transaction, { label: ADD_FILES.picker, multiple: true });
  return (
    <>
      <Button look={look} icon={<Upload aria-hidden="true" />} onClick={open}>
        <span className={styles.name}>
          {ADD_FILES.upload}
          <span className={styles.from}>{ADD_FILES.fromComputer}</span>
        </span>
      </Button>
      {input}
    </>
  );
}
