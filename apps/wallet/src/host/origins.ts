import { replyOf } from '@foyer/core/reply'
import { requestOf } from '@foyer/core/request'
import { allowedOriginsCall, ErrorBody, SDK_TYPE, sdkVersion } from '@foyer/core/wire'

/** The origins that a project allows; none for one that isn't known, or of which nobody could say anything for a day. */
export type OriginsOf = (asked: AskedOrigins) => Promise<readonly string[]>

export interface AskedOrigins {
  readonly projectId: string
  /** whom the API counts the question against, as `X-Forwarded-For` has it; undefined where nothing is known */
  readonly asker: string | undefined
}

export interface OriginsParameters {
  /** The blockchain API's origin. */
  readonly api: string
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** The API refused to say a project's origins, or failed. */
export class OriginsRefusedError extends Error {
  override readonly name = 'OriginsRefusedError'
  readonly code = 'origins_refused'
  readonly status: number

  /** @param options.status - of HTTP */
  constructor({ status }: { status: number }) {
    super(
      `The API answered with ${status} when it was asked for a project's origins. The last ones that it said are used.`,
    )
    this.status = status
  }
}

/** How long a project's origins are taken as they were said, in milliseconds. */
const freshMs = 60_000
/** How long they are taken where the API refuses to say them anew, or fails: an origin that was taken from a project must go some time. */
const keptMs = 86_400_000
/** The time after which what couldn't be had, and an unknown project, is asked for again. */
const againMs = 5_000
/** Projects whose origins are kept, and questions: those that were used the longest ago go first. */
const mostKept = 1_000
/** Two addresses; what stands before them is a stranger's choice. */
const longestKey = 100

interface Said {
  readonly origins: readonly string[]
  readonly at: number
}

/** A question that is under way, or has an answer: undefined where it couldn't be had. */
interface Question {
  readonly answer: Promise<readonly string[] | undefined>
  /** while it isn't asked again */
  until: number
}

/**
 * Asks the operator's server which origins a project allows, once a minute a project. While the server refuses to say it, or can't, the last ones
 * that it said are taken, so that no frame closes for that. What strangers ask for has a place of its own: projects that nobody knows
 * push out none that is known.
 */
export function createOrigins(parameters: OriginsParameters): OriginsOf {
  const { now, report } = parameters
  const said = new Map<string, Said>()
  const questions = new Map<string, Question>()
  const ask = async (asked: AskedOrigins): Promise<readonly string[] | undefined> => {
    const { projectId } = asked
    try {
      const origins = await fetchOrigins({ ...parameters, ...asked })
      if (origins.length > 0) keep(said, projectId, { origins, at: now() })
      else {
        said.delete(projectId)
        keep(questions, projectId, { answer: Promise.resolve(origins), until: now() + againMs })
      }
      return origins
    } catch (error) {
      report(error)
      return undefined
    }
  }
  const begin = ({ key, ...asked }: AskedOrigins & { key: string }): Question => {
    const question: Question = { answer: ask(asked), until: Number.POSITIVE_INFINITY }
    keep(questions, key, question)
    void question.answer.then(() => {
      question.until = now() + againMs
    })
    return question
  }
  const lastOf = (projectId: string): Said | undefined => {
    const last = said.get(projectId)
    if (last === undefined) return undefined
    said.delete(projectId)
    if (last.at + keptMs <= now()) return undefined
    said.set(projectId, last)
    return last
  }
  return async ({ projectId, asker }) => {
    const last = lastOf(projectId)
    if (last !== undefined && last.at + freshMs > now()) return last.origins
    // One asker's refusal isn't another's: whoever has asked too much would keep everybody from what is new.
    const key = `${projectId} ${asker?.slice(-longestKey) ?? ''}`
    const isOpen = (question: Question | undefined) => question !== undefined && question.until > now()
    const known = [questions.get(projectId), questions.get(key)].find(isOpen)
    const { answer } = known ?? begin({ key, projectId, asker })
    return (await answer) ?? lastOf(projectId)?.origins ?? []
  }
}

/** @returns none for a project that the API says isn't one @throws what failed, and {@link OriginsRefusedError} */
async function fetchOrigins({
  api,
  fetch,
  projectId,
  asker,
}: OriginsParameters & AskedOrigins): Promise<readonly string[]> {
  const project = { projectId, st: SDK_TYPE, sv: sdkVersion({ platform: 'html', adapters: [] }) }
  const { url, ...init } = requestOf(allowedOriginsCall, { project })
  const headers = asker === undefined ? {} : { 'x-forwarded-for': asker }
  const answer = await fetch(`${api}${url}`, { ...init, headers, signal: AbortSignal.timeout(5_000) })
  const text = await answer.text()
  const reply = replyOf(allowedOriginsCall, text)
  if (answer.ok && reply.success) return reply.output.allowedOrigins
  const refused = replyOf({ reply: ErrorBody }, text)
  const isUnknown = refused.success && refused.output.reasons.some(({ name }) => name === 'projectId')
  if (answer.status === 401 && isUnknown) return []
  throw new OriginsRefusedError({ status: answer.status })
}

/** Keeps one as the newest; the oldest of too many goes. */
function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
}
