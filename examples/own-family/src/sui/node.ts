import type { AdapterHost, Network } from '@foyer/core'
import { InvalidResponseError } from '@foyer/core/errors'
import { rpcUrlsFor } from '@foyer/core/networks'
import { asText, exchange, readJson } from '@foyer/core/rpc'
import * as v from 'valibot'
import { SuiNodeError } from './errors'

/** Asks a network's node once, and parses what it answers. */
export type AskNode = <T>(request: {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  readonly schema: v.GenericSchema<unknown, T>
  readonly signal?: AbortSignal | undefined
}) => Promise<T>

const Refusal = v.object({ errors: v.pipe(v.array(v.object({ message: v.string() })), v.minLength(1)) })

/**
 * A way to a network's node by Sui's GraphQL. Nodes that speak JSON-RPC need none of this: `createReaders` of `@foyer/core/rpc` is there for them.
 *
 * @throws SuiNodeError for what the node says · InvalidResponseError for an answer of another form · as `exchange`: HttpError, RequestTimeoutError, AbortedError, OfflineError, ServerUnreachableError
 */
export function nodeOf({ host, network }: { readonly host: AdapterHost; readonly network: Network }): AskNode {
  return async ({ query, variables = {}, schema, signal }) => {
    // The host's own addresses (`customRpcUrls`) come first.
    const [url = ''] = rpcUrlsFor({ network, ...host.rpc })
    const text = await exchange({
      url: new URL(url),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
      fetch: (...request) => fetch(...request),
      clock: host.clock,
      signal,
      read: asText,
    })
    const answer = readJson({ text })
    const refusal = v.safeParse(Refusal, answer)
    if (refusal.success) throw new SuiNodeError({ said: refusal.output.errors[0]?.message.slice(0, 200) ?? '' })
    const read = v.safeParse(v.object({ data: schema }), answer)
    if (read.success) return read.output.data
    const [issue] = read.issues
    throw new InvalidResponseError({ field: v.getDotPath(issue) ?? undefined, expected: issue.expected ?? 'known' })
  }
}

/** An amount, as GraphQL writes numbers of any size. */
export const Mist = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform((digits) => BigInt(digits)),
)
