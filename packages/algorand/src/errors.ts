import { FoyerError, failure } from '@foyer/core/errors'

/** The account's balance doesn't cover the amount and the fee, with what has to stay; the wallet saw nothing of it. */
export class InsufficientAlgorandError extends FoyerError {
  override readonly name = 'InsufficientAlgorandError'
  readonly code = 'insufficient_algorand'

  constructor({ spendable, minimum, asset }: { spendable: bigint; minimum: bigint; asset?: string | undefined }) {
    super('The account can not spend so much: it has to keep its minimum balance, and the fee comes on top.', {
      facts: { spendable: `${spendable}`, minimum: `${minimum}`, asset },
      notice: 'error.transactionFailed',
    })
  }
}

/** The recipient's account would hold less than an account has to; the wallet saw nothing of it. */
export class MinimumBalanceError extends FoyerError {
  override readonly name = 'MinimumBalanceError'
  readonly code = 'minimum_balance'

  constructor({ minimum, missing }: { readonly minimum: bigint; readonly missing: bigint }) {
    super('The recipient’s account would hold less than its minimum balance: send more.', {
      facts: { minimum: `${minimum}`, missing: `${missing}` },
      notice: 'error.firstAmount',
    })
  }
}

/** An account hasn't opted in to the asset, or it is frozen there; the wallet saw nothing of it. */
export class AssetNotHeldError extends FoyerError {
  override readonly name = 'AssetNotHeldError'
  readonly code = 'asset_not_held'
  readonly whose: 'sender' | 'recipient'

  constructor({ whose, asset, isFrozen }: { whose: 'sender' | 'recipient'; asset: string; isFrozen: boolean }) {
    super(
      `The ${whose}’s account ${isFrozen ? 'may not move the asset: it is frozen there' : 'has not opted in to the asset'}.`,
      {
        facts: { whose, asset, isFrozen },
        notice: 'error.transactionFailed',
      },
    )
    this.whose = whose
  }
}

/** The node is of another network than the one that is configured; the wallet saw nothing of it. */
export class AlgorandNetworkError extends /* @__PURE__ */ failure('algorand_network', {
  text: ({ genesisId }: { readonly genesisId: string }) =>
    `The node is of another network (${genesisId}) than the configured one: nothing is sent there.`,
  notice: 'error.notSupported',
}) {}

/** A wallet signed another transaction than the one that was agreed, or with another account's key, and nothing of it was sent. */
export class UnsafeAlgorandTransactionError extends /* @__PURE__ */ failure('unsafe_algorand_transaction', {
  text: 'What the wallet signed is not what was agreed.',
  notice: 'error.transactionFailed',
}) {}
