import { postRpc, rpcOutcome } from '@foyer/core/postRpc'
import type { WalletNetwork } from '@foyer/core/words'
import { isOfNode, isSafe, needsApproval, type RpcRequest } from '@foyer/embedded/protocol'
import type { Approvals } from '../approval/approvals.js'
import { WalletError } from '../errors.js'
import type { SponsoringParameters } from '../login/createSponsoring.js'
import type { Sign } from '../login/sign.js'
import type { CookiePage } from '../servers/pageCookie.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import { RpcFailure } from './answering.js'
import { networkOf } from './networks.js'

export interface RpcParameters {
  readonly networks: readonly WalletNetwork[]
  readonly chainId: () => string
  /** The visitor's address on a chain, or in a family. @throws WalletError where nobody is logged in, or where the wallet has none there */
  readonly addressOn: (chain: string) => string
  readonly site: string
  readonly approvals: Approvals
  readonly sign: Sign
  /** The servers that are asked whether others pay, and in which session; left out where they never do. */
  readonly asking?: Pick<SponsoringParameters, 'servers' | 'session' | 'projectId'> | undefined
  readonly store: Pick<DeviceStore, 'get' | 'set' | 'isKept' | 'refresh'>
  /** Whether what stays after an answer can be seen: an application of another's kit hides the page with it. */
  readonly isSeen: () => boolean
  readonly fetch: typeof globalThis.fetch
  /** Where batches are kept for a frame that the browser keeps nothing for. */
  readonly page: CookiePage
}

export const notThere = (sentence: 'error.method' | 'error.network', rpcCode = 4200) =>
  new WalletError({ sentence, rpcCode })

/** Answers a request of JSON-RPC: what is safe goes to the network, what signs to the visitor, and all else is refused [S6.3 S6.4]. */
export function createRpc(parameters: RpcParameters): (request: RpcRequest, signal: AbortSignal) => Promise<unknown> {
  const { chainId, addressOn } = parameters
  // The code that reads, describes and signs requests comes with the first of them; a request meanwhile waits behind it, in order.
  let reading: Promise<typeof import('./approved.js')> | undefined
  const read = () => {
    reading ??= import('./approved.js').catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
  return async (request, signal) => {
    const { method } = request
    if (method === 'eth_accounts') return [addressOn('eip155')]
    if (method === 'eth_chainId') return `0x${evmNumber(chainId()).toString(16)}`
    if (method === 'wallet_getAssets') return (await read()).readAssets({ ...parameters, request })
    if (!isSafe(method) && !needsApproval(method)) throw notThere('error.method')
    if (isOfNode(method)) return askNode({ ...parameters, request })
    // A request that needs no visitor is the family's to answer too.
    const { approved } = await read()
    return approved({ ...parameters, request, signal })
  }
}

function evmNumber(chainId: string): bigint {
  const [family, reference = ''] = chainId.split(':')
  if (family !== 'eip155') throw notThere('error.network', 4901)
  return BigInt(reference)
}

/** Of what a node says, which a page is given. */
const longestMessage = 10_000

/** Asks a network's node, under this page's own origin, once. */
export async function askNode({
  networks,
  chainId,
  request: { method, params },
  fetch,
  waitMs = 20_000,
}: Pick<RpcParameters, 'networks' | 'chainId' | 'fetch'> & {
  readonly request: Pick<RpcRequest, 'params'> & { readonly method: string }
  readonly waitMs?: number | undefined
}): Promise<unknown> {
  evmNumber(chainId())
  const { rpcUrl: url } = networkOf(networks, chainId())
  const asked = { url, method, params: params ?? [], signal: AbortSignal.timeout(waitMs) }
  const answer = await postRpc({ ...asked, fetch: (at, init) => fetch(at, { ...init, credentials: 'omit' }) })
    .then((response) => response.json())
    .catch((cause: unknown) => {
      throw new WalletError({ sentence: 'error.node', rpcCode: -32_603, cause })
    })
  const { error, result } = rpcOutcome(answer)
  if (error) throw new RpcFailure({ ...error, message: error.message.slice(0, longestMessage) })
  if (result === undefined) throw new WalletError({ sentence: 'error.node', rpcCode: -32_603 })
  return result
}

/** So long a login waits for the code at its address, in milliseconds. */
const codeMs = 2_000

/** Returns what reads the code at an address on a chain, where its node answers soon. */
export const codeReader =
  (from: Pick<RpcParameters, 'networks' | 'fetch'>) =>
  (address: string, chainId: string): Promise<unknown> => {
    const request = { method: 'eth_getCode', params: [address, 'latest'] }
    return askNode({ ...from, chainId: () => chainId, request, waitMs: codeMs })
  }
