import type { AdapterHost, FamilyActions, FamilyWallet, Network } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { type StartedCardano, startCardano } from '@foyer/stack'
import { createTestCardanoWallet, createTestHost, type TestCardanoWallet } from '@foyer/testing'
import { bytesToHex } from '@noble/hashes/utils.js'
import { onTestFinished } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { cardano } from '../cardano.js'
import { connectWallet } from '../connection/connectWallet.js'

/** One ada. */
export const one = 1_000_000n

export const fresh = (length = 32): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
export const freshKey = (): string => bytesToHex(fresh())
/** An address of a test network, with a stake part. */
export const freshAddress = (): string => writeAddress(Uint8Array.of(0, ...fresh(56)))

/** A token of the local ledger's. */
export const token = `${'ab'.repeat(28)}4c555344`

export const networkAt = ({ url, reference }: { readonly url: string; readonly reference: string }): Network =>
  defineNetwork({
    chainNamespace: 'cip34',
    id: reference,
    name: `Foyer ${reference}`,
    nativeCurrency: { name: 'Cardano', symbol: 'tADA', decimals: 6 },
    rpcUrls: { default: { http: [url] } },
  })

/** A local network, as a kit has it. */
export interface Stage {
  readonly chain: StartedCardano
  readonly network: Network
  readonly host: AdapterHost
}

export async function createStage(): Promise<Stage> {
  const chain = await startCardano()
  const network = networkAt({ url: chain.url, reference: chain.caipNetworkId.slice('cip34:'.length) })
  return { chain, network, host: createTestHost({ networks: [network] }) }
}

/** The actions of a kit on the stage. */
export const actionsOn = ({ host }: Pick<Stage, 'host'>): Promise<FamilyActions<'cip34'>> => cardano().actions(host)

/** Connects a test wallet, and gives its account outputs. */
export async function reachWallet({
  stage: { chain, network },
  amounts = [50n * one],
  tokens,
  hashes,
}: {
  readonly stage: Stage
  readonly amounts?: readonly bigint[]
  /** In the first output. */
  readonly tokens?: Readonly<Record<string, bigint>> | undefined
  readonly hashes?: boolean
}): Promise<{ readonly wallet: TestCardanoWallet; readonly reached: FamilyWallet<'cip34'> }> {
  const name = `Willow-${freshKey().slice(0, 8)}`
  const accounts = [{ key: freshKey(), stakeKey: freshKey() }] as const
  const wallet = await createTestCardanoWallet({ name, accounts, url: chain.url, hashes })
  onTestFinished(wallet.appearIn(window))
  const live = await connectWallet({
    found: {
      id: `cardano:${name}`,
      source: () => Reflect.get(Object(Reflect.get(window, 'cardano')), name.toLowerCase()),
    },
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
  for (const [index, amount] of amounts.entries())
    await chain.fund({ address: account.address, amount, tokens: index === 0 ? tokens : undefined })
  const provider = live.providers.cip34
  if (!provider) throw new Error('The connection has no provider.')
  return {
    wallet,
    reached: { provider, account, accounts: live.accounts, networkId: network.caipNetworkId, network },
  }
}
