import type { AdapterHost, FamilyActions, FamilyWallet, Network } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { type StartedAlgorand, startAlgorand } from '@foyer/stack'
import {
  createTestAlgorandWallet,
  createTestHost,
  type TestAlgorandAccount,
  type TestAlgorandWallet,
} from '@foyer/testing'
import { hex } from '@scure/base'
import { onTestFinished } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { algorand } from '../algorand.js'
import { connectWallet } from '../connection/connectWallet.js'

/** One ALGO. */
export const one = 1_000_000n

/** Bytes that were never used before. */
const fresh = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32))
export const freshKey = (): string => hex.encode(fresh())
export const freshAddress = (): string => writeAddress(fresh())

export const networkAt = ({ url, reference }: { readonly url: string; readonly reference: string }): Network =>
  defineNetwork({
    chainNamespace: 'algorand',
    id: reference,
    name: `Foyer ${reference.slice(0, 4)}`,
    nativeCurrency: { name: 'Algorand', symbol: 'ALGO', decimals: 6 },
    rpcUrls: { default: { http: [url] } },
  })

/** A local network, as a kit has it. */
export interface Stage {
  readonly chain: StartedAlgorand
  readonly network: Network
  readonly host: AdapterHost
}

export async function createStage(): Promise<Stage> {
  const chain = await startAlgorand()
  const network = networkAt({ url: chain.url, reference: chain.caipNetworkId.slice('algorand:'.length) })
  return { chain, network, host: createTestHost({ networks: [network] }) }
}

/** The actions of a kit on the stage. */
export const actionsOn = ({ host }: Pick<Stage, 'host'>): Promise<FamilyActions<'algorand'>> => algorand().actions(host)

/** Connects a test wallet, and gives its account coins. */
export async function reachWallet({
  stage: { chain, network },
  amount = 50n * one,
  signer,
  accounts = [{ key: freshKey() }],
}: {
  readonly stage: Stage
  readonly amount?: bigint
  readonly signer?: string
  readonly accounts?: readonly [TestAlgorandAccount, ...(readonly TestAlgorandAccount[])]
}): Promise<{ readonly wallet: TestAlgorandWallet; readonly reached: FamilyWallet<'algorand'> }> {
  const name = `Willow-${freshKey().slice(0, 8)}`
  const wallet = await createTestAlgorandWallet({ name, accounts, genesisHashes: [chain.genesisHash] })
  onTestFinished(wallet.appearIn(window))
  const providerId = `test-${name.toLowerCase()}`
  const live = await connectWallet({
    found: { id: `algorand:${providerId}`, providerId, networks: [{ genesisHash: chain.genesisHash }] },
    request: {
      network,
      signal: new AbortController().signal,
      host: createTestHost({ networks: [network] }),
      step: () => {},
      ask: async () => ({ opened: false }),
      picked: () => undefined,
    },
  })
  const [account] = live.accounts
  if (amount > 0n) await chain.fund({ address: account.address, amount, signer })
  const provider = live.providers.algorand
  if (!provider) throw new Error('The connection has no provider.')
  return {
    wallet,
    reached: { provider, account, accounts: live.accounts, networkId: network.caipNetworkId, network },
  }
}
