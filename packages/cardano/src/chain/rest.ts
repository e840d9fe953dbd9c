import { hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'

/** A request to Koios, below its own address. */
export interface RestRequest {
  readonly path: string
  /** What is posted, JSON or a transaction's bytes; a read without. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  /** The body's type. */
  readonly type?: string | undefined
}

const Address = v.pipe(v.string(), v.regex(/^addr(_test)?1[02-9ac-hj-np-z]{50,110}$/))
const Hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const Name = v.pipe(v.string(), v.regex(/^[\da-f]{64}#\d{1,5}$/))
const Signed = v.pipe(v.string(), v.maxLength(65_536), v.regex(/^([\da-f]{2})+$/))
const only = (schema: v.GenericSchema<unknown, string>, params: unknown): string =>
  v.parse(v.strictTuple([schema]), params)[0]

const json = (path: string, body: object): RestRequest => ({
  ...{ path, body: JSON.stringify(body), type: 'application/json' },
})

/** @see https://api.koios.rest */
const paths: Readonly<Record<string, (params: unknown) => RestRequest>> = {
  koios_addressInfo: (params) => json('/address_info', { _addresses: [only(Address, params)] }),
  koios_genesis: () => ({ path: '/genesis' }),
  koios_protocolParameters: () => ({ path: '/cli_protocol_params' }),
  koios_sendTransaction: (params) => ({
    path: '/submittx',
    body: Uint8Array.from(hexToBytes(only(Signed, params))),
    type: 'application/cbor',
  }),
  koios_tip: () => ({ path: '/tip' }),
  koios_transaction: (params) => json('/tx_info', { _tx_hashes: [only(Hash, params)], _inputs: false }),
  koios_utxos: (params) =>
    json('/utxo_info', { _utxo_refs: v.parse(v.pipe(v.array(Name), v.maxLength(512)), params), _extended: false }),
}

/** Writes a call by its name as a request to Koios. @returns undefined for another name, and for params that aren't its own */
export function restOf({
  method,
  params,
}: {
  readonly method: string
  readonly params?: unknown
}): RestRequest | undefined {
  try {
    return Object.hasOwn(paths, method) ? paths[method]?.(params) : undefined
  } catch {
    return undefined // what isn't of the method's form is no request
  }
}

/** The result that a node's answer has, as the kit's RPC hands it on. @returns undefined for what is no JSON */
export function resultIn(text: string): { readonly result: unknown } | undefined {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  return success ? { result: output } : undefined
}

const Reason = v.pipe(v.string(), v.maxLength(10_000))
const Refusal = v.union([
  Reason,
  v.pipe(
    v.object({ message: Reason }),
    v.transform(({ message }) => message),
  ),
])

/** A node's own reason for a refusal: its answer to a request, the same at every node. @returns undefined where it is no such answer */
export function refusalIn({ status, text }: { readonly status: number; readonly text: string }): string | undefined {
  if (status !== 400) return undefined
  const { success, output } = v.safeParse(Refusal, resultIn(text)?.result ?? text)
  return success ? output : undefined
}
