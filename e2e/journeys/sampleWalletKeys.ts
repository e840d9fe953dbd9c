import type { Family } from '@foyer/core/chain'
import type { Addresses } from '../addresses.js'
import type { HostSettings } from '../hosts/kit/settings.js'
import { freshCosmosAddress, fundCosmos } from './cosmosChain.js'

/** What is signed and sent with a family's own key in the sample wallet. */
export interface FamilyKeys {
  readonly family: Family
  /** How the wallet calls its first account. */
  readonly label: string
  readonly network: (local: Addresses) => { readonly caipNetworkId: string; readonly name: string }
  readonly settings: (local: Addresses) => Partial<HostSettings>
  /** In the smallest unit. */
  readonly given: string
  readonly sent: string
  /** How the wallet shows what is sent, and its coin. */
  readonly amount: string
  readonly symbol: string
  /** Gives the account coins, if nobody else does. */
  readonly fund: (of: { readonly local: Addresses; readonly address: string; readonly amount: string }) => Promise<void>
  readonly recipient: () => string | Promise<string>
  /** Walked in every run, in place of under `npm run test:full` alone. */
  readonly isWalked?: boolean
}

export const familyKeys: readonly FamilyKeys[] = [
  {
    ...{ family: 'cosmos', label: 'Cosmos 1', isWalked: true },
    ...{ given: '5000000', sent: '1234567', amount: '1.234567 ATOM', symbol: 'ATOM' },
    network: ({ cosmos }) => cosmos,
    settings: ({ cosmos }) => ({ cosmos }),
    fund: ({ local: { cosmos }, ...gift }) => fundCosmos({ url: cosmos.url, denom: cosmos.denom, ...gift }),
    recipient: freshCosmosAddress,
  },
]
