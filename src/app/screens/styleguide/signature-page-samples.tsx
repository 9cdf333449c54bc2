import { newPageDesign } from '../../../contract/rules/signature-page/design/new-design.ts';
import type { PageSigner, PageToLayOut } from '../../../contract/rules/signature-page/signers/page-signer.ts';
import { SheetPicture } from '../../signature-pages/paint-svg.tsx';
import { usePageLayout } from '../../signature-pages/use-page-layout.ts';
import { Spinner } from '../../ui/status/spinner.tsx';
import { Sample, Samples } from './sample.tsx';
import styles from './styleguide.module.css';

interface SamplePage {
  name: string;
  page: PageToLayOut;
  signers: readonly PageSigner[];
}

const VALUES = { document_name: 'Confidentiality Agreement' };
const CODE = 'CP-ABCDEFGH23456777';

function person(name: string, title: string | null) {
  return { id: name, name, title, email: null, address: null };
}

function signer(name: string, human: PageSigner['human'], more: Partial<PageSigner> = {}): PageSigner {
  const entity = { name, description: null };
  return { id: name, caption: null, entity, through: [], human, values: {}, overrides: {}, ...more };
}

const PRESIDENT = person('James A. Mitarotonda', 'President and CEO');
const ALPHA = signer('Alpha Capital Group, L.P.', PRESIDENT, {
  entity: { name: 'Alpha Capital Group, L.P.', description: 'a Delaware limited partnership' },
  through: [{ id: 'alpha', name: 'Alpha Capital Corp.', description: null, capacity: 'general partner' }],
});
const JANE = signer('Jane Roe', person('Jane Roe', null), { entity: null });

const PAGES: readonly SamplePage[] = [
  {
    name: 'new page',
    page: { design: newPageDesign(), paper: 'letter', code: CODE },
    signers: [
      ALPHA,
      signer('Barington Companies Investors, LLC', person('Étienne Łukasz', 'Managing Member')),
      JANE,
    ],
  },
  {
    name: 'one person, several entities, A4, Arial',
    page: {
      design: { ...newPageDesign(), font: 'arial', consolidate_signer: true },
      paper: 'a4',
      code: CODE,
    },
    signers: ['Fund I, L.P.', 'Fund II, L.P.', 'Fund III, L.P.'].map((name) => signer(name, PRESIDENT)),
  },
  {
    name: 'other scripts, narrow margins',
    page: { design: { ...newPageDesign(), margins: 'narrow' }, paper: 'letter', code: CODE },
    signers: [
      signer('شركة الخليج للاستثمار (ذ.م.م)', person('محمد بن سلمان', 'مدير')),
      signer('חברת אלפא בע״מ', person('דוד כהן', 'מנכ״ל')),
      signer('北京长城科技有限责任公司', person('山田太郎', '代表取締役')),
    ],
  },
];

/** Signature pages as the editor and the preview show them. */
export function SignaturePageSamples() {
  return (
    <Samples>
      {PAGES.map((sample) => (
        <Sample key={sample.name} name={sample.name}>
          <Sheets {...sample} />
        </Sample>
      ))}
    </Samples>
  );
}

function Sheets({ name, page, signers }: SamplePage) {
  const state = usePageLayout(page, signers, VALUES);
  switch (state.kind) {
    case 'loading':
      return <Spinner />;
    case 'failed':
      return <p>The fonts of this page aren’t on this device yet. They will load when you’re back online.</p>;
    case 'ready':
      return state.layout.sheets.map((sheet, at) => (
        <div key={at} className={styles.sheet}>
          <SheetPicture
            sheet={sheet}
            fonts={state.fonts}
            codes={state.codes}
            label={`Sample: ${name}, sheet ${at + 1} of ${state.layout.sheets.length}`}
          />
        </div>
      ));
  }
}
