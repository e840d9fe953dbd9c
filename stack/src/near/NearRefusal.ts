/** Why a node of NEAR doesn't take a transaction, or has no answer: as its JSON-RPC says it. */
export class NearRefusal extends Error {
  override readonly name = 'NearRefusal'
  /** Of the error, such as `UNKNOWN_ACCOUNT`. */
  readonly kind: string
  readonly data: unknown

  constructor({ kind, data }: { readonly kind: string; readonly data: unknown }) {
    super(typeof data === 'string' ? data : JSON.stringify(data))
    this.kind = kind
    this.data = data
  }
}

/** A transaction that isn't taken into a block. */
export const invalid = (reason: string): NearRefusal =>
  new NearRefusal({ kind: 'INVALID_TRANSACTION', data: { TxExecutionError: { InvalidTxError: reason } } })
