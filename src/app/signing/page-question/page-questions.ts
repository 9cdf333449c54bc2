/** A question about a document with several pages marked for signing: only the user knows which one the signatory signs. */
export interface PageQuestion {
  readonly item: string;
  /** The document's name. */
  readonly name: string;
  /** The signatory, or how many there are. */
  readonly signer: string;
  readonly choose: (page: string) => void;
}

let questions: readonly PageQuestion[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly PageQuestion[]): void {
  questions = next;
  for (const listener of listeners) listener();
}

/** Asks the user, after any questions that are still open. The dialog that assigned the document may close in the meantime. */
export function askForPage(question: PageQuestion): void {
  publish([...questions, question]);
}

export function closeQuestion(question: PageQuestion): void {
  publish(questions.filter((each) => each !== question));
}

export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function openQuestion(): PageQuestion | undefined {
  return questions[0];
}
