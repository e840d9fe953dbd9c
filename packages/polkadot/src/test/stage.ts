import type { AdapterHost, FamilyActions, FamilyWallet, Network, NetworkId } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { type StartedPolkadot, startPolkadot } from '@foyer/stack'
import {
  createTestHost,
  createTestPolkadotWallet,
  type TestPolkadotAccount,
  type TestPolkadotWallet,
} from '@foyer/testing'
import { hex } from '@scure/base'
import { writeAddress } from '../addresses/ss58.js'
import { chainIn } from '../chain/chains.js'
import { connectionsOn } from '../connection/connectWallet.js'
import type { PolkadotChain } from '../family.js'
import { polkadotRelay } from '../networks.js'
import { polkadot } from '../polkadot.js'

/** One coin, which is also what an account has to hold. */
export const one: bigint = 10n ** 10n

/** Bytes that were never used before. */
const fresh = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32))
export const freshKey = (): string => hex.encode(fresh())
export const freshAddress = (prefix = 0): string => writeAddress({ prefix, id: fresh() })

export const networkAt = ({ url, reference }: { readonly url: string; readonly reference: string }): Network =>
  defineNetwork({
    chainNamespace: 'polkadot',
    id: reference,
    name: `Foyer ${reference.slice(0, 4)}`,
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
    rpcUrls: { default: { http: [url] } },
  })

/** The constants that the stand-in writes by: the relay chain's. */
export const relay: PolkadotChain = chainIn({}, polkadotRelay.caipNetworkId) ?? { prefix: 0, existentialDeposit: one }

/** A local chain, as a kit has it. */
export interface Stage {
  readonly chain: StartedPolkadot
  readonly network: Network
  readonly chains: Readonly<Record<NetworkId, PolkadotChain>>
  readonly host: AdapterHost
}

export async function createStage(): Promise<Stage> {
  const chain = await startPolkadot()
  const network = networkAt({ url: chain.url, reference: chain.caipNetworkId.slice('polkadot:'.length) })
  const chains = { [network.caipNetworkId]: relay }
  return { chain, network, chains, host: createTestHost({ networks: [network] }) }
}

/** The actions of a kit on the stage. */
export const actionsOn = ({ host, chains }: Pick<Stage, 'host' | 'chains'>): Promise<FamilyActions<'polkadot'>> =>
  polkadot({ chains }).actions(host)

/** Connects a test wallet, and gives its account coins. */
export async function reachWallet({
  stage: { chain, network, chains },
  amount = 50n * one,
  frozen = 0n,
  reserved = 0n,
  accounts = [{ key: freshKey() }],
}: {
  readonly stage: Stage
  readonly amount?: bigint
  readonly frozen?: bigint
  readonly reserved?: bigint
  readonly accounts?: readonly [TestPolkadotAccount, ...(readonly TestPolkadotAccount[])]
}): Promise<{ readonly wallet: TestPolkadotWallet; readonly reached: FamilyWallet<'polkadot'> }> {
  const wallet = await createTestPolkadotWallet({ name: 'Willow', accounts })
  const object = wallet.objectFor()
  const live = await connectionsOn(chains).connectWallet({
    found: { id: 'polkadot:willow', source: () => object },
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
  if (amount > 0n) await chain.fund({ address: account.address, amount, frozen, reserved })
  const provider = live.providers.polkadot
  if (!provider) throw new Error('The connection has no provider.')
  return {
    wallet,
    reached: { provider, account, accounts: live.accounts, networkId: network.caipNetworkId, network },
  }
}
