import { FoyerError } from '@foyer/core/errors'

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

/** Another transaction took the place of one that was sent; which one couldn't be found. */
export class TransactionDroppedError extends FoyerError {
  override readonly name = 'TransactionDroppedError'
  readonly code = 'transaction_dropped'

  constructor({ hash }: { readonly hash: string }) {
    super(`Another transaction of the account took the place of ${hash}, so it will never be mined.`, {
      facts: { hash },
      notice: 'error.transactionFailed',
    })
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

/** A request belongs to another network than the one the wallet is on; the visitor saw nothing of it. */
export class WrongNetworkError extends FoyerError {
  override readonly name = 'WrongNetworkError'
  readonly code = 'wrong_network'

  constructor({ wanted, actual }: { readonly wanted: string; readonly actual: string }) {
    super(`The request is for ${wanted}, but the wallet is on ${actual}. Call switchNetwork first.`, {
      facts: { wanted, actual },
    })
  }
}

/** A transfer that no contract could carry out; the wallet saw nothing of it. */
export class InvalidTransferError extends FoyerError {
  override readonly name = 'InvalidTransferError'
  readonly code = 'invalid_transfer'

  constructor({ field }: { readonly field: 'to' | 'amount' | 'asset' }) {
    super(`The transfer's \`${field}\` can't be sent on an EVM network.`, {
      facts: { field },
      notice: 'error.transactionFailed',
    })
  }
}
