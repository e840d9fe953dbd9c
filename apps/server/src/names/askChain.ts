import type { Hex } from '@foyer/core/chain'
import { GatewayReply } from '@foyer/core/wire'
import * as v from 'valibot'
import { type Client, createClient, custom } from 'viem'
import type { Chain, RpcOutcome } from '../chains/chains.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import { upTo } from '../chains/upTo.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { LookupTooLargeError, lookupBudget, mostGateways } from './lookupBudget.js'

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
 * Runs a reading action of viem's over one of the server's own networks: the nodes' fail-over and time limits are those of `chains`,
 * and nothing is tried twice. viem takes a node that doesn't answer for a contract that refuses, and a gateway that is away for an
 * answer of nothing; here they stay apart.
 * @param request.safeFetch - for contracts that send those who ask on to gateways (ERC-3668)
 * @throws {@link ChainUnavailableError} · {@link GatewaysSilentError} · {@link LookupTooLargeError} · the signal's reason · what `ask` throws
 */
export async function askChain<Answer>(request: {
  chain: Chain
  safeFetch: SafeFetch
  signal: AbortSignal
  ask: (client: Client) => Promise<Answer | null>
}): Promise<Answer | null> {
  const { chain, safeFetch, signal, ask } = request
  const ending = new AbortController()
  let silence: GatewaysSilentError | null = null
  /** Ends the reading: viem hands on an error of this name as it is, and wraps any other once for each round, with all that was asked before. */
  const over = (error: unknown): DOMException => {
    ending.abort(error)
    return new DOMException('The reading is over.', 'AbortError')
  }
  const budget = lookupBudget()
  const provider = {
    async request(call: { method: string; params?: readonly unknown[] | undefined }): Promise<unknown> {
      try {
        const [outcome] = await chain.request({ calls: [call], signal, count: upTo(longestAnswer) })
        return resultOf(outcome)
      } catch (error) {
        if (signal.aborted) throw over(signal.reason)
        if (error instanceof UpstreamError && error.code === 'too_large') throw over(new LookupTooLargeError())
        if (error instanceof UpstreamError || (error instanceof NodeAnswerError && isNodesOwn(error))) {
          throw over(new ChainUnavailableError({ chainId: chain.id, cause: error }))
        }
        if (!(error instanceof NodeAnswerError)) throw error
        try {
          budget.spend(error.data)
        } catch (excess) {
          throw over(excess)
        }
        throw error
      }
    },
  }
  const client = createClient({
    transport: custom(provider, { retryCount: 0 }),
    ccipRead: {
      request: (question) =>
        askGateways({ ...question, safeFetch, signal }).catch((error: unknown) => {
          if (signal.aborted) throw over(signal.reason)
          if (error instanceof GatewaysSilentError && !error.isRefusal) silence = error
          throw error
        }),
    },
  })
  const settled = await ask(client).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  )
  signal.throwIfAborted()
  ending.signal.throwIfAborted()
  if ('error' in settled) throw settled.error
  if (settled.answer === null && silence !== null) throw silence
  return settled.answer
}

/** An answer of a node's about a name is a record or a question; each byte is two letters. */
const longestAnswer = 512 * 1024

function resultOf(outcome: RpcOutcome | undefined): unknown {
  if (outcome === undefined) throw new Error('A network gave no outcome.')
  if ('error' in outcome) throw new NodeAnswerError(outcome.error)
  return outcome.result
}

/** Errors about the node and not about the call: method unknown, overloaded, broken. @see JSON-RPC 2.0, EIP-1474 */
function isNodesOwn({ code, data }: NodeAnswerError): boolean {
  return data === undefined && [-32700, -32603, -32601, -32005, -32002].includes(code)
}

/** Answers are records of names, not files. */
const maxBytes = 256 * 1024

/** None of the gateways that a contract names gave an answer. The message holds none of their addresses. */
export class GatewaysSilentError extends Error {
  override readonly name = 'GatewaysSilentError'
  /** whether the last one refused the request, as gateways do for an unregistered name (ERC-3668, 4xx) */
  readonly isRefusal: boolean
  constructor({ cause }: { cause: unknown }) {
    super("None of the contract's gateways gave an answer.", { cause })
    const status = cause instanceof SafeFetchError ? (cause.status ?? 0) : 0
    this.isRefusal = status >= 400 && status < 500 && status !== 429
  }
}

interface AskGateways {
  readonly sender: string
  readonly data: string
  readonly urls: readonly string[]
  readonly safeFetch: SafeFetch
  readonly signal: AbortSignal
}

/**
 * Asks the gateways that a contract names, one after the other. Their URLs are untrusted, so they are only
 * ever fetched by way of `safeFetch`.
 * @throws {@link GatewaysSilentError} · the signal's reason
 * @see ERC-3668
 */
async function askGateways({ urls, ...asked }: AskGateways): Promise<Hex> {
  let last: unknown = null
  for (const url of urls.slice(0, mostGateways)) {
    try {
      return await askGateway({ ...asked, url })
    } catch (cause) {
      asked.signal.throwIfAborted()
      if (!(cause instanceof SafeFetchError || cause instanceof v.ValiError)) throw cause
      last = cause
    }
  }
  throw new GatewaysSilentError({ cause: last })
}

async function askGateway(request: Omit<AskGateways, 'urls'> & { url: string }): Promise<Hex> {
  const { safeFetch, signal, url, sender, data } = request
  const isGet = url.includes('{data}')
  const { bytes } = await safeFetch({
    url: url.replace('{sender}', sender.toLowerCase()).replace('{data}', data),
    accept: ['application/json', 'text/json', 'text/plain'],
    maxBytes,
    signal,
    ...(!isGet && { body: JSON.stringify({ data, sender }) }),
  })
  const text = new TextDecoder().decode(bytes)
  return v.parse(v.pipe(v.string(), v.parseJson(), GatewayReply), text).data
}
