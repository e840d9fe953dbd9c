/** The options of a wait that ends with its caller's signal. */
export interface Abortable {
  readonly signal?: AbortSignal | undefined
}

/** A request that a family's provider may have: undefined where the wallet lacks it. */
export type WalletCall<Request, Answer> = ((request: Request & Abortable) => Promise<Answer>) | undefined
