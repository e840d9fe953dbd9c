import { boundedText } from '@foyer/core/boundedText'
import * as v from 'valibot'

/** What a network is asked by name, as JSON-RPC has it. */
interface GatewayCall {
  readonly method: string
  readonly params?: unknown
}

/** A request of a gateway: no node of the family has JSON-RPC, all answer by paths. */
export interface GatewayRequest {
  /** Below the gateway's own address, beginning with `/`. */
  readonly path: string
  /** What is posted, as JSON; left out for what is read. */
  readonly body?: string | undefined
}

/** A gateway's answer, as JSON-RPC has it. */
export type GatewayOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }

const Address = v.tuple([v.pipe(v.string(), v.regex(/^erd1[02-9ac-hj-np-z]{58}$/))])
const Hash = v.tuple([v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))])
const Shard = v.tuple([v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xff_ff_ff_ff))])
const Nothing = v.optional(v.tuple([]))
const Transaction = v.tuple([v.record(v.string(), v.unknown())])

const way = <T>(
  schema: v.GenericSchema<unknown, T>,
  of: (params: T) => GatewayRequest,
): ((params: unknown) => GatewayRequest | undefined) => {
  return (params) => {
    const { success, output } = v.safeParse(schema, params)
    return success ? of(output) : undefined
  }
}

/** The methods by which the kit and the operator's server know a gateway's paths. */
const ways: Readonly<Record<string, (params: unknown) => GatewayRequest | undefined>> = {
  mvx_getAccount: way(Address, ([address]) => ({ path: `/address/${address}` })),
  mvx_getGuardianData: way(Address, ([address]) => ({ path: `/address/${address}/guardian-data` })),
  mvx_getNetworkConfig: way(Nothing, () => ({ path: '/network/config' })),
  mvx_getNetworkStatus: way(Shard, ([shard]) => ({ path: `/network/status/${shard}` })),
  mvx_getTransaction: way(Hash, ([hash]) => ({ path: `/transaction/${hash}` })),
  mvx_getTransactionStatus: way(Hash, ([hash]) => ({ path: `/transaction/${hash}/process-status` })),
  mvx_sendTransaction: way(Transaction, ([plain]) => ({ path: '/transaction/send', body: JSON.stringify(plain) })),
}

/** A call as a request of a gateway. @returns undefined for an unknown method, and for parameters that it doesn't take */
export const gatewayRequest = ({ method, params }: GatewayCall): GatewayRequest | undefined =>
  Object.hasOwn(ways, method) ? ways[method]?.(params) : undefined

const Answer = v.union([
  v.object({ code: v.literal('successful'), data: v.unknown() }),
  v.object({ code: v.string(), error: v.pipe(v.string(), v.minLength(1)) }),
])

/** Reads what a gateway answered, whatever its status. @returns undefined for what is no answer of a gateway's */
export function gatewayOutcome(answer: unknown): GatewayOutcome | undefined {
  const { success, output } = v.safeParse(Answer, answer)
  if (!success) return undefined
  if ('data' in output) return { result: output.data }
  return { error: { code: refused, message: output.error.slice(0, 500) } }
}

/** JSON-RPC's numbers: for a server's own refusal, and for parameters that fit no method. */
const [refused, unfit] = [-32000, -32602]

/** What is asked of a gateway is answered in a few hundred bytes; what is longer is no answer. */
const longestAnswer = 262_144

/**
 * Has a gateway answer JSON-RPC: posts what is read there by paths, and writes its answer as one of JSON-RPC. What is no answer of a gateway's comes back as it is.
 * @param url - the gateway's own address
 */
export const gatewayFetch =
  (url: string): typeof fetch =>
  async (_, init = {}) => {
    const { id, ...call } = JSON.parse(String(init.body))
    const written = (outcome: GatewayOutcome) => Response.json({ jsonrpc: '2.0', id, ...outcome })
    const asked = gatewayRequest(call)
    if (!asked) return written({ error: { code: unfit, message: `The gateway has no such request: ${call.method}.` } })
    const { body } = asked
    const answer = await fetch(url.replace(/\/+$/, '') + asked.path, {
      ...{ signal: init.signal ?? null, credentials: 'omit', method: body === undefined ? 'GET' : 'POST' },
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    })
    const text = (await boundedText({ answer, mostBytes: longestAnswer })) ?? ''
    const outcome = gatewayOutcome(jsonIn(text))
    return outcome ? written(outcome) : new Response(text, { status: answer.status, headers: answer.headers })
  }

/** @returns undefined for what isn't JSON, such as a proxy's page */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
