import { Badge } from '../../ui/badge.tsx';
import { Note } from '../../ui/callout.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SkeletonBar } from '../../ui/skeleton-bar.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Reason, StatusMark } from '../../ui/status-mark.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Sample, Samples } from './sample.tsx';
import styles from './styleguide.module.css';

export function StatusSamples() {
  return (
    <>
      <Samples>
        <Sample name="badge">
          <Badge>Sample</Badge>
        </Sample>
        <Sample name="info">
          <Badge tone="info">To be signed</Badge>
        </Sample>
        <Sample name="success">
          <Badge tone="success">Executed</Badge>
        </Sample>
        <Sample name="warning">
          <Badge tone="warning">Needs attention</Badge>
        </Sample>
      </Samples>
      <Samples>
        <Sample name="mark: ready">
          <StatusMark shape="ready">Ready</StatusMark>
        </Sample>
        <Sample name="busy">
          <StatusMark shape="busy">Converting…</StatusMark>
        </Sample>
        <Sample name="waiting">
          <StatusMark shape="waiting">Not on the server yet</StatusMark>
        </Sample>
        <Sample name="failed">
          <StatusMark shape="failed">Conversion failed</StatusMark>
          <Reason>This file is protected by a password. Remove the password and upload it again.</Reason>
        </Sample>
      </Samples>
      <Samples>
        <Sample name="pill: calm">
          <StatusPill tone="calm">All changes saved</StatusPill>
        </Sample>
        <Sample name="busy">
          <StatusPill tone="busy">Saving 2 changes…</StatusPill>
        </Sample>
        <Sample name="waiting">
          <StatusPill tone="waiting">Offline, 3 changes kept</StatusPill>
        </Sample>
        <Sample name="attention">
          <StatusPill tone="attention">1 change was refused</StatusPill>
        </Sample>
      </Samples>
      <Samples>
        <Sample name="note">
          <Note className={styles.field}>You have signed out.</Note>
        </Sample>
        <Sample name="warning">
          <Note tone="warning" className={styles.field}>
            2 files wait on this device.
          </Note>
        </Sample>
        <Sample name="danger">
          <Note tone="danger" className={styles.field}>
            The password is not right.
          </Note>
        </Sample>
      </Samples>
      <Samples>
        <Sample name="progress of people">
          <div className={styles.field}>
            <ProgressBar label="Documents complete" value={12} max={37} tone="success" />
          </div>
        </Sample>
        <Sample name="progress of a machine">
          <div className={styles.field}>
            <ProgressBar label="Progress of the upload" value={64} />
          </div>
        </Sample>
        <Sample name="loading">
          <div className={styles.field}>
            <SkeletonBar width={70} />
          </div>
        </Sample>
        <Sample name="at work">
          <Spinner />
        </Sample>
      </Samples>
    </>
  );
}
