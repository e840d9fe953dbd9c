import * as v from 'valibot'
import { type NodeFront, startNodeFront } from './nodeFront.js'

const Call = v.looseObject({ id: v.unknown(), method: v.string(), params: v.optional(v.array(v.unknown()), []) })
type Call = v.InferOutput<typeof Call>
const Calls = v.pipe(v.string(), v.parseJson(), v.union([v.array(Call), Call]))
const Range = v.object({ fromBlock: v.string(), toBlock: v.string() })

interface Limits {
  /** the most blocks whose logs it gives at once */
  readonly logBlocks?: number
  /** the most calls of a batch */
  readonly calls?: number
  /** the most bytes of what it answers to a batch */
  readonly bytes?: number
  /** calls whose answer is larger than any that is read */
  readonly huge?: (call: Call) => boolean
}

/** Starts a network's node with the limits that providers have. For tests; nothing in the product imports this. */
export async function startLimitedNode({
  url,
  logBlocks = Number.POSITIVE_INFINITY,
  calls: mostCalls = Number.POSITIVE_INFINITY,
  bytes: mostBytes = Number.POSITIVE_INFINITY,
  huge = () => false,
}: Limits & { readonly url: string }): Promise<NodeFront> {
  const one = async (call: Call): Promise<unknown> => {
    if (call.method === 'eth_getLogs' && blocksOf(call) > logBlocks)
      return refusal(call.id, `eth_getLogs has a range of ${logBlocks} blocks`)
    const headers = { 'content-type': 'application/json' }
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) })).json()
  }
  const answered = async (body: string): Promise<string> => {
    const said = v.parse(Calls, body)
    if (!Array.isArray(said)) return JSON.stringify(await one(said)).padEnd(huge(said) ? 17 * 1024 * 1024 : 0)
    if (said.length > mostCalls) return JSON.stringify(refusal(null, `a batch has ${mostCalls} calls`))
    const text = JSON.stringify(await Promise.all(said.map(one)))
    return text.length > mostBytes ? JSON.stringify(refusal(null, 'response too large')) : text
  }
  return startNodeFront(answered)
}

const refusal = (id: unknown, message: string) => ({ jsonrpc: '2.0', id, error: { code: -32_600, message } })

function blocksOf({ params: [filter] }: Call): number {
  const { fromBlock, toBlock } = v.parse(Range, filter)
  return Number(toBlock) - Number(fromBlock) + 1
}
