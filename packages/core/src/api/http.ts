import * as v from 'valibot'
import { InvalidAccountIdError } from '../chain/caip.js'
import type { Clock } from '../clock/clock.js'
import { InvalidResponseError } from '../errors/http.js'
import { MissingProjectIdError } from '../errors/options.js'
import { asText, exchange, readJson } from '../http/exchange.js'
import { createCircuit, mayRetryHttp, withRetries } from '../http/retry.js'
import { ErrorBody } from '../wire/project.js'
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

export interface PlaceRequest {
  /** The call's name, for errors. */
  readonly call: string
  readonly path: string
  readonly query?: Query | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

export interface GetRequest<Reply> extends PlaceRequest {
  readonly schema: v.GenericSchema<unknown, Reply>
}

export interface PostRequest extends PlaceRequest {
  readonly body: unknown
  /** POST unless said. */
  readonly method?: 'POST' | 'PUT' | undefined
  /** The call sends the project id in its body, or not at all: nothing but the client id stands in its query. */
  readonly bare?: boolean | undefined
}

export interface PostForReplyRequest<Reply> extends PostRequest {
  readonly schema: v.GenericSchema<unknown, Reply>
}

/** The requests that the calls are made of. */
export interface Http {
  /** Reads, with up to three retries [S9.35 S8.40]. */
  get<Reply>(request: GetRequest<Reply>): Promise<Reply>
  /** Reads a picture, likewise. */
  blob(request: PlaceRequest): Promise<Blob>
  /** Sends once, whatever comes: what a lost answer hides may have been done [F22]. */
  post(request: PostRequest): Promise<void>
  /** Sends once like `post`, and reads the answer. */
  postForReply<Reply>(request: PostForReplyRequest<Reply>): Promise<Reply>
  /** For the calls that send it in their body. */
  readonly projectId: string
}

/** The server's own reasons for a refusal, where the body has its shape. */
function readReasons(body: string): ErrorBody['reasons'] {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), ErrorBody), body)
  return result.success ? result.output.reasons : []
}

/** @throws InvalidResponseError that names the first wrong field */
export function parseReply<Reply>({
  call,
  schema,
  value,
}: Pick<GetRequest<Reply>, 'call' | 'schema'> & { readonly value: unknown }): Reply {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new InvalidResponseError({
    field: v.getDotPath(issue) ?? undefined,
    expected: issue.expected ?? 'present',
    context: { call },
  })
}

function parseText<Reply>(request: GetRequest<Reply> | PostForReplyRequest<Reply>, text: string): Reply {
  return parseReply({ ...request, value: readJson({ text, context: { call: request.call } }) })
}

/** Every call carries project id, st and sv [S7.1]; one circuit for the server [F22]. @throws MissingProjectIdError at each call without an id */
export function createHttp({ origin, projectId, sdkVersion, clientId, fetch, clock, random }: HttpOptions): Http {
  const circuit = createCircuit({ origin: new URL(origin).origin, clock })

  const urlOf = ({ path, query, bare }: PlaceRequest & Pick<PostRequest, 'bare'>): URL => {
    if (!projectId) throw new MissingProjectIdError()
    const url = new URL(path, origin)
    const common = bare ? {} : { projectId, st: SDK_TYPE, sv: sdkVersion }
    const all: Query = { ...common, clientId: clientId?.(), ...query }
    for (const [name, value] of Object.entries(all)) if (value) url.searchParams.set(name, value)
    return url
  }

  const fetched = async <Body>({
    read,
    ...request
  }: PlaceRequest & { read: (response: Response) => Promise<Body> }): Promise<Body> => {
    const { call, headers, signal } = request
    const url = urlOf(request)
    const options = { url, headers, fetch, clock, signal, readReasons, read, context: { call } }
    return withRetries({
      attempt: () => circuit.run(() => exchange(options)),
      mayRetry: (error) => !circuit.isOpen && mayRetryHttp(error),
      clock,
      random,
      signal,
    })
  }

  const send = async (request: PostRequest): Promise<string> => {
    const { call, body, headers, method = 'POST', signal } = request
    const options = { method, headers, body: JSON.stringify(body), fetch, clock, signal, readReasons } as const
    const url = urlOf(request)
    return circuit.run(() => exchange({ ...options, url, read: asText, context: { call } }))
  }

  return {
    projectId,

    async get(request) {
      return parseText(request, await fetched({ ...request, read: asText }))
    },

    blob: (request) => fetched({ ...request, read: (response) => response.blob() }),

    async post(request) {
      await send(request)
    },

    async postForReply(request) {
      return parseText(request, await send(request))
    },
  }
}

/**
 * Puts an address or a name into the place that a path of the wire has for it. Dots alone would climb the path, even
 * escaped, so they can't stand for one.
 * @throws InvalidAccountIdError for a value that is empty or only dots
 */
export function pathWith({ path, value }: { path: string; value: string }): string {
  if (/^\.*$/.test(value)) throw new InvalidAccountIdError({ fault: 'address' })
  return path.replace(/:\w+/, () => encodeURIComponent(value))
}
