import type { ConnectorEntry, Family, Network } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { chainsOf, shownName, walletOfConnector } from '@foyer/core/wallets'
import { useFoyer } from '../kit.js'
import { useSelect } from '../useSelect.js'

/** A chain family that a wallet is reached on. */
export interface WalletChainChoice {
  readonly family: Family
  readonly connectorId: string
  /** The name that the adapter of a family of the host's own gives it. */
  readonly familyName: string | undefined
  /** The family's first network of the application, whose picture stands for it. */
  readonly network: Network | undefined
}

export interface WalletChains {
  /** Undefined where no connector of the wallet is there any more. */
  readonly wallet: { readonly name: string; readonly icon: string | undefined } | undefined
  /** One for each family that the application has networks of. */
  readonly chains: readonly WalletChainChoice[]
}

/**
 * The chains that a wallet is reached on, by any of its connectors: what a visitor chooses from before the wallet is asked.
 *
 * @param parameters.connectorId - any connector of the wallet: those of its other chains are found by it
 * @throws ProviderMissingError outside of a provider
 * @see S3.3
 * @example
 * const { chains } = useFoyerWalletChains({ connectorId: 'app.phantom' })
 * return chains.map(({ family, connectorId }) => <button key={family} onClick={() => foyer.connect({ connectorId })}>{family}</button>)
 */
export function useFoyerWalletChains({ connectorId }: { readonly connectorId: string }): WalletChains {
  const foyer = useFoyer()
  const { connectors, networks, connectorFilter } = useSelect(({ connectors, networks, connectorFilter }) => ({
    connectors,
    networks,
    connectorFilter,
  }))
  const wallet = walletOfConnector({ connectors, networks, connectorFilter }, connectorId)
  if (!wallet) return { wallet: undefined, chains: [] }
  const images = wallet.ways.flatMap(({ id }: ConnectorEntry) => foyer.options.connectorImages?.[id] ?? [])
  return {
    wallet: { name: shownName(wallet.name), icon: images[0] ?? wallet.icon },
    chains: chainsOf(wallet, { networks }).map((chain) => ({
      ...chain,
      familyName: contextOf(foyer).adapters.get(chain.family)?.familyName,
      network: networks.find(({ chainNamespace }) => chainNamespace === chain.family),
    })),
  }
}
