import { algorand } from '@foyer/algorand'
import { cardano } from '@foyer/cardano'
import type { Adapter } from '@foyer/core'
import { cosmos } from '@foyer/cosmos'
import { multiversx } from '@foyer/multiversx'
import { near } from '@foyer/near'
import { polkadot, polkadotRelay } from '@foyer/polkadot'
import { chainIn } from '@foyer/polkadot/wire'
import { tezos } from '@foyer/tezos'
import type { DemoSettings } from './settings.js'

/** The adapters of the families beside EVM, Solana and Bitcoin, with the constants of the local chains. */
export function otherFamilies({ networks }: Pick<DemoSettings, 'networks'>): readonly Adapter[] {
  const relay = chainIn({}, polkadotRelay.caipNetworkId)
  const cosmosChains = networks.flatMap(({ caipNetworkId, cosmos }) =>
    cosmos ? [[caipNetworkId, cosmos] as const] : [],
  )
  // The local chain is written by the relay chain's runtime.
  const polkadotChains = networks.flatMap(({ caipNetworkId }) =>
    relay && caipNetworkId.startsWith('polkadot:') ? [[caipNetworkId, relay] as const] : [],
  )
  return [
    cosmos({ chains: Object.fromEntries(cosmosChains) }),
    polkadot({ chains: Object.fromEntries(polkadotChains) }),
    ...[near(), multiversx(), algorand(), tezos(), cardano()],
  ]
}
