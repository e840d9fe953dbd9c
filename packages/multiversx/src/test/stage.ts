import type { AdapterHost, FamilyActions, FamilyWallet, Network } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { type StartedMultiversx, type StartMultiversxParameters, startMultiversx } from '@foyer/stack'
import { createTestHost, createTestMultiversxWallet, type TestMultiversxWallet } from '@foyer/testing'
import { hex } from '@scure/base'
import { writeAddress } from '../addresses/address.js'
import { connectWallet } from '../connection/connectWallet.js'
import { multiversx } from '../multiversx.js'

/** One coin. */
export const one: bigint = 10n ** 18n

/** Bytes that were never used before. */
const fresh = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32))
export const freshKey = (): string => hex.encode(fresh())
export const freshAddress = (): string => writeAddress(fresh())

export const networkAt = ({ url, id = 'chain' }: { readonly url: string; readonly id?: string }): Network =>
  defineNetwork({
    chainNamespace: 'mvx',
    id,
    name: `Foyer ${id}`,
    nativeCurrency: { name: 'EGLD', symbol: 'EGLD', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })

/** As much of a page as the extension needs: what is posted to it comes back to its listeners later, from itself. */
export function standInPage(): EventTarget {
  const page = new EventTarget()
  const origin = 'https://dapp.test'
  const postMessage = (data: unknown, to: unknown) => {
    if (to !== origin) throw new Error('Messages are for this page alone.')
    const event = Object.assign(new Event('message'), { data: structuredClone(data), origin, source: page })
    setTimeout(() => page.dispatchEvent(event), 0)
  }
  return Object.assign(page, { origin, postMessage })
}

/** A local network, as a kit has it. */
export interface Stage {
  readonly chain: StartedMultiversx
  readonly network: Network
  readonly host: AdapterHost
}

export async function createStage(options?: StartMultiversxParameters): Promise<Stage> {
  const chain = await startMultiversx(options)
  const network = networkAt({ url: chain.url })
  return { chain, network, host: createTestHost({ networks: [network] }) }
}

/** The actions of a kit on the stage. */
export const actionsOn = ({ host }: Pick<Stage, 'host'>): Promise<FamilyActions<'mvx'>> => multiversx().actions(host)

/** Connects a test wallet in the page, and gives its account coins. */
export async function reachWallet({
  stage: { chain, network },
  amount = 5n * one,
}: {
  readonly stage: Pick<Stage, 'network'> & { readonly chain: Pick<StartedMultiversx, 'fund'> }
  readonly amount?: bigint
}): Promise<{
  readonly wallet: TestMultiversxWallet
  readonly reached: FamilyWallet<'mvx'>
  readonly leave: () => void
}> {
  const wallet = await createTestMultiversxWallet({ name: 'Willow', accounts: [{ key: freshKey() }] })
  const leave = wallet.appearIn(window)
  const live = await connectWallet({
    found: { id: 'mvx:willow' },
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
  if (amount > 0n) await chain.fund({ address: account.address, amount })
  const provider = live.providers.mvx
  if (!provider) throw new Error('The connection has no provider.')
  const reached = { provider, account, accounts: live.accounts, networkId: network.caipNetworkId, network }
  return { wallet, reached, leave }
}
