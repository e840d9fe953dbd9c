import type {
  ConnectorHost,
  Family,
  GoToRequest,
  LiveConnection,
  Network,
  NetworkId,
  PeerWallet,
  RequestChannel,
  WalletEvent,
} from '@foyer/core'
import { ChainNotSupportedError, WalletAnswerError } from '@foyer/core/errors'
import type { SessionEvent } from '../dapp/client.js'
import type { SessionClient } from '../dapp/createSessionClient.js'
import type { DappSession } from '../engine/engine.js'
import { requestedOn } from '../protocol/namespaces.js'
import type { PeerMetadata } from '../protocol/schemas.js'
import { createListeners } from '../waiting/listeners.js'
import { knownFamilyOf, otherIdOf } from './chains.js'
import { createSessionState, type SessionState } from './sessionState.js'

export interface LiveSessionParameters {
  readonly host: Pick<ConnectorHost, 'networks' | 'adapterOf' | 'rpc' | 'report' | 'clock'>
  readonly dapp: Pick<SessionClient, 'request' | 'disconnect'>
  /** Called for each request that the wallet can see by now. */
  readonly sent: (request: SentRequest) => void
  /** The addresses by which a host has a network read, by CAIP-2. */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
  /** Whether pages learn of its end from each other. Else they would take it for the wallet's: then it stays at its wallet once it is replaced. */
  readonly isShared: boolean
  readonly session: DappSession
}

/** A request that the wallet can see by now. */
export interface SentRequest {
  readonly session: DappSession
  readonly method: string
  readonly requestId: string
}

/** A session as a kit uses it: one, for all connections that a page makes of it. */
export interface LiveSession {
  /** Takes over an event of this session [S4.19]. */
  receive(event: SessionEvent): void
  /**
   * The session as it is now.
   *
   * @param network - where the kit would like to be
   * @param wished - the same of each family
   * @throws WalletAnswerError where there is no account of a family that the kit knows
   */
  connection(network: Network | undefined, wished?: Wished): LiveConnection
}

/** Returns the network on which the kit would like to be in a family. */
export type Wished = (family: Family) => Network | undefined

export function createLiveSession(parameters: LiveSessionParameters): LiveSession {
  const { host, dapp, isShared, session } = parameters
  const { topic, peer } = session
  const { subscribe: listen, emit } = createListeners<WalletEvent>(host.report)
  const state = createSessionState({ host, session, emit })
  const channel = createChannel({ ...parameters, state })
  return {
    receive: state.receive,
    connection(network, wished = () => undefined) {
      state.place((family) => (network?.chainNamespace === family ? network : wished(family))?.caipNetworkId)
      const accountsNow = (): LiveConnection['accounts'] | undefined => {
        const [account, ...others] = state.accounts
        return account && [account, ...others]
      }
      const first = accountsNow()
      if (!first) throw new WalletAnswerError({ method: 'connect', expected: 'a known account' })
      return {
        // As they are whenever they are read: providers are made of a connection some time after it was agreed to.
        get accounts() {
          return accountsNow() ?? first
        },
        get networks() {
          return state.networks
        },
        get approvedNetworks() {
          return state.approved()
        },
        providers: {},
        wallet: peerWallet(peer),
        channel,
        listen,
        switchNetwork: ({ network: { caipNetworkId }, signal, asked }) => channel.goTo(caipNetworkId, signal, asked),
        disconnect: () => dapp.disconnect({ topic }),
        release: isShared ? () => dapp.disconnect({ topic, why: 'replaced' }) : undefined,
      }
    },
  }
}

interface SessionChannel extends RequestChannel {
  goTo(
    networkId: NetworkId,
    signal?: AbortSignal | undefined,
    asked?: Parameters<LiveConnection['switchNetwork']>[0]['asked'],
  ): Promise<void>
}

/**
 * Creates the channel by which the family's provider asks the wallet: what the session grants, on the network that it
 * is asked for.
 */
function createChannel({
  host,
  dapp,
  sent,
  rpcMap,
  session: { topic },
  state,
}: LiveSessionParameters & { readonly state: SessionState }): SessionChannel {
  const channel: SessionChannel = {
    takes: ({ networkId: chainId, method }) =>
      requestedOn({ namespaces: state.session.namespaces, chainId, otherId: otherIdOf(chainId, host), method }) !==
      undefined,
    request: ({ networkId, method, params, signal }) =>
      dapp.request({
        topic,
        chainId: networkId,
        otherId: otherIdOf(networkId, host),
        method,
        params,
        signal,
        sent: (requestId) => sent({ session: state.session, method, requestId }),
      }),
    properties: () => state.session,
    rpcUrl: (networkId) => rpcMap?.[networkId],
    async goTo(networkId, signal, asked) {
      if (!state.isApproved(networkId)) await leaveApproved({ state, channel, host, networkId, signal, asked })
      state.arrive(networkId)
    },
  }
  return channel
}

/** Goes to a network that wasn't approved, as its family asks for it. @throws ChainNotSupportedError */
async function leaveApproved({
  state,
  networkId,
  ...request
}: Pick<GoToRequest, 'channel' | 'signal' | 'asked'> & {
  readonly host: LiveSessionParameters['host']
  readonly state: SessionState
  readonly networkId: NetworkId
}): Promise<void> {
  const family = knownFamilyOf(networkId)
  const goTo = family && request.host.adapterOf?.(family)?.goTo
  const from = family && state.grantedOf(family)
  const isThere = () => state.isApproved(networkId) || Object.values(state.networks).includes(networkId)
  if (goTo && from) await goTo({ ...request, from, to: networkId, isThere })
  // A family without a request for it goes only where its wallet takes any.
  else if (goTo || state.approved()) throw new ChainNotSupportedError({ networkId })
}

/** Letters of a name that are shown. */
const longestName = 64

/**
 * Returns the part of a wallet's word on itself that is shown: a name without anything that isn't seen or turns the text around it [W12], and a picture that
 * an `img` may show: over TLS, or of this machine, as while a wallet is developed.
 *
 * @returns undefined for one without a name
 */
export function peerWallet({ name, icons }: Pick<PeerMetadata, 'name' | 'icons'>): PeerWallet | undefined {
  const shown = [...name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, longestName).join('')
  const icon = icons.find((each) => /^(https:\/\/|http:\/\/([\w-]+\.)*localhost[:/]|data:image\/)/.test(each))
  return shown === '' ? undefined : { name: shown, ...(icon !== undefined && { icon }) }
}
