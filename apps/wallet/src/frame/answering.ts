import {
  FrameMessageError,
  payloadOf,
  prefixes,
  type RequestName,
  type RequestPayload,
  type RequestReply,
  readAppMessage,
  readCancelled,
} from '@foyer/embedded/protocol'
import { fits } from '@foyer/signing/requestSize'
import { WalletError } from '../errors.js'
import { sayInEnglish } from '../messages/say.js'

/** The handlers of each request. */
export type Handlers = {
  readonly [Name in RequestName]: (
    payload: RequestPayload<Name>,
    /** Aborted once the application waits for it no longer. */
    signal: AbortSignal,
  ) => RequestReply<Name> | Promise<RequestReply<Name>>
}

export interface AnsweringParameters {
  readonly handlers: Handlers
  readonly report: (error: unknown) => void
}

/** Requests that may wait at a time: a page that asks for more is told so at once, and holds no memory here. */
const mostWaiting = 64
/** The longest id that is repeated; the original's have 11 characters. */
const longestId = 64

/**
 * Answers an application's requests: each exactly once, by its id and its name. What isn't a request is left alone; what doesn't fit is refused in the
 * protocol's own words [S5.32 S5.33].
 */
export function createAnswering({ handlers, report }: AnsweringParameters) {
  const waiting = new Map<string | symbol, AbortController>()
  return (data: unknown, answer: (message: unknown) => void): void => {
    const cancelled = readCancelled(data)
    if (cancelled !== undefined) {
      waiting.get(cancelled)?.abort()
      return
    }
    const message = readOrUndefined(data)
    if (!message) return
    const { name, id, payload } = message
    if (id !== undefined && (id.length > longestId || waiting.has(id))) return // a repetition has its answer, or will have it
    // One without an id waits by itself, and can't be called off.
    const key = id ?? Symbol(name)
    const end = (suffix: 'SUCCESS' | 'ERROR', said: unknown) => {
      waiting.delete(key)
      answer({ ...(id === undefined ? {} : { id }), type: `${prefixes.frame}${name}_${suffix}`, payload: said })
    }
    if (waiting.size >= mostWaiting) {
      end('ERROR', { message: sayInEnglish('error.tooMany') })
      return
    }
    const controller = new AbortController()
    waiting.set(key, controller)
    run({ handlers, name, payload, signal: controller.signal }).then(
      (reply) => end('SUCCESS', reply),
      (error: unknown) => end('ERROR', failureFor(error, report)),
    )
  }
}

function readOrUndefined(data: unknown) {
  try {
    return readAppMessage(data)
  } catch (error) {
    // A name that the protocol hasn't, or an id that isn't text: there is nobody to answer.
    if (error instanceof FrameMessageError) return undefined
    throw error
  }
}

async function run<Name extends RequestName>({
  handlers,
  name,
  payload,
  signal,
}: {
  readonly handlers: Handlers
  readonly name: Name
  readonly payload: unknown
  readonly signal: AbortSignal
}): Promise<RequestReply<Name>> {
  // Counted before it is read or passed on: a few hundred bytes that share their lists may be gigabytes as JSON.
  if (!fits(payload)) throw new RpcFailure({ code: -32_602, message: 'The request is larger than 128 kB.' })
  return handlers[name](payloadOf(name, payload), signal)
}

/** An error's sentence, with the code that an application's request failed by. In English, as the applications of the protocol read it. */
function failureFor(
  error: unknown,
  report: (error: unknown) => void,
): { readonly message: string; readonly code?: number } {
  if (error instanceof FrameMessageError) return { message: error.message, code: -32_602 }
  if (error instanceof WalletError) {
    const message = sayInEnglish(error.sentence, error.values)
    return error.rpcCode === undefined ? { message } : { message, code: error.rpcCode }
  }
  if (error instanceof RpcFailure) return { message: error.message, code: error.code }
  report(error)
  return { message: sayInEnglish('error.unknown') }
}

/** A request of JSON-RPC failed with words for the application's developer. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure'
  readonly code: number

  constructor({ code, message }: { readonly code: number; readonly message: string }) {
    super(message)
    this.code = code
  }
}
