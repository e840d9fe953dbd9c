import { FoyerError } from './FoyerError.js'

/** A network has no address at which its chain could be asked. */
export class NoRpcUrlError extends FoyerError {
  override readonly name = 'NoRpcUrlError'
  readonly code = 'no_rpc_url'

  constructor({ networkId }: { readonly networkId: string }) {
    super(`The network ${networkId} has no JSON-RPC address. Give it one in \`rpcUrls\` or \`customRpcUrls\`.`, {
      facts: { networkId },
      notice: 'error.networkUnavailable',
    })
  }
}

/** A transfer that no transaction of its family could carry out; the wallet saw nothing of it. */
export class InvalidTransferError extends FoyerError {
  override readonly name = 'InvalidTransferError'
  readonly code = 'invalid_transfer'

  constructor({ field }: { readonly field: 'to' | 'amount' | 'asset' }) {
    super(`The transfer's \`${field}\` can't be sent on this network.`, {
      facts: { field },
      notice: 'error.transactionFailed',
    })
  }
}

/** A transaction that was sent will never be mined: another took its place, or it wasn't taken into a block in time. */
export class TransactionDroppedError extends FoyerError {
  override readonly name = 'TransactionDroppedError'
  readonly code = 'transaction_dropped'

  constructor({
    hash,
    why = 'replaced',
  }: { readonly hash: string; readonly why?: 'replaced' | 'expired' | undefined }) {
    const reason =
      why === 'replaced'
        ? `Another transaction of the account took the place of ${hash}`
        : `The transaction ${hash} wasn't taken into a block in time`
    super(`${reason}, so it will never be mined.`, { facts: { hash }, notice: 'error.transactionFailed' })
  }
}

/** A transaction was to be sped up or cancelled, but is pending no more. The wallet saw nothing of it. */
export class TransactionNotPendingError extends FoyerError {
  override readonly name = 'TransactionNotPendingError'
  readonly code = 'transaction_not_pending'

  constructor({ hash }: { readonly hash: string }) {
    super(`The transaction ${hash} is pending no more, so nothing can take its place.`, { facts: { hash } })
  }
}
