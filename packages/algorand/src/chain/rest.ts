import { base64 } from '@scure/base'
import * as v from 'valibot'

/** A request to algod, below its own address. */
export interface RestRequest {
  readonly path: string
  /** What is posted; a read without. */
  readonly body?: Uint8Array<ArrayBuffer> | undefined
}

const one = (schema: v.GenericSchema<unknown, string>) => v.strictTuple([schema])
const Address = v.pipe(v.string(), v.regex(/^[A-Z2-7]{58}$/))
const Id = v.pipe(v.string(), v.regex(/^[A-Z2-7]{52}$/))
const AssetId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,19}$/))
const Signed = v.pipe(v.string(), v.maxLength(65_536), v.base64())

const paths: Readonly<Record<string, (params: unknown) => RestRequest>> = {
  algod_account: (params) => ({ path: `/v2/accounts/${v.parse(one(Address), params)[0]}?exclude=all` }),
  algod_accountAsset(params) {
    const [address, asset] = v.parse(v.strictTuple([Address, AssetId]), params)
    return { path: `/v2/accounts/${address}/assets/${asset}` }
  },
  algod_asset: (params) => ({ path: `/v2/assets/${v.parse(one(AssetId), params)[0]}` }),
  algod_params: () => ({ path: '/v2/transactions/params' }),
  algod_pending: (params) => ({ path: `/v2/transactions/pending/${v.parse(one(Id), params)[0]}` }),
  algod_sendTransaction: (params) => ({
    path: '/v2/transactions',
    body: Uint8Array.from(base64.decode(v.parse(one(Signed), params)[0])),
  }),
  algod_status: () => ({ path: '/v2/status' }),
}

/** Writes a call by its name as a request to algod. @returns undefined for another name, and for params that aren't its own */
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

/** A text, or a number: what stands between them holds neither. */
const parts = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/** JSON in which numbers that JavaScript's own can't hold become texts: the chain counts in 64 bits. */
export const exactJson = (text: string): string =>
  text.replace(parts, (part) => (/^\d{16,}$/.test(part) ? `"${part}"` : part))

const Refusal = v.pipe(v.string(), v.parseJson(), v.object({ message: v.pipe(v.string(), v.maxLength(10_000)) }))

/** A node's own reason for a refusal. @returns undefined where it gives none */
export function refusalIn(body: string): string | undefined {
  const { success, output } = v.safeParse(Refusal, body)
  return success ? output.message : undefined
}

/** Whether a node's status is its own answer to a request, the same at every node: there is none, or it is refused. */
export const isAnswerStatus = (status: number): boolean => status === 400 || status === 404
