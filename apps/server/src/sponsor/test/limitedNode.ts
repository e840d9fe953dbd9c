import { createServer } from 'node:http'
import * as v from 'valibot'

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

/** A network's node with the limits that providers have. For tests; nothing in the product imports this. */
export interface LimitedNode {
  readonly url: string
  stop(): Promise<void>
}

export async function startLimitedNode({
  url,
  logBlocks = Number.POSITIVE_INFINITY,
  calls: mostCalls = Number.POSITIVE_INFINITY,
  bytes: mostBytes = Number.POSITIVE_INFINITY,
  huge = () => false,
}: Limits & { readonly url: string }): Promise<LimitedNode> {
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
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = []
    request.on('data', (chunk: Uint8Array) => void chunks.push(chunk))
    request.on('end', () => {
      void answered(Buffer.concat(chunks).toString()).then((text) => {
        response.setHeader('content-type', 'application/json')
        response.end(text)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('There is no port.')
  return {
    url: `http://127.0.0.1:${at.port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const refusal = (id: unknown, message: string) => ({ jsonrpc: '2.0', id, error: { code: -32_600, message } })

function blocksOf({ params: [filter] }: Call): number {
  const { fromBlock, toBlock } = v.parse(Range, filter)
  return Number(toBlock) - Number(fromBlock) + 1
}
