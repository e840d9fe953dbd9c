import type { WalletNetwork } from '@foyer/core/words'
import { delegateAddress } from '@foyer/signing/delegate'
import { WalletError } from '../errors.js'
import type { WalletSettings } from '../settings.js'

/** The networks of the wallet, with their nodes under this page's own origin. */
export const networksOf = (
  { networks, projectId }: Pick<WalletSettings, 'networks' | 'projectId'>,
  origin: string,
): readonly WalletNetwork[] =>
  networks.map(({ delegate, ...network }) => ({
    ...network,
    // No account of this wallet is switched to another code, whatever its page is served with.
    ...(delegate?.toLowerCase() === delegateAddress.toLowerCase() ? { delegate } : {}),
    rpcUrl: `${origin}/v1/?${new URLSearchParams({ chainId: network.chainId, projectId })}`,
  }))

/** A chain as an application names it, EVM's by a number, in CAIP-2. */
export const caipOf = (chainId: string | number): string =>
  /^\d+$/.test(String(chainId)) ? `eip155:${chainId}` : String(chainId)

/**
 * A chain as applications are told of it: EVM's by their number, however it was named. The original's client names its switches in CAIP-2, keeps what they are answered for
 * `eth_chainId`, and writes `eip155:` before a user's.
 */
export const namedAs = (chainId: string): string | number =>
  chainId.startsWith('eip155:') ? Number(chainId.slice('eip155:'.length)) : chainId

/** @throws WalletError for a network that the wallet hasn't */
export function networkOf(networks: readonly WalletNetwork[], chainId: string): WalletNetwork {
  const network = networks.find((each) => each.chainId === chainId)
  if (!network) throw new WalletError({ sentence: 'error.network', rpcCode: 4902 })
  return network
}
