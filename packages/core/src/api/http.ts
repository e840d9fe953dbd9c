import * as v from 'valibot'
import { InvalidAccountIdError } from '../chain/caip.js'
import type { Clock } from '../clock/clock.js'
import { InvalidResponseError } from '../errors/http.js'
import { MissingProjectIdError } from '../errors/options.js'
import { asText, exchange, readJson } from '../http/exchange.js'
import { createCircuit, mayRetryHttp, withRetries } from '../http/retry.js'
import type { Call, CallReply, Given } from '../wire/call.js'
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

type Texts = Readonly<Record<string, string | undefined>>

/** A call's parts, whichever call it is. */
interface Asked {
  readonly params?: Texts | undefined
  readonly query?: Texts | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** The requests that the calls are made of. */
export interface Http {
  /** See `ask`. */
  ask<const Of extends Call>(call: Of, ...given: Given<Of>): Promise<CallReply<Of>>
  /** Reads a picture, with up to three retries. */
  blob(call: Call, input: Pick<Asked, 'params' | 'signal'>): Promise<Blob>
  /** For the calls that send it in their body. */
  readonly projectId: string
}

/** The server's own reasons for a refusal, where the body has its shape. */
function readReasons(body: string): ErrorBody['reasons'] {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), ErrorBody), body)
  return result.success ? result.output.reasons : []
}

/** @throws InvalidResponseError that names the first wrong field */
export function parseReply<Reply>({ call, schema, value }: ParseReplyParameters<Reply>): Reply {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new InvalidResponseError({
    field: v.getDotPath(issue) ?? undefined,
    expected: issue.expected ?? 'present',
    context: { call },
  })
}

interface ParseReplyParameters<Reply> {
  /** The call's name, for the error. */
  readonly call: string
  readonly schema: v.GenericSchema<unknown, Reply>
  readonly value: unknown
}

/** Every call carries project id, st and sv [S7.1]; one circuit for the server [F22]. @throws MissingProjectIdError at each call without an id */
export function createHttp({ origin, projectId, sdkVersion, clientId, fetch, clock, random }: HttpOptions): Http {
  const circuit = createCircuit({ origin: new URL(origin).origin, clock })

  const urlOf = ({ path, projectIn = 'query' }: Call, { params = {}, query }: Asked): URL => {
    if (!projectId) throw new MissingProjectIdError()
    const url = new URL(pathWith({ path, params }), origin)
    const common = projectIn === 'body' || projectIn === 'nowhere' ? {} : { projectId, st: SDK_TYPE, sv: sdkVersion }
    for (const [name, value] of Object.entries({ ...common, clientId: clientId?.(), ...query }))
      if (value) url.searchParams.set(name, value)
    return url
  }

  async function exchanged<Body>(call: Call, input: Asked, read: (response: Response) => Promise<Body>): Promise<Body> {
    const { headers, signal } = input
    const isRead = call.method === 'get'
    const method = call.method.toUpperCase()
    const body = isRead ? undefined : JSON.stringify(input.body ?? {})
    const request = { url: urlOf(call, input), method, headers, body, fetch, clock, signal, readReasons, read }
    const attempt = () => circuit.run(() => exchange({ ...request, context: { call: call.id } }))
    if (!isRead) return attempt()
    return withRetries({ attempt, mayRetry: (error) => !circuit.isOpen && mayRetryHttp(error), clock, random, signal })
  }

  function ask<const Of extends Call>(call: Of, ...given: Given<Of>): Promise<CallReply<Of>>
  async function ask(call: Call, input: Asked = {}): Promise<unknown> {
    const text = await exchanged(call, input, asText)
    const { id, reply: schema } = call
    if (schema) return parseReply({ call: id, schema, value: readJson({ text, context: { call: id } }) })
    return undefined
  }

  return { projectId, ask, blob: (call, input) => exchanged(call, input, (response) => response.blob()) }
}

/**
 * Puts addresses and names into the places that a path of the wire has for them. Dots alone would climb the path, even
 * escaped, so they can't stand for one.
 * @throws InvalidAccountIdError for a value that is missing, empty or only dots
 */
function pathWith({ path, params }: { readonly path: string; readonly params: Texts }): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? ''
    if (/^\.*$/.test(value)) throw new InvalidAccountIdError({ fault: 'address' })
    return encodeURIComponent(value)
  })
}
