import { randomBytes } from 'node:crypto'
import type { Family } from '@foyer/core/chain'
import type { Addresses } from '../addresses.js'
import type { HostSettings } from '../hosts/kit/settings.js'
import { freshAlgorandAddress } from './algorandChain.js'
import { freshCardanoAddress } from './cardanoChain.js'
import { freshCosmosAddress } from './cosmosChain.js'
import { fundAccount } from './familyPage.js'
import { freshMultiversxAddress } from './multiversxChain.js'
import { freshPolkadotAddress } from './polkadotChain.js'
import { freshTezosAddress } from './tezosChain.js'

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
  /** Its messages name their page, which the tests' doesn't name itself: that takes a step of its own. */
  readonly isWarned?: boolean
  /** Walked in every run, in place of under `npm run test:full` alone. */
  readonly isWalked?: boolean
}

export const familyKeys: readonly FamilyKeys[] = [
  {
    ...{ family: 'cosmos', label: 'Cosmos 1', isWalked: true },
    ...{ given: '5000000', sent: '1234567', amount: '1.234567 ATOM', symbol: 'ATOM' },
    network: ({ cosmos }) => cosmos,
    settings: ({ cosmos }) => ({ cosmos }),
    fund: ({ local: { cosmos }, ...gift }) => fundAccount({ url: cosmos.url, denom: cosmos.denom, ...gift }),
    recipient: freshCosmosAddress,
  },
  {
    ...{ family: 'near', label: 'NEAR 1', given: `${5n * 10n ** 24n}`, sent: `${10n ** 24n}` },
    ...{ amount: '1 NEAR', symbol: 'NEAR', isWarned: true },
    network: ({ near }) => near,
    settings: ({ near }) => ({ near }),
    async fund({ local: { near }, address: accountId, amount }) {
      await fetch(`${near.url}/local/give`, { method: 'POST', body: JSON.stringify({ accountId, amount }) })
    },
    // An account that is called by its key needs nobody to create it.
    recipient: () => randomBytes(32).toString('hex'),
  },
  {
    ...{ family: 'polkadot', label: 'Polkadot 1', isWalked: true },
    ...{ given: '50000000000', sent: '12345678901', amount: '1.2345678901 DOT', symbol: 'DOT' },
    network: ({ polkadot }) => polkadot,
    settings: ({ polkadot }) => ({ polkadot }),
    fund: ({ local: { polkadot }, ...gift }) => fundAccount({ url: polkadot.url, ...gift }),
    recipient: freshPolkadotAddress,
  },
  {
    ...{ family: 'mvx', label: 'MultiversX 1', given: `${5n * 10n ** 18n}`, sent: `${10n ** 18n}` },
    ...{ amount: '1 EGLD', symbol: 'EGLD' },
    network: ({ multiversx }) => multiversx,
    settings: ({ multiversx }) => ({ multiversx }),
    fund: ({ local: { multiversx }, ...gift }) => fundAccount({ url: multiversx.url, ...gift }),
    recipient: freshMultiversxAddress,
  },
  {
    ...{ family: 'algorand', label: 'Algorand 1', given: '5000000', sent: '1234567' },
    ...{ amount: '1.234567 ALGO', symbol: 'ALGO' },
    network: ({ algorand }) => algorand,
    settings: ({ algorand }) => ({ algorand }),
    fund: ({ local: { algorand }, ...gift }) => fundAccount({ url: algorand.url, ...gift }),
    recipient: freshAlgorandAddress,
  },
  {
    ...{ family: 'tezos', label: 'Tezos 1', given: '5000000', sent: '1234567' },
    ...{ amount: '1.234567 XTZ', symbol: 'XTZ' },
    network: ({ tezos }) => tezos,
    settings: ({ tezos }) => ({ tezos }),
    fund: ({ local: { tezos }, ...gift }) => fundAccount({ url: tezos.url, ...gift }),
    recipient: freshTezosAddress,
  },
  {
    ...{ family: 'cip34', label: 'Cardano 1', given: '50000000', sent: '1234567' },
    ...{ amount: '1.234567 tADA', symbol: 'tADA' },
    network: ({ cardano }) => cardano,
    settings: ({ cardano }) => ({ cardano }),
    fund: ({ local: { cardano }, ...gift }) => fundAccount({ url: cardano.url, ...gift }),
    recipient: freshCardanoAddress,
  },
]
