import type { ChannelRequestParameters, ConnectorHost, NetworkId, RequestChannel } from '@foyer/core'
import { asRejection, MethodNotAllowedError } from '../errors.js'
import { payloadOf } from '../protocol/envelope.js'
import { isSafe, needsApproval } from '../protocol/rpc.js'
import type { Approvals } from './approvals.js'
import { toChainId } from './chains.js'
import type { LoginKit } from './loginKit.js'

export interface ChannelParameters extends Pick<LoginKit, 'frame' | 'records' | 'goTo'> {
  readonly host: Pick<ConnectorHost, 'showRefusal' | 'report'>
  readonly approvals: Approvals
  /** Makes a network the connection's. */
  readonly choose: (networkId: NetworkId, signal?: AbortSignal | undefined) => Promise<void>
}

/** Carries the requests of the families' providers to the wallet's page: those that it knows, and no others [S5.29]. */
export function createChannel(parameters: ChannelParameters): RequestChannel {
  const turn = inTurn()
  return {
    encoding: 'base58',
    takes: ({ method }) => isKnown(method),
    refuses: true,
    batches: 'asOne',
    request: (request) => ask({ ...parameters, turn }, request),
    goTo: parameters.choose,
  }
}

const isKnown = (method: string): boolean => isSafe(method) || needsApproval(method)

type Turn = ReturnType<typeof inTurn>

async function ask(
  { host, frame, records, approvals, goTo, turn }: ChannelParameters & { readonly turn: Turn },
  { networkId, method, params, signal }: ChannelRequestParameters,
): Promise<unknown> {
  if (method === 'eth_chainId') return toChainId(records.lastChain() ?? networkId) // [S4.30]
  if (!isKnown(method)) {
    const error = new MethodNotAllowedError({ method })
    host.showRefusal?.('error.actionNotAllowed') // [S4.33 S6.6]
    host.report(error)
    approvals.reject()
    throw error
  }
  const request = payloadOf('RPC_REQUEST', { method, params })
  const post = async (ended: AbortSignal | undefined) => {
    const { answer } = await turn(async () => {
      await goTo(networkId, ended)
      return { answer: frame.request('RPC_REQUEST', request, ended) }
    })
    return answer
  }
  try {
    return await (needsApproval(method) ? approvals.ask(post, signal) : post(signal))
  } catch (cause) {
    if (method === 'wallet_getCapabilities') return {} // a wallet that can't say has none
    throw asRejection(cause)
  }
}

/** Runs one after the other, whatever becomes of the one before. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const own = last.then(work, work)
    last = own.catch(() => undefined) // its caller has it
    return own
  }
}
