import * as v from 'valibot'
import type { Clock } from '../clock/clock.js'
import { InvalidResponseError } from '../errors/InvalidResponseError.js'
import { MissingProjectIdError } from '../errors/MissingProjectIdError.js'
import { createCircuit } from '../http/circuit.js'
import { exchange, readJson } from '../http/exchange.js'
import { withRetries } from '../http/retry.js'
import { mayRetryHttp } from '../http/retryable.js'
import { ErrorBody } from '../wire/errorBody.js'
import { SDK_TYPE } from '../wire/sdk.js'

export interface HttpOptions {
  /** Where the server is, such as `https://foyer.example`. */
  readonly origin: string
  readonly projectId: string
  /** Such as `react-evm-1.7.6`. */
  readonly sdkVersion: string
  /** The WalletConnect client's id, once there is one. */
  readonly clientId?: (() => string | undefined) | undefined
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  /** From 0 up to 1. */
  readonly random: () => number
}

export type Query = Readonly<Record<string, string | undefined>>

export interface GetRequest<Reply> {
  /** The call's name, for errors. */
  readonly call: string
  readonly path: string
  readonly query?: Query | undefined
  readonly schema: v.GenericSchema<unknown, Reply>
  readonly signal?: AbortSignal | undefined
}

export interface PostRequest {
  readonly call: string
  readonly path: string
  readonly body: unknown
  readonly signal?: AbortSignal | undefined
}

/** How the calls speak with the server. */
export interface Http {
  /** Reads, with up to three retries [S9.35 S8.40]. */
  get<Reply>(request: GetRequest<Reply>): Promise<Reply>
  /** Sends once, whatever comes: what a lost answer hides may have been done [F22]. */
  post(request: PostRequest): Promise<void>
}

/** The server's own reasons for a refusal, where the body has its shape. */
function readReasons(body: string): ErrorBody['reasons'] {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), ErrorBody), body)
  return result.success ? result.output.reasons : []
}

function parseReply<Reply>({ call, schema }: GetRequest<Reply>, text: string): Reply {
  const context = { call }
  const result = v.safeParse(schema, readJson({ text, context }))
  if (result.success) return result.output
  const [issue] = result.issues
  throw new InvalidResponseError({
    field: v.getDotPath(issue) ?? undefined,
    expected: issue.expected ?? 'present',
    context,
  })
}

/** Every call carries project id, st and sv [S7.1]; one circuit for the server [F22]. @throws MissingProjectIdError at each call without an id */
export function createHttp({ origin, projectId, sdkVersion, clientId, fetch, clock, random }: HttpOptions): Http {
  const circuit = createCircuit({ origin: new URL(origin).origin, clock })

  const urlOf = ({ path, query }: { path: string; query?: Query | undefined }): URL => {
    if (!projectId) throw new MissingProjectIdError()
    const url = new URL(path, origin)
    const all: Query = { projectId, st: SDK_TYPE, sv: sdkVersion, clientId: clientId?.(), ...query }
    for (const [name, value] of Object.entries(all)) if (value) url.searchParams.set(name, value)
    return url
  }

  return {
    async get(request) {
      const { call, signal } = request
      const url = urlOf(request)
      const text = await withRetries({
        attempt: () => circuit.run(() => exchange({ url, fetch, clock, signal, readReasons, context: { call } })),
        mayRetry: (error) => !circuit.isOpen && mayRetryHttp(error),
        clock,
        random,
        signal,
      })
      return parseReply(request, text)
    },

    async post({ call, path, body, signal }) {
      const url = urlOf({ path })
      const options = { method: 'POST', body: JSON.stringify(body), fetch, clock, signal, readReasons } as const
      await circuit.run(() => exchange({ ...options, url, context: { call } }))
    },
  }
}
