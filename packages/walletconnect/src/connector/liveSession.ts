import {
  type ConnectorHost,
  type LiveConnection,
  type Network,
  type NetworkId,
  onDemand,
  type RequestChannel,
} from '@foyer/core'
import { WalletAnswerError } from '@foyer/core/errors'
import type { DappClient, DappEvent } from '../dapp/dappClient.js'
import type { DappSession } from '../dapp/dappSession.js'
import { familyOf, mayRequest, sessionChainId } from '../protocol/index.js'
import { createEip1193 } from '../provider/createEip1193.js'
import { peerWallet } from './peerWallet.js'
import { createSessionState, type SessionState } from './sessionState.js'

export interface LiveSessionParameters {
  readonly host: Pick<ConnectorHost, 'networks' | 'rpc' | 'clock'>
  readonly dapp: Pick<DappClient, 'request' | 'disconnect'>
  /** Told of each request that the wallet can see by now. */
  readonly sent: (request: { readonly session: DappSession; readonly requestId: string }) => void
  /** Where a host has a network read, by CAIP-2. */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
  readonly session: DappSession
}

/** A session as a kit uses it: one, for all connections that a page makes of it. */
export interface LiveSession {
  /** Takes over what the client tells of this session [S4.19]. */
  hear(event: Exclude<DappEvent, { readonly type: 'status' }>): void
  /**
   * The session as it is now.
   *
   * @param network - where the kit would like to be
   * @throws WalletAnswerError where there is no account of a family that the kit knows
   */
  connection(network: Network | undefined): LiveConnection
}

export function createLiveSession({ host, dapp, sent, rpcMap, session }: LiveSessionParameters): LiveSession {
  const state = createSessionState({ host, session })
  const channel = channelOf({ state, dapp, sent })
  const switching = onDemand({ chunk: 'walletconnect.switch', load: () => import('./switchChain.js') })
  const goTo = async (networkId: NetworkId, signal?: AbortSignal | undefined) => {
    if (familyOf(networkId) === 'eip155' && !state.isApproved(networkId))
      await (await switching()).switchChain({ state, channel, host, networkId, signal })
    state.arrive(networkId)
  }
  const eip155 = createEip1193({
    host,
    channel,
    rpcMap,
    goTo,
    properties: () => state.session,
    networkId: () => state.networkOf('eip155'),
    addresses: () => state.accounts.flatMap(({ namespace, address }) => (namespace === 'eip155' ? address : [])),
  })
  state.listen(eip155.hear)

  return {
    hear(event) {
      switch (event.type) {
        case 'updated':
        case 'extended':
          return state.update(event.session)
        case 'emitted':
          return state.heed(event)
        case 'ended':
          return state.tell({ type: 'disconnected' })
      }
    },
    connection(network) {
      state.place(network?.caipNetworkId)
      const [account, ...others] = state.accounts
      if (!account) throw new WalletAnswerError({ method: 'connect', expected: 'an account of a family that is known' })
      return {
        accounts: [account, ...others],
        networks: state.networks,
        approvedNetworks: state.approved(),
        providers: state.networkOf('eip155') ? { eip155: eip155.provider } : {},
        wallet: peerWallet(session.peer),
        channel,
        listen: state.listen,
        switchNetwork: ({ network: { caipNetworkId }, signal }) => goTo(caipNetworkId, signal),
        disconnect: () => dapp.disconnect({ topic: session.topic }),
      }
    },
  }
}

/** Carries requests over a session, by the ids that its wallet has for networks. */
function channelOf({
  state,
  dapp,
  sent,
}: Pick<LiveSessionParameters, 'dapp' | 'sent'> & { readonly state: SessionState }): RequestChannel {
  const chainOf = (networkId: NetworkId) => sessionChainId({ ...state.session, chainId: networkId })
  return {
    takes: ({ networkId, method }) => mayRequest({ ...state.session, chainId: chainOf(networkId), method }),
    request: ({ networkId, method, params, signal }) =>
      dapp.request({
        topic: state.session.topic,
        chainId: chainOf(networkId),
        method,
        params,
        signal,
        sent(requestId) {
          // What a page asks by itself, as `wallet_getCapabilities`, is no reason to send the visitor away.
          if (!method.startsWith('wallet_get')) sent({ session: state.session, requestId })
        },
      }),
  }
}
