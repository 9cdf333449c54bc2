import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import FileSignature from 'lucide-react/icons/file-signature';
import { pagesToChoose } from '../../../db/queries/signing/pages/marked-pages.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button } from '../../ui/button.tsx';
import { PickList } from '../../ui/form/pick-list.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { PAGE_QUESTION } from './page-question-copy.ts';
import { closeQuestion, type PageQuestion } from './page-questions.ts';

/** Asks which of a document's marked pages a signatory signs. */
export function PageQuestionDialog({ question }: { question: PageQuestion }) {
  const db = useMirror();
  const { item, name, signer, choose } = question;
  const [text, setText] = useState('');
  const pages = useLiveQuery(() => pagesToChoose(db, item), [db, item]);
  const close = () => closeQuestion(question);
  if (!pages) return null;
  const picks = pages
    .map(({ uuid, number, signers }) => ({
      id: uuid,
      text: PAGE_QUESTION.page(number),
      hint: signers.length === 0 ? PAGE_QUESTION.nobody : PAGE_QUESTION.signedBy(signers.join(', ')),
      icon: <FileSignature aria-hidden="true" />,
    }))
    .filter((pick) => `${pick.text} ${pick.hint}`.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <ModalDialog
      title={PAGE_QUESTION.title(name)}
      onClose={close}
      footer={<Button onClick={close}>{PAGE_QUESTION.cancel}</Button>}
    >
      <p>{PAGE_QUESTION.explained(signer)}</p>
      <PickList
        label={PAGE_QUESTION.label}
        placeholder={PAGE_QUESTION.placeholder}
        text={text}
        onText={setText}
        none={PAGE_QUESTION.none}
        picks={picks}
        onPick={(page) => {
          close();
          choose(page);
        }}
      />
    </ModalDialog>
  );
}
