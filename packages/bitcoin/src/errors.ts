import { FoyerError, failure } from '@foyer/core/errors'

/** A wallet, or the session with one, lacks a method. */
export class MethodNotSupportedError extends /* @__PURE__ */ failure('method_not_supported', {
  text: ({ method }: { readonly method: string }) => `Method ${method} is not supported`,
  notice: 'error.notSupported',
}) {}

/** A network has no Esplora at which its ledger could be read. */
export class NoEsploraError extends /* @__PURE__ */ failure('no_esplora', {
  text: ({ networkId }: { readonly networkId: string }) =>
    `The network ${networkId} has no Esplora. Pass one as \`bitcoin({ esplora })\`, or in the network's \`rpcUrls\` or \`customRpcUrls\`.`,
  notice: 'error.networkUnavailable',
}) {}

/** A transfer that can't be made on the network; the wallet saw nothing of it. `amount` is below the dust limit, or no whole number of satoshis. */
export class InvalidBitcoinTransferError extends /* @__PURE__ */ failure('invalid_bitcoin_transfer', {
  text: ({ field }: { readonly field: 'account' | 'to' | 'amount' | 'asset' }) =>
    `The transfer's \`${field}\` can't be sent on a Bitcoin network.`,
  notice: 'error.transactionFailed',
}) {}

/** The account's coins don't cover an amount with its fee; the wallet saw nothing of it. */
export class InsufficientCoinsError extends /* @__PURE__ */ failure('insufficient_coins', {
  text: 'The coins that the account may spend do not cover the amount and its fee.',
  notice: 'error.transactionFailed',
}) {}

/** The reason why nothing may take a transaction's place. */
export type NotReplaceableReason = 'unsignalled' | 'inputs' | 'spent'

/**
 * A transaction is pending, and can't be sped up or cancelled: it doesn't say that it may be replaced (BIP-125), doesn't spend from one address alone that the
 * kit can spend from, or another transaction spends what came back of it already. The wallet saw nothing of it.
 */
export class NotReplaceableError extends FoyerError {
  override readonly name = 'NotReplaceableError'
  readonly code = 'not_replaceable'
  readonly reason: NotReplaceableReason

  constructor({ hash, reason }: { readonly hash: string; readonly reason: NotReplaceableReason }) {
    super(`Nothing can take the place of the transaction ${hash}: ${reason}.`, {
      facts: { hash, reason },
      notice: 'error.notSupported',
    })
    this.reason = reason
  }
}

/** A difference between what was agreed and what a wallet signed; or a PSBT, or its inputs, that can't be read. */
export type PsbtFault = 'unreadable' | 'inputs' | 'outputs' | 'fee' | 'signature' | 'encoding'

/** A PSBT can't be signed as it is, or isn't what was agreed once the wallet has signed it. Nothing of it was sent. */
export class UnsafePsbtError extends FoyerError {
  override readonly name = 'UnsafePsbtError'
  readonly code = 'unsafe_psbt'
  readonly fault: PsbtFault

  constructor({ fault, cause }: { readonly fault: PsbtFault; readonly cause?: unknown }) {
    super(`The PSBT is not what was agreed, or can't be used: ${fault}.`, {
      facts: { fault },
      notice: 'error.transactionFailed',
      cause,
    })
    this.fault = fault
  }
}
