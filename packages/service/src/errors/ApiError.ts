import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** One thing that is wrong: what it is about (a field's name, where there is one) and a sentence. */
export interface Reason {
  readonly name: string
  readonly description: string
}

/** The reasons that a refusal gives: one, or several. */
type Said = Reason | { readonly reasons: readonly [Reason, ...Reason[]] }

export type ApiErrorOptions = Said & {
  readonly code: string
  readonly status: ContentfulStatusCode
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly cause?: unknown
}

/** The base of every refusal that a client receives. Its message is for clients, so it never holds what another client sent. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  readonly code: string
  readonly status: ContentfulStatusCode
  readonly reasons: readonly [Reason, ...Reason[]]
  readonly headers: Readonly<Record<string, string>>

  constructor({ code, status, headers = {}, cause, ...said }: ApiErrorOptions) {
    const reasons = 'reasons' in said ? said.reasons : ([said] as const)
    super(reasons[0].description, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.reasons = reasons
    this.headers = headers
  }
}

/** Makes the class of a refusal: one that always says the same, or what follows from its facts. A `cause` among them is kept. */
export const refusal = <Facts extends readonly object[] = []>(
  said: ApiErrorOptions | ((...facts: Facts) => ApiErrorOptions),
): (new (
  ...facts: Facts
) => ApiError) =>
  class extends ApiError {
    constructor(...facts: Facts) {
      const [first = {}] = facts
      const cause = 'cause' in first ? first.cause : undefined
      super({ cause, ...(typeof said === 'function' ? said(...facts) : said) })
    }
  }
