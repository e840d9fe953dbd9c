import type { PageAnswer } from './pageWallet.js'
import { ProviderError } from './providerError.js'
import type { RequestRecord } from './requestRecord.js'

/** The dapps' requests to the wallet: each request is kept, and answered. */
export interface Requests {
  readonly records: readonly RequestRecord[]
  answer(request: RequestRecord): Promise<unknown>
  /** As `answer`, never rejecting: an error doesn't cross from this process into a page. */
  answerPage(request: RequestRecord): Promise<PageAnswer>
  /** Waits for the next request; any method by default. */
  next(method?: string): Promise<RequestRecord>
  /** From now on every request is answered with 4900. */
  close(): void
}

export function createRequests(answer: (request: RequestRecord) => Promise<unknown>): Requests {
  const records: RequestRecord[] = []
  let waiting: readonly ((request: RequestRecord) => boolean)[] = []
  let isClosed = false
  const requests: Requests = {
    records,
    answer(request) {
      records.push(request)
      waiting = waiting.filter((isDone) => !isDone(request))
      if (isClosed) return Promise.reject(new ProviderError({ code: 4900, message: 'The wallet is gone.' }))
      return answer(request)
    },
    answerPage: (request) => requests.answer(request).then(resultAnswer, errorAnswer),
    next: (method) =>
      new Promise((resolve) => {
        const isDone = (request: RequestRecord) => {
          const wanted = method === undefined || method === request.method
          if (wanted) resolve(request)
          return wanted
        }
        waiting = [...waiting, isDone]
      }),
    close() {
      isClosed = true
    },
  }
  return requests
}

function resultAnswer(result: unknown): PageAnswer {
  return { type: 'result', result }
}

function errorAnswer(error: unknown): PageAnswer {
  if (error instanceof ProviderError)
    return { type: 'error', code: error.code, message: error.message, data: error.data }
  if (error instanceof Error) return { type: 'error', code: codeOf(error), message: error.message, data: undefined }
  return { type: 'thrown', thrown: error }
}

/**
 * Returns the code of a library's error: one that it threw, such as viem over the chain's own, keeps its number
 * somewhere down its causes.
 */
function codeOf(error: Error): number {
  for (let each: unknown = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth++) {
    if ('code' in each && typeof each.code === 'number') return each.code
  }
  return -32603
}
