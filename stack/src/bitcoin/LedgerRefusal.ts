/** Why a transaction isn't taken, by Bitcoin Core's numbers and words. */
export class LedgerRefusal extends Error {
  override readonly name = 'LedgerRefusal'
  readonly code: number

  constructor({ code, reason, cause }: { code: number; reason: string; cause?: unknown }) {
    super(reason, { cause })
    this.code = code
  }
}
