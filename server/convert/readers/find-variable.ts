/**
 * Looks for a custom key as `{{key}}` in XML that arrives in pieces (docs/product/documents.md, "Custom fields"). Word splits
 * text into runs arbitrarily, so tags are skipped. It looks at each character once for any XML, because a regular expression
 * took minutes on malicious input.
 */
export class VariableFinder {
  #found = false;
  #inTag = false;
  /** The number of `{` right before this position, at most two. They stay two while a key follows. */
  #opened = 0;
  #inKey = false;
  /** Whether the key contains more than spaces. */
  #named = false;
  /** Whether the previous character was the first `}` after a key. */
  #closing = false;

  get found(): boolean {
    return this.#found;
  }

  add(text: string): void {
    for (let at = 0; at < text.length && !this.#found; at += 1) this.#next(text.charAt(at));
  }

  #next(character: string): void {
    if (this.#inTag) {
      this.#inTag = character !== '>';
      return;
    }
    switch (character) {
      case '<':
        this.#inTag = true;
        return;
      case '{':
        this.#opened = this.#inKey ? 1 : Math.min(this.#opened + 1, 2);
        this.#endKey();
        return;
      case '}':
        if (this.#closing) this.#found = this.#named;
        if (this.#inKey && !this.#closing) this.#closing = true;
        else this.#reset();
        return;
      default:
        if (this.#closing || this.#opened < 2) {
          this.#reset();
          return;
        }
        this.#inKey = true;
        this.#named ||= character.trim() !== '';
    }
  }

  #reset(): void {
    this.#opened = 0;
    this.#endKey();
  }

  #endKey(): void {
    this.#inKey = false;
    this.#named = false;
    this.#closing = false;
  }
}
