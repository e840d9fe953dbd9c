import { boundedText } from '@foyer/core/boundedText'
import * as v from 'valibot'
import { kindOf } from '../addresses/address.js'

/** What a network is asked by name, as JSON-RPC has it. */
interface NodeCall {
  readonly method: string
  readonly params?: unknown
}

const Address = v.tuple([
  v.pipe(
    v.string(),
    v.check((said) => kindOf(said) !== undefined),
  ),
])
const Level = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xff_ff_ff_ff))
const Nothing = v.optional(v.tuple([]))

const way = <T>(schema: v.GenericSchema<unknown, T>, of: (params: T) => string) => {
  return (params: unknown): string | undefined => {
    const { success, output } = v.safeParse(schema, params)
    return success ? `/chains/main/blocks/${of(output)}` : undefined
  }
}

/** The methods by which the kit and the operator's server know a node's paths. Manager operations stand in a block's fourth list. */
const ways: Readonly<Record<string, (params: unknown) => string | undefined>> = {
  octez_balance: way(Address, ([address]) => `head/context/contracts/${address}/balance`),
  octez_constants: way(Nothing, () => 'head/context/constants'),
  octez_header: way(Nothing, () => 'head/header'),
  octez_managerKey: way(Address, ([address]) => `head/context/contracts/${address}/manager_key`),
  octez_operation: way(v.tuple([Level, Level]), ([level, index]) => `${level}/operations/3/${index}`),
  octez_operationHashes: way(v.tuple([Level]), ([level]) => `${level}/operation_hashes/3`),
}

/** A call as a path below a node's own address. @returns undefined for an unknown method, and for parameters that it doesn't take */
export const nodePath = ({ method, params }: NodeCall): string | undefined =>
  Object.hasOwn(ways, method) ? ways[method]?.(params) : undefined

/** Reads what a node answered. @returns undefined for what is no answer of a node's */
export function nodeResult({
  status,
  text,
}: {
  readonly status: number
  readonly text: string
}): { readonly result: unknown } | undefined {
  if (status !== 200) return undefined
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  return success ? { result: output } : undefined
}

/** JSON-RPC's number for parameters that fit no method. */
const unfit = -32602

/** The hashes of a full block have some hundred thousand letters; what is longer is no answer. */
const longestAnswer = 2_000_000

/**
 * Has a node answer JSON-RPC: reads by paths what is posted there, and writes its answer as one of JSON-RPC. What is no answer of a node's comes back as it is.
 * @param url - the node's own address
 */
export const nodeFetch =
  (url: string): typeof fetch =>
  async (_, init = {}) => {
    const { id, ...call } = JSON.parse(String(init.body))
    const path = nodePath(call)
    const error = { code: unfit, message: `The node has no such path: ${call.method}.` }
    if (path === undefined) return Response.json({ jsonrpc: '2.0', id, error })
    const answer = await fetch(url.replace(/\/+$/, '') + path, { signal: init.signal ?? null, credentials: 'omit' })
    const { status, headers } = answer
    const text = (await boundedText({ answer, mostBytes: longestAnswer })) ?? ''
    const said = nodeResult({ status, text })
    return said ? Response.json({ jsonrpc: '2.0', id, ...said }) : new Response(text, { status, headers })
  }
