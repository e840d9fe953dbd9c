import { FoyerError } from '@foyer/core/errors'

/** Something registered itself as a wallet that can't be one (Wallet Standard); it is left out. */
export class InvalidWalletError extends FoyerError {
  override readonly name = 'InvalidWalletError'
  readonly code = 'invalid_wallet'

  constructor(facts: { readonly field: string }) {
    super(`A wallet registered itself with an unusable ${facts.field}.`, { facts })
  }
}

/** `solana()` got a commitment that is none of the eight names. */
export class InvalidCommitmentError extends FoyerError {
  override readonly name = 'InvalidCommitmentError'
  readonly code = 'invalid_commitment'

  constructor({ commitment }: { readonly commitment: string }) {
    super(`There is no commitment ${commitment}. Use processed, confirmed or finalized.`, { facts: { commitment } })
  }
}
