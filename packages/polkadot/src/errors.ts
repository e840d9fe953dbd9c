import { FoyerError, failure } from '@foyer/core/errors'

/** A chain that the kit doesn't know: what its addresses begin with, and what an account has to hold, isn't known. */
export class UnknownPolkadotChainError extends /* @__PURE__ */ failure('unknown_polkadot_chain', {
  text: ({ networkId }: { readonly networkId: string }) =>
    `The kit does not know the chain ${networkId}. Say its prefix and existential deposit: polkadot({ chains: { … } }).`,
  notice: 'error.notSupported',
}) {}

/** The account's coins don't cover the amount and the fee, with what has to stay so that the account does; the wallet saw nothing of it. */
export class InsufficientPolkadotError extends FoyerError {
  override readonly name = 'InsufficientPolkadotError'
  readonly code = 'insufficient_polkadot'

  constructor({ spendable, existentialDeposit }: { readonly spendable: bigint; readonly existentialDeposit: bigint }) {
    super('The account can not spend so much: it has to keep the existential deposit, and the fee comes on top.', {
      facts: { spendable: `${spendable}`, existentialDeposit: `${existentialDeposit}` },
      notice: 'error.transactionFailed',
    })
  }
}

/** The recipient’s account isn't there, and the amount is less than what one has to hold; the wallet saw nothing of it. */
export class ExistentialDepositError extends FoyerError {
  override readonly name = 'ExistentialDepositError'
  readonly code = 'existential_deposit'

  constructor({ existentialDeposit }: { readonly existentialDeposit: bigint }) {
    super(
      'The recipient’s account does not exist yet: the first transfer to it has to be the existential deposit or more.',
      {
        facts: { existentialDeposit: `${existentialDeposit}` },
        notice: 'error.firstAmount',
      },
    )
  }
}

/** The node is of another chain than the one that is configured, or the chain writes transactions otherwise by now; the wallet saw nothing of it. */
export class PolkadotRuntimeError extends /* @__PURE__ */ failure('polkadot_runtime', {
  text: ({ field }: { readonly field: 'genesisHash' | 'transactionVersion' }) =>
    `The node’s \`${field}\` is not what is known of the chain: nothing is sent there.`,
  notice: 'error.notSupported',
}) {}

/** A wallet signed another transaction than the one that was agreed, and nothing of it was sent. */
export class UnsafePolkadotTransactionError extends /* @__PURE__ */ failure('unsafe_polkadot_transaction', {
  text: 'What the wallet signed is not what was agreed.',
  notice: 'error.transactionFailed',
}) {}
