import type { Family } from '../chain/ids.js'
import type { FoyerState } from '../store/state.js'
import { type OfferedWallet, offeredWallets, usableWallet } from './offeredWallets.js'

/** One family of a wallet, and the connector that reaches it there. */
export interface WalletChain {
  readonly family: Family
  readonly connectorId: string
}

/** The chains that the connectors of a wallet reach, of those that are configured. */
export function chainsOf(
  { ways }: Pick<OfferedWallet, 'ways'>,
  { networks }: Pick<FoyerState, 'networks'>,
): readonly WalletChain[] {
  const configured = new Set(networks.map(({ chainNamespace }) => chainNamespace))
  return ways.flatMap(({ id, families }) =>
    families.filter((family) => configured.has(family)).map((family) => ({ family, connectorId: id })),
  )
}

/** The wallet that a connector reaches, as far as the kit has a use for it; undefined for one that isn't known. */
export function walletOfConnector(
  state: Pick<FoyerState, 'connectors' | 'networks' | 'connectorFilter'>,
  connectorId: string,
): OfferedWallet | undefined {
  const wallet = offeredWallets(state).find(({ ways }) => ways.some(({ id }) => id === connectorId))
  return wallet && usableWallet(wallet, state)
}
