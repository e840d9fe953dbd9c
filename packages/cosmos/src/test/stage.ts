import type { AdapterHost, FamilyActions, FamilyWallet, Network } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { type StartCosmosParameters, type StartedCosmos, startCosmos } from '@foyer/stack'
import {
  createTestCosmosWallet,
  createTestHost,
  type TestCosmosWallet,
  type TestCosmosWalletOptions,
} from '@foyer/testing'
import { hex } from '@scure/base'
import { connectionsOn } from '../connection/connectWallet.js'
import { type CosmosOptions, cosmos } from '../cosmos.js'

/** A key that nobody had before. */
export const freshKey = (): string => hex.encode(crypto.getRandomValues(new Uint8Array(32)))

/** An address that holds nothing. */
export const freshAddress = (prefix = 'cosmos'): string =>
  createTestCosmosWallet({ name: 'Other', keys: [freshKey()], chains: { any: prefix } }).accounts[0] ?? ''

/** The chains of the tests, as a host says them. */
export const localChains: NonNullable<CosmosOptions['chains']> = {
  'cosmos:foyer-1': { prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025' },
  'cosmos:foyer-2': { prefix: 'osmo', denom: 'uatom', gasPrice: '0.025' },
}

export const networkAt = ({ url, chainId = 'foyer-1' }: { readonly url: string; readonly chainId?: string }): Network =>
  defineNetwork({
    chainNamespace: 'cosmos',
    id: chainId,
    name: `Foyer ${chainId}`,
    nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
    rpcUrls: { default: { http: [url] } },
  })

/** As much of a page as the clients need: the node's bytes are of another realm under jsdom. */
export function standInPage(): EventTarget {
  const page = new EventTarget()
  const origin = 'https://dapp.test'
  const postMessage = (data: unknown, to: unknown) => {
    if (to !== origin) throw new Error('Messages are for this page alone.')
    const event = Object.assign(new Event('message'), { data: structuredClone(data), origin, source: page })
    setTimeout(() => page.dispatchEvent(event), 0)
  }
  return Object.assign(page, { location: { origin }, postMessage })
}

/** A local chain, as a kit has it. */
export interface Stage {
  readonly chain: StartedCosmos
  readonly network: Network
  readonly host: AdapterHost
}

export async function createStage(parameters: StartCosmosParameters = {}): Promise<Stage> {
  const chain = await startCosmos(parameters)
  const network = networkAt({ url: chain.url })
  return { chain, network, host: createTestHost({ networks: [network] }) }
}

/** The actions of a kit on the stage. */
export const actionsOn = ({ host }: Pick<Stage, 'host'>): Promise<FamilyActions<'cosmos'>> =>
  cosmos({ chains: localChains }).actions(host)

/** Connects a test wallet, and gives its account coins. */
export async function reachWallet({
  stage: { chain, network },
  units = 5_000_000n,
  ...options
}: Partial<TestCosmosWalletOptions> & { readonly stage: Stage; readonly units?: bigint }): Promise<{
  readonly wallet: TestCosmosWallet
  readonly reached: FamilyWallet<'cosmos'>
}> {
  const wallet = createTestCosmosWallet({
    name: 'Willow',
    keys: [freshKey()],
    chains: { 'foyer-1': 'cosmos' },
    ...options,
  })
  const object = wallet.objectFor()
  const live = await connectionsOn(localChains).connectWallet({
    found: { id: 'cosmos:keplr', source: () => object, event: undefined },
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
  if (units > 0n) await chain.fund({ address: account.address, amount: units })
  const provider = live.providers.cosmos
  if (!provider) throw new Error('The connection has no provider.')
  return {
    wallet,
    reached: { provider, account, accounts: live.accounts, networkId: network.caipNetworkId, network },
  }
}
