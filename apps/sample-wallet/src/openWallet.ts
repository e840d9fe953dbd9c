import type { WalletFamily } from '@foyer/signing'
import { batchIdOf, createSeeds, NetworkSchema } from '@foyer/signing'
import { createBip122 } from '@foyer/signing/bip122'
import { createEip155 } from '@foyer/signing/eip155'
import { createSolana } from '@foyer/signing/solana'
import { createWalletClient } from '@foyer/walletconnect/wallet'
import * as v from 'valibot'
import { english, generateMnemonic } from 'viem/accounts'
import { algorandFamily } from './families/algorand.js'
import { cardanoFamily } from './families/cardano.js'
import { cosmosFamily } from './families/cosmos.js'
import { createKeyFamily } from './families/createKeyFamily.js'
import { multiversxFamily } from './families/multiversx.js'
import { nearFamily } from './families/near.js'
import { polkadotFamily } from './families/polkadot.js'
import { tezosFamily } from './families/tezos.js'
import { createKeyStore, isPhrase, type KeyStore } from './keys/keyStore.js'
import type { WalletSettings } from './settings.js'
import { createWallet, type Wallet } from './wallet/createWallet.js'
import { createKept } from './wallet/kept.js'

/** A running wallet and the other dependencies of its views. */
export interface OpenedWallet {
  readonly wallet: Wallet
  readonly keys: KeyStore
  readonly families: readonly WalletFamily[]
  readonly knownPhrase: string | undefined
}

const OwnedBatch = v.object({
  topic: v.string(),
  id: v.pipe(v.string(), v.transform(batchIdOf)),
  chainId: v.string(),
  atomic: v.boolean(),
  from: v.string(),
  delegate: v.optional(v.string()),
  hadCode: v.optional(v.boolean()),
  nonce: v.optional(v.number()),
  hashes: v.array(v.string()),
  isOver: v.boolean(),
})

const Choices = v.record(v.string(), v.object({ chainId: v.string(), address: v.string() }))

/** Opens the wallet of this page, and pairs with the URI in the page's address. */
export function openWallet({
  settings: { relay, projectId, networks, knownPhrase, cosmosChains, polkadotChains },
  window,
}: {
  readonly settings: WalletSettings
  readonly window: Window
}): OpenedWallet {
  const { localStorage: storage, location, history } = window
  const families = createFamilies({ cosmosChains, polkadotChains })
  const keys = createKeyStore({ storage, families, newPhrase: () => generateMnemonic(english), isPhrase })
  const client = createWalletClient({
    relayUrl: relay,
    projectId,
    metadata: {
      name: 'Sample Wallet',
      description: 'A wallet in a web page, for development.',
      url: location.origin,
      icons: [`${location.origin}/icon.svg`],
      redirect: { universal: location.origin },
    },
    storage,
    report: (error) => console.warn(error),
  })
  const batches = createKept({ storage, name: 'batches', schema: v.array(OwnedBatch), empty: [] })
  // The page that was sending one call after the other is gone, and with it what it hadn't sent.
  batches.set(batches.get().map((batch) => ({ ...batch, isOver: true })))
  const wallet = createWallet({
    client,
    families,
    keys,
    networks,
    added: createKept({ storage, name: 'networks', schema: v.array(NetworkSchema), empty: [] }),
    choices: createKept({ storage, name: 'choices', schema: Choices, empty: {} }),
    batches,
    after(ms, callBack) {
      const timer = setTimeout(callBack, ms)
      return () => clearTimeout(timer)
    },
  })
  const uri = pairingUriOf(location)
  // Removed from the address at once: anyone who reads a pairing URI can read the pairing's messages.
  if (location.search !== '' || location.hash !== '' || location.pathname !== '/') history.replaceState(null, '', '/')
  if (uri !== undefined) void wallet.pair(uri)
  return { wallet, keys, families, knownPhrase }
}

/** The chain families that this wallet supports. */
export function createFamilies({
  cosmosChains = {},
  polkadotChains = {},
}: Pick<WalletSettings, 'cosmosChains' | 'polkadotChains'> = {}): readonly WalletFamily[] {
  const seedOf = createSeeds()
  return [
    createEip155(),
    createSolana(seedOf),
    createBip122(seedOf),
    createKeyFamily({ family: cosmosFamily(cosmosChains), seedOf }),
    createKeyFamily({ family: nearFamily, seedOf }),
    createKeyFamily({ family: polkadotFamily(polkadotChains), seedOf }),
    createKeyFamily({ family: multiversxFamily, seedOf }),
    createKeyFamily({ family: algorandFamily, seedOf }),
    createKeyFamily({ family: tezosFamily, seedOf }),
    createKeyFamily({ family: cardanoFamily, seedOf }),
  ]
}

/**
 * Reads the pairing URI of the page's address: `?uri=…`, or behind a hash, where no server sees it (`#/wc?uri=…`). The client validates it
 * when pairing.
 */
export function pairingUriOf({ search, hash }: Pick<Location, 'search' | 'hash'>): string | undefined {
  const [, ...behind] = hash.split('?')
  return new URLSearchParams(search).get('uri') ?? new URLSearchParams(behind.join('?')).get('uri') ?? undefined
}
