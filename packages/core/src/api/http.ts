import * as v from 'valibot'
import type { Clock } from '../clock/clock.js'
import { MissingProjectIdError } from '../errors/options.js'
import { asText, exchange } from '../http/exchange.js'
import { createCircuit, mayRetryHttp, withRetries } from '../http/retry.js'
import type { Call, CallReply, Given } from '../wire/call.js'
import { ErrorBody } from '../wire/project.js'
import { replyOf, requestOf } from '../wire/request.js'
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

/** Every call carries project id, st and sv [S7.1]; one circuit for the server [F22]. @throws MissingProjectIdError at each call without an id */
export function createHttp({ origin, projectId, sdkVersion, clientId, fetch, clock, random }: HttpOptions): Http {
  const circuit = createCircuit({ origin: new URL(origin).origin, clock })

  async function exchanged<Body>(call: Call, input: Asked, read: (response: Response) => Promise<Body>): Promise<Body> {
    if (!projectId) throw new MissingProjectIdError()
    const { headers, signal } = input
    const project = { projectId, st: SDK_TYPE, sv: sdkVersion }
    const { url, ...asked } = requestOf(call, { ...input, query: { clientId: clientId?.(), ...input.query }, project })
    const request = { ...asked, url: new URL(url, origin), headers, fetch, clock, signal, readReasons, read }
    const attempt = () => circuit.run(() => exchange({ ...request, context: { call: call.id } }))
    if (call.method !== 'get') return attempt()
    return withRetries({ attempt, mayRetry: (error) => !circuit.isOpen && mayRetryHttp(error), clock, random, signal })
  }

  function ask<const Of extends Call>(call: Of, ...given: Given<Of>): Promise<CallReply<Of>>
  async function ask(call: Call, input: Asked = {}): Promise<unknown> {
    return replyOf(call, await exchanged(call, input, asText))
  }

  return { projectId, ask, blob: (call, input) => exchanged(call, input, (response) => response.blob()) }
}
