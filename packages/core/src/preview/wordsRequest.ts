import type { TokenBalance } from '../connector/family.js'
import type { FoyerContext } from '../context.js'
import type { Network } from '../networks/network.js'
import { rpcUrlsFor } from '../networks/networkUrls.js'
import { connectionOf } from '../state/selectors.js'
import type { SimulationReply } from '../wire/simulation.js'
import type { DescribedRequest, NodeReads, Outside, WalletNetwork, WalletRequest } from '../words/reader.js'

/** Nothing is read by now. */
export const readsOf = (onLate: () => void): NodeReads => ({ answers: new Map(), unread: new Map(), onLate })

/** A wallet's request with what the kit knows around it. */
export function wordsRequest({
  context: { store, clock, adapterHost },
  address,
  request,
  network,
  tokens,
  outside,
  onLate,
}: {
  readonly context: Pick<FoyerContext, 'store' | 'clock' | 'adapterHost'>
  readonly address: string
  readonly request: WalletRequest
  readonly network: Network
  /** The account's tokens: those that are listed are known by name. */
  readonly tokens: readonly TokenBalance[]
  readonly outside: Outside
  /** Called with an answer of a node that was no longer waited for. */
  readonly onLate: () => void
}): DescribedRequest {
  // What is merely held may call itself as a listed one is called.
  const known = tokens.flatMap(({ address, symbol, decimals, name, isUnlisted }) =>
    address === undefined || isUnlisted ? [] : [{ address, symbol, decimals, name }],
  )
  const described = (each: Network): WalletNetwork => {
    const { caipNetworkId: chainId, name, nativeCurrency } = each
    const { symbol, decimals } = nativeCurrency
    const [nodeUrl = ''] = rpcUrlsFor({ network: each, ...adapterHost.rpc })
    const rpcUrl = (each === network ? request.ledgerUrl : undefined) ?? nodeUrl
    const currency = { symbol, decimals }
    return { chainId, name, currency, rpcUrl, tokens: each === network ? known : [], reads: readsOf(onLate) }
  }
  const connection = connectionOf(store.getState().connection, network.chainNamespace)
  return {
    ...request,
    network: described(network),
    account: address,
    others: connection?.accounts.filter(
      (each) => each.namespace === network.chainNamespace && each.address !== address,
    ),
    networkOf(chainId) {
      const other = store.getState().networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
      return other && described(other)
    },
    peerUrl: globalThis.location?.origin ?? '',
    now: BigInt(Math.floor(clock.now() / 1_000)),
    outside,
  }
}

/** A request with what a simulation came to, by which tokens of the operator's list are known by name too, and the contracts that the operator knows. */
export function withReply(request: DescribedRequest, reply: SimulationReply): DescribedRequest {
  const seen = reply.status === 'known' ? [...reply.changes, ...reply.allowances] : []
  const listed = seen.flatMap((each) =>
    each.kind === 'token' && each.isListed && each.symbol !== undefined && each.decimals !== undefined
      ? [{ address: each.contract, symbol: each.symbol, decimals: each.decimals }]
      : [],
  )
  const { network, outside } = request
  return {
    ...request,
    network: {
      ...network,
      tokens: [...network.tokens, ...listed],
      contracts: reply.status === 'known' ? reply.names : [],
    },
    outside: { ...outside, simulate: async () => reply },
  }
}
