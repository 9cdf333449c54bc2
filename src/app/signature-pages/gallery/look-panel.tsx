import type { SignatureBlock } from '../../../contract/entities/signing/signature-page-design.ts';
import {
  signatureLook,
  withFontSize,
  withSignatureLook,
  type SignatureLook,
} from '../../../contract/rules/signature-page/design/signature-look.ts';
import {
  blockEdits,
  editSignaturePages,
  type PageEdit,
  type PageLook,
} from '../../../db/commands/signing/pages/signature-pages.ts';
import { consolidatePages } from '../../../db/commands/signing/pages/consolidate-pages.ts';
import { updateTransaction } from '../../../db/commands/transactions/update-transaction.ts';
import type { ShownPage } from '../../../db/queries/signing/pages/signature-pages.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { useFeature } from '../../lib/account/use-feature.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { SelectField } from '../../ui/form/select.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { ACTS, LOOK } from './pages-copy.ts';
import styles from './gallery-screen.module.css';

const SIZES = ['9', '10', '10.5', '11', '12', '13', '14'] as const;

interface LookPanelProps {
  deal: TransactionRow;
  /** The pages that the settings apply to: all pages of the deal, or one. */
  pages: readonly ShownPage[];
  /** Whether the panel is about a single page. Then it leaves out the deal's paper size. */
  single?: boolean;
}

/** The settings for the appearance of pages. A setting in which the pages differ shows no value. */
export function LookPanel({ deal, pages: all, single = false }: LookPanelProps) {
  const db = useMirror();
  const act = useCarryOutAct();
  const { uuid: transaction } = deal;
  const hasFormats = useFeature('ALT_INDIVIDUAL_SIG_FORMAT');
  const pages = all.filter(({ isSent }) => !isSent);
  const rows = pages.map(({ row }) => row);
  const blocks = pages.flatMap(({ design }) => design?.blocks.filter(isSignature) ?? []);
  const looks = blocks.map(signatureLook);

  const edit = (edits: PageEdit[]) => {
    if (edits.length > 0) act(ACTS.look, editSignaturePages(db, { transaction, pages: edits }));
  };
  const setLook = (look: Partial<PageLook>) => edit(rows.map(({ uuid }) => ({ uuid, look })));
  const setConsolidated = (consolidates: boolean) => {
    const uuids = rows.map(({ uuid }) => uuid);
    // In the editor, the page that is open must stay.
    if (consolidates && !single) act(ACTS.consolidate, consolidatePages(db, { transaction, pages: uuids }));
    else setLook({ consolidateSigner: consolidates });
  };
  const withBlocks = ({ design }: ShownPage, change: (block: SignatureBlock) => SignatureBlock) => {
    const shown = design?.blocks.filter(isSignature) ?? [];
    const put = blockEdits(shown, shown.map(change));
    return put.length > 0 ? { blocks: { put, removed: [] } } : null;
  };
  const setSignatures = (look: Partial<SignatureLook>) =>
    edit(
      pages.flatMap((page) => {
        const blocks = withBlocks(page, (block) => withSignatureLook(block, look));
        return blocks ? [{ uuid: page.row.uuid, ...blocks }] : [];
      }),
    );
  const setSize = (fontSize: number) =>
    edit(
      pages.map((page) => ({
        uuid: page.row.uuid,
        look: { fontSize },
        ...withBlocks(page, (block) => withFontSize(block, fontSize)),
      })),
    );
  const check = (field: 'individualTitle' | 'signing_date' | 'address' | 'email') => ({
    checked: looks.every((look) => look[field]),
    indeterminate: looks.some((look) => look[field]) && !looks.every((look) => look[field]),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setSignatures({ [field]: currentTarget.checked }),
  });
  const individuals = LOOK.individuals.filter(([format]) => hasFormats || format === 'above');
  const size = common(rows.map(({ fontSize }) => String(fontSize)));
  return (
    <section className={styles.look} aria-label={single ? LOOK.ofPage : LOOK.name}>
      <div className={styles.lookHead}>
        <h2 className={styles.stepTitle}>{single ? LOOK.ofPage : LOOK.name}</h2>
        {single ? null : (
          <p className={styles.stepState}>{pages.length === all.length ? LOOK.hint : LOOK.hintUnsent}</p>
        )}
      </div>
      <div className={styles.fields}>
        {single ? null : (
          <SelectField
            label={LOOK.paper}
            options={LOOK.papers}
            value={deal.paperSize ?? 'letter'}
            onChoose={(paperSize) =>
              act(ACTS.paper, updateTransaction(db, { uuid: transaction, edits: { paperSize } }))
            }
          />
        )}
        <SelectField
          label={LOOK.font}
          options={LOOK.fonts}
          value={common(rows.map(({ font }) => font))}
          placeholder={LOOK.mixed}
          onChoose={(font) => setLook({ font })}
        />
        <SelectField
          label={LOOK.size}
          options={sizes(size).map((each) => [each, each] as const)}
          value={size}
          placeholder={LOOK.mixed}
          onChoose={(chosen) => setSize(Number(chosen))}
        />
        <SelectField
          label={LOOK.margins}
          options={LOOK.marginSizes}
          value={common(rows.map(({ margins }) => margins))}
          placeholder={LOOK.mixed}
          onChoose={(margins) => setLook({ margins })}
        />
        <SelectField
          label={LOOK.alignment}
          options={LOOK.alignments}
          value={common(looks.map(({ alignment }) => alignment))}
          placeholder={LOOK.mixed}
          onChoose={(alignment) => setSignatures({ alignment })}
        />
        <SelectField
          label={LOOK.titleLabel}
          options={LOOK.titleLabels}
          value={common(looks.map(({ titleLabel }) => titleLabel))}
          placeholder={LOOK.mixed}
          onChoose={(titleLabel) => setSignatures({ titleLabel })}
        />
        <SelectField
          label={LOOK.description}
          options={LOOK.descriptions}
          value={common(looks.map(({ descriptionFormat }) => (descriptionFormat === 1 ? '1' : '2')))}
          placeholder={LOOK.mixed}
          onChoose={(format) => setSignatures({ descriptionFormat: format === '1' ? 1 : 2 })}
        />
        {individuals.length > 1 ? (
          <SelectField
            label={LOOK.individual}
            options={individuals}
            value={common(looks.map(({ individualFormat }) => individualFormat))}
            placeholder={LOOK.mixed}
            onChoose={(individualFormat) => setSignatures({ individualFormat })}
          />
        ) : null}
      </div>
      <div className={styles.checks}>
        <CheckboxField
          checked={rows.every(({ consolidateSigner }) => consolidateSigner)}
          indeterminate={common(rows.map(({ consolidateSigner }) => consolidateSigner)) === null}
          onChange={({ currentTarget }) => setConsolidated(currentTarget.checked)}
        >
          {LOOK.consolidate}
        </CheckboxField>
        <CheckboxField {...check('individualTitle')}>{LOOK.individualTitle}</CheckboxField>
        <fieldset className={styles.more}>
          <legend>{LOOK.fields}</legend>
          <CheckboxField {...check('signing_date')}>{LOOK.signing_date}</CheckboxField>
          <CheckboxField {...check('address')}>{LOOK.address}</CheckboxField>
          <CheckboxField {...check('email')}>{LOOK.email}</CheckboxField>
        </fieldset>
      </div>
    </section>
  );
}

function isSignature(block: { kind: string }): block is SignatureBlock {
  return block.kind === 'signature';
}

/** Returns the common value; null if the values differ. */
function common<Value>(values: readonly Value[]): Value | null {
  const [first, ...others] = values;
  return first !== undefined && others.every((value) => value === first) ? first : null;
}

/** Returns the usual sizes, including the current one. */
function sizes(current: string | null): string[] {
  const all = new Set<string>(SIZES);
  if (current !== null) all.add(current);
  return [...all].toSorted((one, other) => Number(one) - Number(other));
}
