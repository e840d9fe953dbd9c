import { FoyerError, failure } from '@foyer/core/errors'

/** The account's coins don't cover the amount and the fee; the wallet saw nothing of it. */
export class InsufficientMultiversxError extends FoyerError {
  override readonly name = 'InsufficientMultiversxError'
  readonly code = 'insufficient_multiversx'

  constructor({ spendable }: { readonly spendable: bigint }) {
    super('The account can not spend so much: the fee comes on top.', {
      facts: { spendable: `${spendable}` },
      notice: 'error.transactionFailed',
    })
  }
}

/** The gateway is of another network than the one that is configured; the wallet saw nothing of it. */
export class MultiversxNetworkError extends /* @__PURE__ */ failure('multiversx_network', {
  text: ({ wanted, said }: { readonly wanted: string; readonly said: string }) =>
    `The gateway is of the network ${said}, not of ${wanted}: nothing is sent there.`,
  notice: 'error.notSupported',
}) {}

/** A transfer that the kit doesn't write: to a contract, which wants gas for what it does, or from an account with a guardian, who has to sign too. */
export class MultiversxTransferKindError extends /* @__PURE__ */ failure('multiversx_transfer_kind', {
  text: ({ why }: { readonly why: 'contract' | 'guarded' }) =>
    why === 'contract'
      ? 'The recipient is a contract. The kit sends coins to accounts only.'
      : 'The account has a guardian, who has to sign as well. The kit sends nothing from it.',
  notice: 'error.notSupported',
}) {}

/** A wallet signed another transaction than the one that was agreed, or with another key, and nothing of it was sent. */
export class UnsafeMultiversxTransactionError extends /* @__PURE__ */ failure('unsafe_multiversx_transaction', {
  text: ({ field }: { readonly field: string }) => `What the wallet signed is not what was agreed: see \`${field}\`.`,
  notice: 'error.transactionFailed',
}) {}
