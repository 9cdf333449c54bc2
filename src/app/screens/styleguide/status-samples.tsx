import { Badge } from '../../ui/status/badge.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { ProgressBar } from '../../ui/status/progress-bar.tsx';
import { SkeletonBar } from '../../ui/status/skeleton-bar.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { FailureReason, StatusLabel } from '../../ui/status/status-label.tsx';
import { StatusPill } from '../../ui/status/status-pill.tsx';
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
        <Sample name="status: ready">
          <StatusLabel shape="ready">Ready</StatusLabel>
        </Sample>
        <Sample name="busy">
          <StatusLabel shape="busy">Converting…</StatusLabel>
        </Sample>
        <Sample name="waiting">
          <StatusLabel shape="waiting">Not on the server yet</StatusLabel>
        </Sample>
        <Sample name="failed">
          <StatusLabel shape="failed">Conversion failed</StatusLabel>
          <FailureReason>
            This file is protected by a password. Remove the password and upload it again.
          </FailureReason>
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
          <StatusPill tone="attention">1 change was rejected</StatusPill>
        </Sample>
      </Samples>
      <Samples>
        <Sample name="callout">
          <Callout className={styles.field}>You have signed out.</Callout>
        </Sample>
        <Sample name="warning">
          <Callout tone="warning" className={styles.field}>
            2 files are waiting on this device.
          </Callout>
        </Sample>
        <Sample name="danger">
          <Callout tone="danger" className={styles.field}>
            The password is incorrect.
          </Callout>
        </Sample>
      </Samples>
      <Samples>
        <Sample name="progress of people">
          <div className={styles.field}>
            <ProgressBar label="Documents complete" value={12} max={37} tone="success" />
          </div>
        </Sample>
        <Sample name="progress of the machine">
          <div className={styles.field}>
            <ProgressBar label="Progress of the upload" value={64} />
          </div>
        </Sample>
        <Sample name="skeleton">
          <div className={styles.field}>
            <SkeletonBar width={70} />
          </div>
        </Sample>
        <Sample name="spinner">
          <Spinner />
        </Sample>
      </Samples>
    </>
  );
}
