import type { AdapterHost, FamilyActions, FamilyWallet, Network } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { type StartedNear, startNear } from '@foyer/stack'
import { createTestHost, createTestNearWallet, type TestNearWallet, type TestNearWalletOptions } from '@foyer/testing'
import { hex } from '@scure/base'
import { connectWallet } from '../connection/connectWallet.js'
import { near } from '../near.js'

/** One coin. */
export const one: bigint = 10n ** 24n

/** A key that no one had before. */
export const freshKey = (): string => hex.encode(crypto.getRandomValues(new Uint8Array(32)))

/** An account that was never used: it is called by its key. */
export const freshAddress = (): string =>
  createTestNearWallet({ name: 'Other', accounts: [{ key: freshKey() }] }).accounts[0] ?? ''

export const networkAt = ({
  url,
  others = [],
  chainId = 'localnet',
}: {
  readonly url: string
  readonly others?: readonly string[]
  readonly chainId?: string
}): Network =>
  defineNetwork({
    chainNamespace: 'near',
    id: chainId,
    name: `Foyer ${chainId}`,
    nativeCurrency: { name: 'NEAR', symbol: 'NEAR', decimals: 24 },
    rpcUrls: { default: { http: [url, ...others] } },
  })

/** A local network, as a kit has it. */
export interface Stage {
  readonly chain: StartedNear
  readonly network: Network
  readonly host: AdapterHost
}

export async function createStage(): Promise<Stage> {
  const chain = await startNear()
  const network = networkAt({ url: chain.url })
  return { chain, network, host: createTestHost({ networks: [network] }) }
}

/** The actions of a kit on the stage. */
export const actionsOn = ({ host }: Pick<Stage, 'host'>): Promise<FamilyActions<'near'>> => near().actions(host)

/** Connects a test wallet, and gives its account coins. */
export async function reachWallet({
  stage: { chain, network },
  amount = 5n * one,
  storage,
  ...options
}: Partial<TestNearWalletOptions> & {
  readonly stage: Stage
  readonly amount?: bigint
  readonly storage?: number
}): Promise<{ readonly wallet: TestNearWallet; readonly reached: FamilyWallet<'near'> }> {
  const wallet = createTestNearWallet({
    ...{ name: 'Willow', rpcUrl: chain.url, accounts: [{ key: freshKey(), name: `a${freshKey().slice(0, 20)}.near` }] },
    ...options,
  })
  const object = wallet.objectFor()
  const live = await connectWallet({
    found: { id: 'near:willow', source: () => object, kind: options.kind ?? 'connect' },
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
  if (amount > 0n) await chain.fund({ accountId: account.address, amount, publicKey: wallet.publicKey, storage })
  const provider = live.providers.near
  if (!provider) throw new Error('The connection has no provider.')
  return {
    wallet,
    reached: { provider, account, accounts: live.accounts, networkId: network.caipNetworkId, network },
  }
}
