import type { ConnectorHost, Family, Network, NetworkId } from '@foyer/core'
import { isNetworkId } from '@foyer/core/chain'

/** The families that the wallet has accounts of. */
export const servedFamilies = ['eip155', 'solana'] as const satisfies readonly Family[]
export type ServedFamily = (typeof servedFamilies)[number]

/** The chain as the wallet's page is asked who is there: EVM's by number, others by CAIP-2. */
export function toChainId(networkId: NetworkId): string | number {
  const [family, reference] = networkId.split(':')
  return family === 'eip155' ? Number(reference) : networkId
}

/** The chain that the wallet's page names: a number, in digits or hex, or CAIP-2. @returns undefined for what is none */
export function toNetworkId(chainId: string | number): NetworkId | undefined {
  if (isNetworkId(chainId)) return chainId
  const number = Number(chainId)
  return chainId !== '' && Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}

/** The family of a network, where the wallet has accounts of it. */
export const familyOf = (networkId: NetworkId): ServedFamily | undefined =>
  servedFamilies.find((family) => networkId.startsWith(`${family}:`))

/** The configured networks that the wallet serves. */
export const servedNetworks = (
  { networks }: Pick<ConnectorHost, 'networks'>,
  served: ReadonlySet<NetworkId>,
): readonly Network[] => networks().filter(({ caipNetworkId }) => served.has(caipNetworkId))
