import { type Client, createClient, custom } from 'viem'
import type { Chain, RpcOutcome } from '../chains/chains.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import { ChainUnavailableError } from '../errors/refusals.js'
import type { CcipRequest } from './ccipRequest.js'

export interface AskChain<Answer> {
  chain: Chain
  signal: AbortSignal
  /** how contracts that answer from elsewhere are followed there; without it they aren't */
  ccipRequest?: CcipRequest | undefined
  ask: (client: Client) => Promise<Answer>
}

/** A node's error in viem's shape: a contract's error is in `data`. */
class NodeAnswerError extends Error {
  override readonly name = 'NodeAnswerError'
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/**
 * Runs viem's actions over one of the server's own networks: the nodes' fail-over and time limits are those of `chains`,
 * and nothing is tried twice. viem takes a node that doesn't answer for a contract that refuses; here the two stay apart.
 * @throws {@link ChainUnavailableError} · the signal's reason · what `ask` throws
 */
export async function askChain<Answer>({ chain, signal, ccipRequest, ask }: AskChain<Answer>): Promise<Answer> {
  let failure: unknown = null
  const provider = {
    async request({ method, params }: { method: string; params?: readonly unknown[] | undefined }): Promise<unknown> {
      try {
        const [outcome] = await chain.request({ calls: [{ method, params }], signal })
        return resultOf(outcome)
      } catch (error) {
        if (error instanceof UpstreamError || (error instanceof NodeAnswerError && isNodesOwn(error))) failure = error
        throw error
      }
    },
  }
  const client = createClient({
    transport: custom(provider, { retryCount: 0 }),
    ccipRead: ccipRequest === undefined ? false : { request: ccipRequest },
  })
  const settled = await ask(client).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  signal.throwIfAborted()
  if (failure !== null) throw new ChainUnavailableError({ chainId: chain.id, cause: failure })
  if ('error' in settled) throw settled.error
  return settled.answer
}

function resultOf(outcome: RpcOutcome | undefined): unknown {
  if (outcome === undefined) throw new Error('A network gave no outcome.')
  if ('error' in outcome) throw new NodeAnswerError(outcome.error)
  return outcome.result
}

/** Errors about the node and not about the call: method unknown, overloaded, broken. @see JSON-RPC 2.0, EIP-1474 */
function isNodesOwn({ code, data }: NodeAnswerError): boolean {
  return data === undefined && [-32700, -32603, -32601, -32005, -32002].includes(code)
}
