import * as v from 'valibot'
import { InvalidAccountIdError } from '../chain/caip.js'
import type { Clock } from '../clock/clock.js'
import { InvalidResponseError } from '../errors/InvalidResponseError.js'
import { MissingProjectIdError } from '../errors/options.js'
import { asText, exchange } from '../http/exchange.js'
import { readJson } from '../http/readJson.js'
import { createCircuit, mayRetryHttp, withRetries } from '../http/retry.js'
import type { Call, CallReply, Given } from '../wire/call.js'
import { ErrorBody } from '../wire/project.js'
import { type ReadReply, replyOf } from '../wire/reply.js'
import { requestOf } from '../wire/request.js'
import { SDK_TYPE } from '../wire/sdk.js'

export interface HttpOptions {
  /** The server's origin, such as `https://foyer.example`. */
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
  const result = replyOf({ reply: ErrorBody }, body)
  return result.success ? result.output.reasons : []
}

/** @throws InvalidResponseError that names the first wrong field */
export function outputOf<Reply>(result: ReadReply<Reply>, call: string): Reply {
  if (result.success) return result.output
  const [issue] = result.issues
  throw new InvalidResponseError({
    field: v.getDotPath(issue) ?? undefined,
    expected: issue.expected ?? 'present',
    context: { call },
  })
}

/** Every call carries project id, st and sv [S7.1]; one circuit for the server [F22]. @throws MissingProjectIdError at each call without an id */
export function createHttp({ origin, projectId, sdkVersion, clientId, fetch, clock, random }: HttpOptions): Http {
  const circuit = createCircuit({ origin: new URL(origin).origin, clock })

  const asked = (call: Call, input: Asked) => {
    if (!projectId) throw new MissingProjectIdError()
    const query = { clientId: clientId?.(), ...input.query }
    const parts = { ...input, query, project: { projectId, st: SDK_TYPE, sv: sdkVersion } }
    try {
      const request = requestOf(call, parts)
      return { ...request, url: new URL(request.url, origin) }
    } catch (cause) {
      throw new InvalidAccountIdError({ fault: 'address', cause })
    }
  }

  async function exchanged<Body>(call: Call, input: Asked, read: (response: Response) => Promise<Body>): Promise<Body> {
    const context = { call: call.id }
    const whole = { ...input, ...asked(call, input), fetch, clock, readReasons, read, context }
    const attempt = () => circuit.run(() => exchange(whole))
    if (call.method !== 'get') return attempt()
    const mayRetry = (error: unknown) => !circuit.isOpen && mayRetryHttp(error)
    return withRetries({ attempt, mayRetry, clock, random, signal: input.signal })
  }

  function ask<const Of extends Call>(call: Of, ...given: Given<Of>): Promise<CallReply<Of>>
  async function ask(call: Call, input: Asked = {}): Promise<unknown> {
    const text = await exchanged(call, input, asText)
    const { id, reply } = call
    // Read as JSON first: what isn't that at all is said as such.
    return reply && outputOf(v.safeParse(reply, readJson({ text, context: { call: id } })), id)
  }

  return { projectId, ask, blob: (call, input) => exchanged(call, input, (response) => response.blob()) }
}
