import * as v from 'valibot'
import { topics as known } from '../../indexer/decodeLog.js'
import type { Provider } from '../../provider/provider.js'
import type { ApprovalLogs, EngineRequest } from './engine.js'

export interface LogsByTopicParameters {
  urlOf: (query: Readonly<Record<string, string>>) => string
  provider: Provider
}

/** The most that one answer has. */
const perAnswer = 1_000
const mostAnswers = 5
const freshMs = 60_000

const lowerHex = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern), v.toLowerCase())

const Log = v.object({
  address: lowerHex(/^0x[0-9a-f]{40}$/i),
  /** Some engines fill the four places up with null. */
  topics: v.pipe(
    v.array(v.nullable(lowerHex(/^0x[0-9a-f]{64}$/i))),
    v.transform((topics) => topics.filter((topic) => topic !== null)),
  ),
  data: lowerHex(/^0x[0-9a-f]*$/i),
  blockNumber: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,13}$/i)),
  /** `0x` is zero. */
  logIndex: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{0,8}$/i)),
  transactionHash: lowerHex(/^0x[0-9a-f]{64}$/i),
})

const Reply = v.object({
  result: v.pipe(
    v.nullable(v.array(Log)),
    v.transform((logs) => logs ?? []),
  ),
})

const Refusal = v.object({ result: v.string() })

/** @returns what an answer that has a sentence in place of a result means: too fast, not allowed, or tried in vain */
export function etherscanRefusal(answer: unknown): 'limited' | 'refused' | 'unreachable' | null {
  const parsed = v.safeParse(Refusal, answer)
  if (!parsed.success) return null
  const { result } = parsed.output
  if (/rate limit/i.test(result)) return 'limited'
  return /timeout|unexpected|temporar|busy/i.test(result) ? 'unreachable' : 'refused'
}

/**
 * Reads the events by which an account approved something, oldest first.
 * @see https://docs.etherscan.io/api-reference/endpoint/getlogs-topics, which Blockscout has at `/api` too
 */
export function createLogsByTopic({ urlOf, provider }: LogsByTopicParameters) {
  const read = async ({ topic, account, signal }: EngineRequest & { topic: string }): Promise<ApprovalLogs> => {
    const owner = `0x${account.slice(2).padStart(64, '0')}`
    const found = new Map<string, v.InferOutput<typeof Log>>()
    let from = 0
    for (let answers = 0; answers < mostAnswers; answers += 1) {
      const range = { fromBlock: String(from), toBlock: 'latest', page: '1', offset: String(perAnswer) }
      const { result } = await provider.ask({
        url: urlOf({ module: 'logs', action: 'getLogs', ...range, topic0: topic, topic0_1_opr: 'and', topic1: owner }),
        schema: Reply,
        refusal: etherscanRefusal,
        freshMs,
        signal,
      })
      for (const log of result) found.set(`${log.transactionHash} ${log.logIndex}`, log)
      const logs = [...found.values()]
      if (result.length < perAnswer) return { logs, isWhole: true }
      const last = Number(result.at(-1)?.blockNumber)
      if (last === from) break
      from = last // it may go on in the same block
    }
    return { logs: [...found.values()], isWhole: false }
  }
  return async (request: EngineRequest): Promise<ApprovalLogs> => {
    const [one, all] = await Promise.all(
      [known.approval, known.approvalForAll].map((topic) => read({ ...request, topic })),
    )
    return {
      logs: [...(one?.logs ?? []), ...(all?.logs ?? [])],
      isWhole: one?.isWhole === true && all?.isWhole === true,
    }
  }
}
