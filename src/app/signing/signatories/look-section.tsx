import { useRef } from 'react';
import type { SignatoryFacts } from '../../../db/commands/signing/signatories/signatories.ts';
import type { ListedSignatory } from '../../../db/queries/signing/signatories/signatories.ts';
import { useFeature } from '../../lib/account/use-feature.ts';
import { LOOK as OPTIONS } from '../../signature-pages/gallery/pages-copy.ts';
import { SelectField } from '../../ui/form/select.tsx';
import { PanelSection } from './panel/panel-section.tsx';
import { LOOK } from './signatories-copy.ts';
import type { SignatoryActs } from './use-signatory-acts.ts';
import styles from './panel/signatory-panel.module.css';

type Config = NonNullable<SignatoryFacts['instapagesConfig']>;

/** Settings in which the signatory's signature blocks differ from their pages. "Same as the page" removes a setting. */
export function LookSection({ signatory, acts }: { signatory: ListedSignatory; acts: SignatoryActs }) {
  const { row } = signatory;
  const { uuid, fullName, isOrg, instapagesConfig } = row;
  const hasFormats = useFeature('ALT_INDIVIDUAL_SIG_FORMAT');
  const config = instapagesConfig ?? {};
  // All settings are stored together. The user may change one before the row shows the previous change.
  const last = useRef<{ row: object; config: Config; isStored: boolean } | null>(null);
  const set = async (field: keyof Config, edits: Config) => {
    const isBehind = last.current !== null && (!last.current.isStored || last.current.row === row);
    const { [field]: _, ...others } = isBehind && last.current ? last.current.config : config;
    const next = { ...others, ...edits };
    const kept = { row, config: next, isStored: false };
    last.current = kept;
    const edited = Object.keys(next).length > 0 ? next : null;
    try {
      await acts.update({ uuid, name: fullName }, { instapagesConfig: edited });
      kept.isStored = true;
    } catch {
      // The act has already shown the error.
      last.current = null;
    }
  };
  const { individual, format } = config;
  return (
    <PanelSection title={LOOK.title}>
      <p className={styles.hint}>{LOOK.hint}</p>
      {isOrg ? (
        <SelectField
          label={LOOK.entity}
          options={[AS_ON_PAGE, ...OPTIONS.titleLabels]}
          value={config.entity ?? 'page'}
          onChoose={(entity) => void set('entity', entity === 'page' ? {} : { entity })}
        />
      ) : (
        <>
          <SelectField
            label={LOOK.individual}
            options={[AS_ON_PAGE, ...LOOK.individuals]}
            value={individual === undefined ? 'page' : individual ? 'shown' : 'hidden'}
            onChoose={(choice) =>
              void set('individual', choice === 'page' ? {} : { individual: choice === 'shown' })
            }
          />
          {hasFormats || format !== undefined ? (
            <SelectField
              label={OPTIONS.individual}
              options={[
                AS_ON_PAGE,
                ...OPTIONS.individuals.filter(([each]) => hasFormats || each === 'above' || each === format),
              ]}
              value={format ?? 'page'}
              onChoose={(chosen) => void set('format', chosen === 'page' ? {} : { format: chosen })}
            />
          ) : null}
        </>
      )}
    </PanelSection>
  );
}

const AS_ON_PAGE = ['page', LOOK.asOnPage] as const;
