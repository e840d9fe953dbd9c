import type { AdapterHost, FamilyActions, FamilyWallet, LiveConnection, Network } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { type StartedTezos, startTezos } from '@foyer/stack'
import { createTestHost, createTestTezosWallet, type TestTezosAccount, type TestTezosWallet } from '@foyer/testing'
import { hex } from '@scure/base'
import { writeAddress } from '../addresses/address.js'
import { connectWallet } from '../connection/connectWallet.js'
import { tezos } from '../tezos.js'

/** One coin. */
export const one = 1_000_000n

/** Bytes that were never used before. */
const fresh = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
export const freshKey = (): string => hex.encode(fresh(32))
export const freshAddress = (): string => writeAddress('tz1', fresh(20))

export const networkAt = ({ url, id }: { readonly url: string; readonly id: string }): Network =>
  defineNetwork({
    chainNamespace: 'tezos',
    id,
    name: `Foyer ${id.slice(0, 6)}`,
    nativeCurrency: { name: 'Tez', symbol: 'XTZ', decimals: 6 },
    rpcUrls: { default: { http: [url] } },
  })

/** As much of a page as extensions need: what is posted to it comes back to its listeners later, from itself. */
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

/** A local network, as a kit has it. */
export interface Stage {
  readonly chain: StartedTezos
  readonly network: Network
  readonly host: AdapterHost
}

export async function createStage(): Promise<Stage> {
  const chain = await startTezos()
  const network = networkAt({ url: chain.url, id: chain.caipNetworkId.slice('tezos:'.length) })
  return { chain, network, host: createTestHost({ networks: [network] }) }
}

/** The actions of a kit on the stage. */
export const actionsOn = ({ host }: Pick<Stage, 'host'>): Promise<FamilyActions<'tezos'>> => tezos().actions(host)

/** Connects to an extension of the page. */
export const connectTo = ({
  extensionId,
  networks,
  host = createTestHost({ networks }),
  signal = new AbortController().signal,
}: {
  readonly extensionId: string
  readonly networks: readonly [Network, ...Network[]]
  readonly host?: ReturnType<typeof createTestHost>
  readonly signal?: AbortSignal
}): Promise<LiveConnection> =>
  connectWallet({
    found: { id: `tezos:${extensionId}`, extensionId },
    request: {
      ...{ network: networks[0], signal, host, step: () => {} },
      ...{ ask: async () => ({ opened: false }) as const, picked: () => undefined },
    },
  })

/** Connects a test wallet in the page, and gives its account coins. */
export async function reachWallet({
  stage: { chain, network },
  amount = 50n * one,
  accounts = [{ key: freshKey() }],
}: {
  readonly stage: Stage
  readonly amount?: bigint
  readonly accounts?: readonly [TestTezosAccount, ...(readonly TestTezosAccount[])]
}): Promise<{
  readonly wallet: TestTezosWallet
  readonly reached: FamilyWallet<'tezos'>
  readonly leave: () => void
}> {
  const wallet = await createTestTezosWallet({ name: `Willow ${freshKey().slice(0, 8)}`, accounts, nodeUrl: chain.url })
  const leave = wallet.appearIn(window)
  const live = await connectTo({ extensionId: wallet.extensionId, networks: [network] })
  const [account] = live.accounts
  if (amount > 0n) await chain.fund({ address: account.address, amount })
  const provider = live.providers.tezos
  if (!provider) throw new Error('The connection has no provider.')
  const reached = { provider, account, accounts: live.accounts, networkId: network.caipNetworkId, network }
  return { wallet, reached, leave }
}
