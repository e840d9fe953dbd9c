import { FoyerError, failure } from '@foyer/core/errors'

/** Nothing is known of what sets a chain apart: its prefix, coin and price of gas. */
export class UnknownCosmosChainError extends /* @__PURE__ */ failure('unknown_cosmos_chain', {
  text: ({ networkId }: { readonly networkId: string }) =>
    `The chain ${networkId} isn't known. Pass its prefix, denom and gasPrice as \`cosmos({ chains })\`.`,
  notice: 'error.networkUnavailable',
}) {}

/** A transfer that can't be made on the chain; the wallet saw nothing of it. */
export class InvalidCosmosTransferError extends /* @__PURE__ */ failure('invalid_cosmos_transfer', {
  text: ({ field }: { readonly field: 'to' | 'amount' | 'asset' | 'memo' }) =>
    `The transfer's \`${field}\` can't be sent on this chain.`,
  notice: 'error.transactionFailed',
}) {}

/** An account has never received anything, so that its chain doesn't know it; nothing can be sent from it. */
export class AccountNotOnChainError extends /* @__PURE__ */ failure('account_not_on_chain', {
  text: 'The chain does not know the account yet: nothing was ever sent to it.',
  notice: 'error.transactionFailed',
}) {}

/** The account's key is of no kind that the kit signs transactions with: secp256k1 alone. */
export class UnsupportedKeyError extends /* @__PURE__ */ failure('unsupported_key', {
  text: "The account's key isn't one of secp256k1, so that no transaction can be made for it.",
  notice: 'error.notSupported',
}) {}

/** A difference between what was agreed and what a wallet signed. */
export type CosmosFault = 'unreadable' | 'messages' | 'extensions' | 'chain' | 'key' | 'sequence' | 'payer'

/** A wallet signed another transaction than the one that was agreed. Nothing of it was sent. */
export class UnsafeCosmosTransactionError extends FoyerError {
  override readonly name = 'UnsafeCosmosTransactionError'
  readonly code = 'unsafe_cosmos_transaction'
  readonly fault: CosmosFault

  constructor({ fault, cause }: { readonly fault: CosmosFault; readonly cause?: unknown }) {
    super(`What the wallet signed is not what was agreed: ${fault}.`, {
      facts: { fault },
      notice: 'error.transactionFailed',
      cause,
    })
    this.fault = fault
  }
}

/** A chain refused what it was asked, such as a transaction that its account can't pay. */
export class CosmosRefusalError extends FoyerError {
  override readonly name = 'CosmosRefusalError'
  readonly code = 'cosmos_refusal'
  /** The chain's number of it; within {@link CosmosRefusalError.codespace}. */
  readonly number: number
  readonly codespace: string

  constructor({
    number,
    codespace,
    reason,
  }: {
    readonly number: number
    readonly codespace: string
    readonly reason?: string | undefined
  }) {
    super(`The chain refused it (${codespace} ${number})${reason ? `: ${reason}` : '.'}`, {
      facts: { number, codespace },
      notice: 'error.transactionFailed',
    })
    this.number = number
    this.codespace = codespace
  }
}
