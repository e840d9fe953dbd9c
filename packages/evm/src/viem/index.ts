import type { Foyer, Network } from '@foyer/core'
import { NetworkUndefinedError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import { findNetwork } from '@foyer/core/networks'
import { createReaders } from '@foyer/core/rpc'
import {
  type Address,
  type Chain,
  type CustomTransport,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type JsonRpcAccount,
  type PublicClient,
  type WalletClient,
} from 'viem'
import { currentWallet, watchCurrent } from '../clients/currentWallet.js'
import { sentOnce } from './sentOnce.js'

export interface PublicClientParameters {
  /** A configured network, by its CAIP-2 id; the active one unless said. */
  readonly networkId?: `eip155:${string}` | undefined
}

/** One of viem's own chains: the client has what it knows beside the network (contracts, formatters, serializers), and its type. */
export interface OfChain<chain extends Chain> {
  readonly chain: chain
}

/**
 * A public client of viem that reads a network as the kit does: by the same addresses, with the same retries and fail-over, and in one request what is asked
 * at once. With `chain`, of viem's own, it is of that configured network and typed by it.
 *
 * @throws NetworkUndefinedError where the network isn't configured, or none is active · NoRpcUrlError at the first call of a network without addresses
 * @see https://viem.sh/docs/clients/public
 * @example
 * const block = await getPublicClient(foyer).getBlockNumber()
 * const name = await getPublicClient(foyer, { chain: mainnet }).getEnsName({ address })
 */
export function getPublicClient<chain extends Chain>(
  foyer: Foyer,
  parameters: OfChain<chain>,
): PublicClient<CustomTransport, chain>
export function getPublicClient(foyer: Foyer, parameters?: PublicClientParameters): PublicClient<CustomTransport, Chain>
export function getPublicClient(
  foyer: Foyer,
  { networkId, chain }: PublicClientParameters & Partial<OfChain<Chain>> = {},
): PublicClient<CustomTransport, Chain> {
  const { networks } = foyer.store.getState()
  const named = chain ? (`eip155:${chain.id}` as const) : networkId
  const network = named ? findNetwork({ networks, networkId: named }) : foyer.network('eip155')
  if (!network) throw new NetworkUndefinedError({ action: 'getPublicClient' })
  const read = createReaders(contextOf(foyer).adapterHost)(network)
  const request = ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
    read({ method, params: Array.isArray(params) ? params : [] })
  // The kit's own readers try again.
  return createPublicClient({ chain: chain ?? chainOf(network), transport: custom({ request }, { retryCount: 0 }) })
}

/** The connected wallet as a client of viem: its account and chain are set. */
export type ConnectedWalletClient<chain extends Chain = Chain> = WalletClient<
  CustomTransport,
  chain,
  JsonRpcAccount<Address>
>

/**
 * A wallet client of viem of the connected wallet. It is of this account and this network: once the visitor has chosen another account or wallet it rejects with
 * 4100, and after a switch viem refuses to send, so take a new one, or {@link watchWalletClient}. With `chain`, of viem's own, it is typed by that, and viem refuses
 * to send while the wallet is elsewhere.
 *
 * @throws AccountNotConnectedError where no wallet is connected · NetworkUndefinedError where it is on a network that isn't configured, and none is named
 * @see https://viem.sh/docs/clients/wallet
 * @example
 * const hash = await getWalletClient(foyer).sendTransaction({ to, value: parseEther('0.1') })
 */
export function getWalletClient<chain extends Chain>(
  foyer: Foyer,
  parameters: OfChain<chain>,
): ConnectedWalletClient<chain>
export function getWalletClient(foyer: Foyer): ConnectedWalletClient
export function getWalletClient(foyer: Foyer, { chain }: Partial<OfChain<Chain>> = {}): ConnectedWalletClient {
  const { address, network, provider } = currentWallet(foyer)
  const own = chain ?? (network && chainOf(network))
  if (!own) throw new NetworkUndefinedError({ action: 'getWalletClient' })
  const account = { address, type: 'json-rpc' } as const
  return createWalletClient<CustomTransport, Chain, JsonRpcAccount<Address>>({
    account,
    chain: own,
    // What fails may have been signed or sent [F22].
    transport: custom(sentOnce(provider), { retryCount: 0 }),
  })
}

/**
 * Calls back with the wallet client, now and with each change of account, wallet or network; with undefined while there is none. @returns stops
 *
 * @example
 * const stop = watchWalletClient(foyer, (client) => setClient(client))
 */
export const watchWalletClient = (
  foyer: Foyer,
  listener: (client: ConnectedWalletClient | undefined) => void,
): (() => void) =>
  watchCurrent<ConnectedWalletClient | undefined>(foyer, {
    // On a network that isn't configured there is none.
    make: (kit) => (kit.network('eip155') ? getWalletClient(kit) : undefined),
    listener,
  })

/**
 * A network of the kit as viem's `Chain`.
 *
 * @example chainOf(mainnet).id // 1
 */
export const chainOf = ({ id, name, nativeCurrency, rpcUrls, blockExplorers, testnet }: Network): Chain =>
  defineChain({
    id: Number(id),
    name,
    nativeCurrency: { ...nativeCurrency },
    rpcUrls: { default: { http: [...rpcUrls.default.http] } },
    ...(blockExplorers && { blockExplorers: { default: { ...blockExplorers.default } } }),
    ...(testnet !== undefined && { testnet }),
  })
