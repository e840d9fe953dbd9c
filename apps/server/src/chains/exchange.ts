import { type AskByPath, type NodePaths, writeByPath } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import { retryAfterMs } from '@foyer/service/retryAfterMs'
import { Agent, request } from 'undici'
import { startDeadline } from '../kernel/deadline.js'
import { connectionsOf, type Lane } from '../kernel/lanes.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { UpstreamConfig } from './chain.js'
import { spreadOverTurns } from './spreadOverTurns.js'

/** An answer of a node: parsed, or, where it is large, its beginning and a way to get the rest. */
export type Passed = { readonly whole: unknown } | PassedStream

export interface PassedStream {
  /** the beginning, which looks like JSON-RPC */
  readonly head: Uint8Array
  /**
   * The next part, asked for only when the one before was taken: a node isn't read faster than the reader reads.
   * @returns null at the end
   * @throws {@link UpstreamError} for a node that takes too long, sends too much or hangs up
   */
  next(): Promise<Uint8Array | null>
  /** Ends it early; the connection to the node is closed. */
  cancel(): void
}

/** No answer is larger, passed on or read; a public node's own limit for logs is about 10 MB. */
export const largestAnswerBytes = 16 * 1024 * 1024
/** No one waits longer for the parts of one answer together, whatever the reader's own pace: so many times the time limit. */
const patience = 4

export interface Exchange {
  config: UpstreamConfig
  host: string
  body: string
  /** of a node that has paths */
  paths?: NodePaths | undefined
  /** whose connections it uses */
  lane: Lane
  /** until the answer, or its beginning, is there */
  signal: AbortSignal
  clock: Clock
  /** for each part of the rest */
  timeoutMs: number
  /** a larger answer isn't read to its end; without it, each is */
  mostWhole?: number | undefined
  count?: ((bytes: number) => boolean) | undefined
}

/** Connections to nodes: kept for a while, a limited number for each lane of each node, so that none waits behind what is slow in another. */
const agentOf = (lane: Lane) =>
  new Agent({
    connections: connectionsOf[lane],
    maxResponseSize: largestAnswerBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
const nodes: Readonly<Record<Lane, Agent>> = {
  cheap: agentOf('cheap'),
  middling: agentOf('middling'),
  dear: agentOf('dear'),
  sent: agentOf('sent'),
  own: agentOf('own'),
}

/**
 * A node that was slow answers many at the same moment, and its answers would come together again and again: a few are worked on at a time, so
 * that what comes meanwhile isn't kept waiting for all of them. A new connection above all: libuv accepts one in a turn of its loop.
 * @see https://github.com/libuv/libuv/pull/3696
 * @see F23
 */
const nextTurn = spreadOverTurns({ perTurn: 4 })

/** Asks a node once. @throws {@link UpstreamError} */
export async function exchange(asked: Exchange): Promise<Passed> {
  const { config, host, paths, body, lane, signal, clock } = asked
  const written = paths && writeByPath({ paths, url: config.url, body })
  if (written && 'refused' in written) return { whole: written.refused }
  const { url, method, ...sent } = written ?? ({ url: config.url, method: 'POST', body, headers: jsonHeaders } as const)
  // An answer of paths is no JSON-RPC before it is read whole.
  const mostWhole = (written ? undefined : asked.mostWhole) ?? largestAnswerBytes
  try {
    const headers = { ...config.headers, ...sent.headers, accept: 'application/json' }
    const response = await request(url, { method, headers, body: sent.body, signal, dispatcher: nodes[lane] })
    // Cut short, a body ends with an error that no one waits for.
    response.body.on('error', () => {})
    await nextTurn()
    if (response.statusCode === 429) {
      response.body.destroy()
      const [header] = [response.headers['retry-after']].flat()
      const wait = retryAfterMs({ header: header ?? null, now: clock.now() })
      throw new UpstreamError({ code: 'limited', host, delivered: false, retryAfterMs: wait })
    }
    const chunks: AsyncIterator<Buffer> = response.body[Symbol.asyncIterator]()
    const cancel = () => void response.body.destroy()
    const { bytes, isWhole } = await readSome({ chunks, most: mostWhole, ...asked }).catch((error: unknown) => {
      cancel()
      throw error
    })
    if (!isWhole && looksLikeJsonRpc(bytes)) return { head: bytes, next: nextOf({ chunks, cancel, asked }), cancel }
    if (!isWhole) cancel()
    const answer = isWhole ? read({ written, text: bytes.toString(), status: response.statusCode }) : undefined
    // Some nodes answer a JSON-RPC error with a status of 400 or 500: if it is JSON-RPC, it is an answer.
    if (typeof answer === 'object' && answer !== null) return { whole: answer }
    const isGood = response.statusCode >= 200 && response.statusCode < 300
    throw new UpstreamError({ code: isGood ? 'not_json_rpc' : 'status', host, delivered: true })
  } catch (cause) {
    throw faultOf({ cause, host, isLate: signal.aborted })
  }
}

const jsonHeaders = { 'content-type': 'application/json' } as const

/** @returns undefined for what is no answer of the node's own */
const read = ({ written, ...said }: { written: AskByPath | undefined; status: number; text: string }): unknown =>
  written ? written.answer(said) : parseJson(said.text)

interface ReadSome extends Pick<Exchange, 'host' | 'count'> {
  chunks: AsyncIterator<Buffer>
  most: number
}

async function readSome({ chunks, most, host, count }: ReadSome): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const parts: Buffer[] = []
  let length = 0
  for (let read = await chunks.next(); !read.done; read = await chunks.next()) {
    parts.push(read.value)
    length += read.value.byteLength
    if (count?.(read.value.byteLength) === false) throw new UpstreamError({ code: 'too_large', host, delivered: true })
    if (length > most) return { bytes: Buffer.concat(parts), isWhole: false }
  }
  return { bytes: Buffer.concat(parts), isWhole: true }
}

interface NextOf {
  chunks: AsyncIterator<Buffer>
  cancel: () => void
  asked: Pick<Exchange, 'host' | 'clock' | 'timeoutMs'>
}

function nextOf({ chunks, cancel, asked: { host, clock, timeoutMs } }: NextOf): PassedStream['next'] {
  let waited = 0
  return async () => {
    const startedAt = clock.now()
    const ms = Math.max(0, Math.min(timeoutMs, timeoutMs * patience - waited))
    const deadline = startDeadline({ signal: neverAborted, ms, clock })
    deadline.signal.addEventListener('abort', cancel, { once: true })
    try {
      const read = await chunks.next()
      return read.done ? null : read.value
    } catch (cause) {
      cancel()
      throw faultOf({ cause, host, isLate: deadline.signal.aborted })
    } finally {
      deadline.end()
      waited += clock.now() - startedAt
    }
  }
}

const neverAborted = new AbortController().signal

/** Large answers are results; what else is large is a page of a proxy's. */
const looksLikeJsonRpc = (bytes: Buffer): boolean =>
  /^\s*\{\s*"(jsonrpc|id|result|error)"\s*:/.test(bytes.toString('latin1', 0, 256))

/** @returns undefined for what isn't JSON, such as a proxy's page */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The codes of undici when not a byte can have arrived. */
const undelivered = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

function faultOf({ cause, host, isLate }: { cause: unknown; host: string; isLate: boolean }): UpstreamError {
  if (cause instanceof UpstreamError) return cause
  if (isLate) return new UpstreamError({ code: 'silent', host, delivered: true, cause })
  const code = causeCode(cause)
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new UpstreamError({ code: 'too_large', host, delivered: true, cause })
  return new UpstreamError({ code: 'unreachable', host, delivered: !undelivered.includes(code), cause })
}

function causeCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  // Where a name has several addresses, the failures of each are gathered in one.
  if (error instanceof AggregateError) return causeCode(error.errors[0])
  return causeCode(error.cause)
}
