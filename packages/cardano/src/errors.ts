import { FoyerError, failure } from '@foyer/core/errors'

/** The account's balance doesn't cover the amount and the fee, with what stays beside tokens; the wallet saw nothing of it. */
export class InsufficientCardanoError extends /* @__PURE__ */ failure('insufficient_cardano', {
  /** Both in lovelace; `kept` has to stay with the tokens that are in the way. */
  text: (_: { readonly spendable: string; readonly kept: string }) =>
    'The account can not spend so much: the fee comes on top, and its tokens have to keep some coins.',
  notice: 'error.transactionFailed',
}) {}

/** An output would hold less than one has to on the chain; the wallet saw nothing of it. */
export class SmallOutputError extends FoyerError {
  override readonly name = 'SmallOutputError'
  readonly code = 'small_output'
  readonly output: 'payment' | 'change'

  /** Both in lovelace. */
  constructor({
    output,
    minimum,
    coins,
  }: {
    readonly output: 'payment' | 'change'
    readonly minimum: bigint
    readonly coins: bigint
  }) {
    super(
      output === 'payment'
        ? 'The amount is less than the network takes: send more.'
        : 'What would be left is less than the network takes: send less, or all of it.',
      { facts: { output, minimum: `${minimum}`, coins: `${coins}` }, notice: 'error.transactionFailed' },
    )
    this.output = output
  }
}

/** So many small outputs of the account would have to be spent that no transaction holds them; the wallet saw nothing of it. */
export class LargeCardanoTransactionError extends /* @__PURE__ */ failure('large_cardano_transaction', {
  text: 'The account’s coins are in too many small outputs for one transaction: send less.',
  notice: 'error.transactionFailed',
}) {}

/** The node is of another network than the one that is configured, or doesn't know the wallet's coins; the wallet signed nothing. */
export class CardanoNetworkError extends /* @__PURE__ */ failure('cardano_network', {
  text: ({ found }: { readonly found: string }) =>
    `The node's network and the configured one, or the wallet's, are not the same (${found}): nothing is sent there.`,
  notice: 'error.chainNotSupported',
}) {}

/** A wallet didn't sign the transaction that was agreed, or not with the keys of what it spends, and nothing of it was sent. */
export class UnsafeCardanoTransactionError extends /* @__PURE__ */ failure('unsafe_cardano_transaction', {
  text: 'What the wallet signed is not what was agreed.',
  notice: 'error.transactionFailed',
}) {}
