/** The folder store's answer to a request that it does not serve. `message` is for the person. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
