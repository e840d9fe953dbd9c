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
