import type { Account, FamilyWallet, Network } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { type StartedBitcoin, startBitcoin } from '@foyer/stack'
import {
  createTestBitcoinWallet,
  createTestHost,
  type TestBitcoinWallet,
  type TestBitcoinWalletOptions,
} from '@foyer/testing'
import { hex } from '@scure/base'
import { connectWallet } from '../connection/connectWallet.js'

/** A key that nobody had before. */
export const freshKey = (): string => hex.encode(crypto.getRandomValues(new Uint8Array(32)))

export const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
export const testnet4 = 'bip122:00000000da84f2bafbbc53dee25a72ae'

export function networkAt({
  url,
  id = regtest,
}: {
  readonly url: string
  readonly id?: `bip122:${string}` | undefined
}): Network {
  return defineNetwork({
    chainNamespace: 'bip122',
    id: id.slice(7),
    caipNetworkId: id,
    name: 'Foyer Bitcoin',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: [url] } },
  })
}

/** A running ledger with its network. */
export interface Ledger {
  readonly bitcoin: StartedBitcoin
  readonly network: Network
}

export async function startLedger(options: Parameters<typeof startBitcoin>[0] = {}): Promise<Ledger> {
  const bitcoin = await startBitcoin(options)
  return { bitcoin, network: networkAt({ url: bitcoin.url }) }
}

/** A connected wallet, as actions get it. */
export interface Reached {
  readonly wallet: TestBitcoinWallet
  readonly reached: FamilyWallet<'bip122'>
  readonly payment: Account
}

/** Connects a test wallet, and gives its payment address coins. */
export async function reachWallet({
  ledger: { bitcoin, network },
  sats = 1_000_000,
  ...options
}: Partial<TestBitcoinWalletOptions> & {
  readonly ledger: Ledger
  readonly sats?: number | undefined
}): Promise<Reached> {
  const wallet = createTestBitcoinWallet({ name: 'Willow', keys: [freshKey()], ...options })
  const host = createTestHost({ networks: [network] })
  const signal = new AbortController().signal
  const live = await connectWallet({
    found: { id: wallet.path, dialect: wallet.dialect, source: () => wallet.objectFor() },
    request: { network, signal, host, step: () => {}, ask: async () => ({ opened: false }), picked: () => undefined },
  })
  const [payment] = live.accounts
  if (sats > 0) await bitcoin.fund({ address: payment.address, sats })
  const provider = live.providers.bip122
  if (!provider) throw new Error('The connection has no provider.')
  const { caipNetworkId: networkId } = network
  return { wallet, payment, reached: { provider, account: payment, accounts: live.accounts, networkId, network } }
}
