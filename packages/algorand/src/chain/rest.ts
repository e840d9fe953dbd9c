import { type NodePaths, nodeWay, requestBy, resultIn } from '@foyer/core/wire'
import { base64 } from '@scure/base'
import * as v from 'valibot'

const Address = v.pipe(v.string(), v.regex(/^[A-Z2-7]{58}$/))
const Id = v.pipe(v.string(), v.regex(/^[A-Z2-7]{52}$/))
const AssetId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,19}$/))
const Signed = v.pipe(v.string(), v.maxLength(65_536), v.base64())

/** The methods by which the kit and the operator's server know algod's paths. */
const requestOf = requestBy({
  algod_account: nodeWay(v.strictTuple([Address]), ([address]) => ({ path: `/v2/accounts/${address}?exclude=all` })),
  algod_accountAsset: nodeWay(v.strictTuple([Address, AssetId]), ([address, asset]) => ({
    path: `/v2/accounts/${address}/assets/${asset}`,
  })),
  algod_asset: nodeWay(v.strictTuple([AssetId]), ([asset]) => ({ path: `/v2/assets/${asset}` })),
  algod_params: () => ({ path: '/v2/transactions/params' }),
  algod_pending: nodeWay(v.strictTuple([Id]), ([id]) => ({ path: `/v2/transactions/pending/${id}` })),
  algod_sendTransaction: nodeWay(v.strictTuple([Signed]), ([signed]) => ({
    path: '/v2/transactions',
    body: Uint8Array.from(base64.decode(signed)),
    type: 'application/x-binary',
  })),
  algod_status: () => ({ path: '/v2/status' }),
})

/** A text, or a number: what stands between them holds neither. */
const parts = /"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/** JSON in which numbers that JavaScript's own can't hold become texts: the chain counts in 64 bits. */
export const exactJson = (text: string): string =>
  text.replace(parts, (part) => (/^\d{16,}$/.test(part) ? `"${part}"` : part))

const Refusal = v.object({ message: v.pipe(v.string(), v.maxLength(10_000)) })

/** Algod: no node of the family has JSON-RPC. That there is none, and that it is refused, is its own answer, the same at every node. */
export const algodPaths: NodePaths = {
  requestOf,
  outcomeOf({ status, text }) {
    if (status === 200) return resultIn(exactJson(text))
    const refusal = v.safeParse(Refusal, resultIn(text)?.result)
    const isAnswer = refusal.success && isAnswerStatus(status)
    return isAnswer ? { error: { code: status, message: refusal.output.message } } : undefined
  },
}

/** Whether a node's status is its own answer to a request: the number as well that its answers have as those of JSON-RPC. */
export const isAnswerStatus = (status: number): boolean => status === 400 || status === 404
