import type { ConnectorHost, Eip1193Provider, LiveConnection, NetworkId, NonEmpty, RequestChannel } from '@foyer/core'
import { isAccountId } from '@foyer/core/chain'
import {
  ChainDisconnectedError,
  FoyerError,
  JsonRpcError,
  UnrecognizedChainError,
  UnsupportedMethodError,
} from '@foyer/core/errors'
import { rpcUrlsFor } from '@foyer/core/networks'
import { fallbackTransport, httpTransport, type RpcRequest, type RpcTransport } from '@foyer/core/rpc'
import * as v from 'valibot'
import type { SessionState } from '../connector/sessionState.js'
import type { SessionProperties } from '../protocol/index.js'
import { chainIn, hexIdOf } from './chains.js'

/** A session, as far as a provider answers by it. */
interface ProviderSession extends ReaderParameters {
  readonly channel: RequestChannel
  /** As it is at each request. */
  readonly state: Pick<SessionState, 'session' | 'networks' | 'accounts'>
  /** Goes to a network, asking the wallet where it must. */
  readonly goTo: (networkId: NetworkId) => Promise<void>
}

/** What reads a chain, and nothing that only a wallet can do. */
const reads = /^(?!eth_sign|eth_sendTransaction)(?:eth|net|web3)_/

/**
 * Answers what a provider is asked: what is known of the session at once; by the wallet, once, what the session grants; by the network's own nodes
 * what only reads.
 *
 * @throws errors with the numbers of EIP-1193, whose `cause` is the kit's own
 */
function createAnswering(session: ProviderSession): Eip1193Provider['request'] {
  const { state, channel } = session
  const read = createReader(session)
  const answer: Eip1193Provider['request'] = async ({ method, params = [] }) => {
    const networkId = state.networks.eip155
    if (!networkId) throw new ChainDisconnectedError()
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return state.accounts.flatMap(({ namespace, address }) => (namespace === 'eip155' ? address : []))
      case 'eth_chainId':
        return hexIdOf(networkId)
      case 'wallet_switchEthereumChain': {
        const value: unknown = Reflect.get(Object(Reflect.get(params, 0)), 'chainId')
        const wanted = chainIn({ value, chainId: 'eip155:' })
        if (!wanted) throw new UnrecognizedChainError({ context: { method } })
        await session.goTo(wanted)
        return null
      }
      case 'wallet_getCapabilities': {
        const known = capabilitiesIn({ session: state.session, params })
        if (known) return known
      }
    }
    if (channel.takes({ networkId, method })) return channel.request({ networkId, method, params })
    if (!reads.test(method)) throw new UnsupportedMethodError({ context: { method } })
    return read(networkId, { method, params: Array.isArray(params) ? params : { ...params } })
  }
  return async (args) => {
    try {
      return await answer(args)
    } catch (cause) {
      throw providerError(cause)
    }
  }
}

/** An object, or the text of one in JSON, as wallets write either. */
const Properties: v.GenericSchema<unknown, Readonly<Record<string, unknown>>> = v.union([
  v.record(v.string(), v.unknown()),
  v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
])
const propertiesIn = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  const { success, output } = v.safeParse(Properties, value)
  return success ? output : undefined
}

/**
 * What a wallet said it can do, when it settled (EIP-5792): for an address in the session's `capabilities`, and for a chain in the scoped
 * properties, where an entry for the account takes the place of what holds for all.
 *
 * @param parameters.params - of `wallet_getCapabilities`: an address, and the chains where not all are meant
 * @returns by chain in hex; undefined where it said nothing of that, so that it must be asked
 */
export function capabilitiesIn({
  session: { sessionProperties, scopedProperties = {} },
  params,
}: {
  readonly session: SessionProperties
  readonly params: unknown
}): Readonly<Record<string, unknown>> | undefined {
  const { success, output } = v.safeParse(v.looseTuple([v.string()]), params)
  if (!success) return undefined
  const [address, asked] = output
  const isAddress = (text: string) => text.toLowerCase().endsWith(address.toLowerCase())
  const ofAddress = Object.entries(propertiesIn(sessionProperties?.capabilities) ?? {}).find(([key]) => isAddress(key))
  const known = new Map(Object.entries(propertiesIn(ofAddress?.[1]) ?? {}).map(([key, each]) => [hexIn(key), each]))
  for (const [scope, value] of Object.entries(scopedProperties)) {
    const all = Object.entries(propertiesIn(value) ?? {})
    const ofAccount = propertiesIn(all.find(([key]) => isAccountId(key) && isAddress(key))?.[1])
    const scoped = ofAccount ?? Object.fromEntries(all.filter(([key]) => !isAccountId(key)))
    const chain = scope.startsWith('eip155:') ? hexIn(scope) : undefined
    if (chain && Object.keys(scoped).length > 0) known.set(chain, { ...propertiesIn(known.get(chain)), ...scoped })
  }
  const wanted = Array.isArray(asked) ? new Set(asked.map(hexIn)) : undefined
  const found = [...known].filter(([chain]) => chain !== undefined && (wanted?.has(chain) ?? true))
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** A chain's id in hex, however it is written. `0x0` stands for all chains. */
function hexIn(value: unknown): string | undefined {
  if (value === '0x0') return value
  const networkId = chainIn({ value, chainId: 'eip155:' })
  return networkId?.startsWith('eip155:') ? hexIdOf(networkId) : undefined
}

/**
 * A wallet at the other end of a session, as a provider of EIP-1193. What answers is loaded with the first request.
 *
 * @param session.listen - for what becomes of the session
 */
export function createEip1193({
  listen,
  ...session
}: ProviderSession & Pick<LiveConnection, 'listen'>): Eip1193Provider {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  listen((event) => {
    if (event.type === 'disconnected' || event.type === 'replaced')
      emit('disconnect', Object.assign(new Error('The session has ended.'), { code: 4900 }))
    if (!('family' in event) || event.family !== 'eip155') return
    if (event.type === 'networkChanged') emit('chainChanged', hexIdOf(event.networkId))
    if (event.type === 'accountsChanged')
      emit(
        'accountsChanged',
        event.accounts.map(({ address }) => address),
      )
  })
  return {
    request: createAnswering(session),
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}

interface ReaderParameters {
  readonly host: Pick<ConnectorHost, 'networks' | 'rpc' | 'clock'>
  /** Where a host has a network read, by CAIP-2. */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
}

/** Asks a network's own nodes. @throws ChainDisconnectedError where the network has none */
type Reader = (networkId: NetworkId, request: RpcRequest) => Promise<unknown>

function createReader({ host: { networks, rpc, clock }, rpcMap }: ReaderParameters): Reader {
  const transports = new Map<NetworkId, RpcTransport>()
  return async (networkId, request) => {
    const network = networks().find(({ caipNetworkId }) => caipNetworkId === networkId)
    const own = rpcMap?.[networkId]
    const urls = own !== undefined ? [own] : network ? rpcUrlsFor({ network, ...rpc }) : []
    let transport = transports.get(networkId)
    if (!transport) {
      const [first, ...others] = urls.map((url) => httpTransport({ url, clock }))
      if (!first) throw new ChainDisconnectedError({ context: { networkId } })
      const all: NonEmpty<RpcTransport> = [first, ...others]
      transport = fallbackTransport({ transports: all, clock })
      transports.set(networkId, transport)
    }
    return transport.request(request)
  }
}

/** The numbers of EIP-1193, and of EIP-3085, by the kit's codes. */
const numbers: Readonly<Record<string, number>> = {
  user_rejected: 4001,
  unauthorized: 4100,
  unsupported_method: 4200,
  provider_disconnected: 4900,
  chain_disconnected: 4901,
  unrecognized_chain: 4902,
  chain_not_supported: 4902,
}
/** JSON-RPC: an internal error, which is any other. */
const anyOther = -32603

/** An error as EIP-1193 has it, with a number; the kit's own is its `cause`. */
export function providerError(cause: unknown): Error & { readonly code: number; readonly data: unknown } {
  const { message, name } = cause instanceof Error ? cause : new Error('The request failed.')
  const rpc = cause instanceof JsonRpcError ? cause : undefined
  const code = rpc?.rpcCode ?? (cause instanceof FoyerError ? numbers[cause.code] : undefined) ?? anyOther
  return Object.assign(new Error(message, { cause }), { name, code, data: rpc?.rpcData })
}
