import type { AdapterHost, FamilyActions, FamilyWallet, Network } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { type StartedSolana, type StartSolanaParameters, startSolana } from '@foyer/stack'
import { createTestHost, createTestSolanaWallet, type TestSolanaWallet } from '@foyer/testing'
import { isWallet } from '../discovery/parseWallet.js'
import { type SolanaOptions, solana } from '../solana.js'
import { addresses, keys } from './keys.js'

/** A local chain, as a kit has it. */
export interface Stage {
  readonly chain: StartedSolana
  readonly network: Network
  readonly host: AdapterHost
}

export async function createStage(parameters: StartSolanaParameters = {}): Promise<Stage> {
  const chain = await startSolana(parameters)
  const { caipNetworkId, name, nativeCurrency, url } = chain
  const network = defineNetwork({
    chainNamespace: 'solana',
    id: caipNetworkId.slice('solana:'.length),
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
  })
  return { chain, network, host: createTestHost({ networks: [network] }) }
}

/** The actions of a kit on the stage. */
export const actionsOn = ({ host }: Stage, options: SolanaOptions = {}): Promise<FamilyActions<'solana'>> =>
  solana(options).actions(host)

/** A connected wallet of the first development account, as core hands it to actions. */
export async function connectedWallet(
  { chain, network }: Stage,
  options: Partial<Parameters<typeof createTestSolanaWallet>[0]> = {},
): Promise<{ readonly wallet: TestSolanaWallet; readonly reached: FamilyWallet<'solana'> }> {
  const wallet = createTestSolanaWallet({
    name: 'Maple',
    keys,
    chains: [{ chain: 'solana:localnet', rpcUrl: chain.url }],
    ...options,
  })
  const provider = wallet.standard
  if (!isWallet(provider)) throw new Error('The wallet is none.')
  const connect: unknown = Reflect.get(Object(provider.features['standard:connect']), 'connect')
  if (typeof connect === 'function') await connect()
  const account = { namespace: 'solana', address: addresses[0], type: 'eoa' } as const
  const { caipNetworkId: networkId } = network
  return { wallet, reached: { provider, account, accounts: [account], networkId, network } }
}

/** Asks the chain's front for what is only for tests. */
export async function giveTokens(
  { chain }: Stage,
  given: { readonly mint: string; readonly owner: string; readonly amount: bigint },
): Promise<void> {
  await ask(chain.url, 'foyer_giveTokens', [given.mint, given.owner, String(given.amount)])
}

/** One JSON-RPC call, answered as it comes. @throws Error with what the chain said */
export async function ask(url: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
  const { result, error }: { readonly result?: unknown; readonly error?: { readonly message: string } } =
    await response.json()
  if (error) throw new Error(error.message)
  return result
}
