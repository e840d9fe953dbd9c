import { FoyerError } from '@foyer/core/errors'
import * as v from 'valibot'
import { sentenceOf } from './checks.js'
import {
  Failure,
  type Notice,
  type NoticeName,
  notices,
  type RequestName,
  type RequestPayload,
  type RequestReply,
  requests,
} from './messages.js'

/** The prefix of each message's type, by its direction. */
export const prefixes = { app: '@w3m-app/', frame: '@w3m-frame/' } as const

/** A message of the application's to the wallet's page, whose payload is still to be read by {@link payloadOf}. */
export interface AppMessage {
  readonly name: RequestName
  /** Repeated by the answer [S7.41]. */
  readonly id: string | undefined
  readonly payload: unknown
}

/** A message of the wallet's page: an answer [S7.40], which {@link replyOf} or {@link failureOf} reads, or a notice, which {@link noticeOf} reads. */
export type FrameMessage =
  | (AppMessage & { readonly status: 'success' | 'error' })
  | { readonly name: NoticeName; readonly status: 'notice'; readonly payload: unknown }

/** A message doesn't fit the protocol [S5.32]; its own words are those of the first fault. */
export class FrameMessageError extends FoyerError {
  override readonly name = 'FrameMessageError'
  readonly code = 'frame_message'
  /** The faults, each with its place, such as `payload.email`. */
  readonly faults: readonly MessageFault[]

  constructor({ type, faults }: { readonly type: string; readonly faults: readonly MessageFault[] }) {
    const [first] = faults
    super(first ? `${first.path ? `${first.path}: ` : ''}${first.message}` : 'Invalid input', {
      facts: { type: type.slice(0, 80), rpcCode: -32_602 },
    })
    this.faults = faults
  }
}

export interface MessageFault {
  readonly path: string
  readonly message: string
}

const Envelope = v.object({ id: v.optional(v.string()), type: v.string(), payload: v.optional(v.unknown()) })

/**
 * Reads what came to the wallet's page.
 *
 * @returns undefined for what is no message of an application
 * @throws FrameMessageError for a name that the protocol doesn't have, and an id that is no text
 */
export function readAppMessage(data: unknown): AppMessage | undefined {
  const read = envelopeOf(data, prefixes.app)
  if (!read) return undefined
  const { name, type, id, payload } = read
  if (!isRequest(name)) throw unknown(type)
  return { name, id, payload }
}

/**
 * Reads what came to the application.
 *
 * @returns undefined for what is no message of the wallet's page
 * @throws FrameMessageError for a name that the protocol doesn't have, and an id that is no text
 */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const read = envelopeOf(data, prefixes.frame)
  if (!read) return undefined
  const { name, type, id, payload } = read
  if (isNotice(name)) return { name, status: 'notice', payload }
  const [, request = '', end] = /^(\w+)_(SUCCESS|ERROR)$/.exec(name) ?? []
  if (!isRequest(request)) throw unknown(type)
  return { name: request, id, status: end === 'ERROR' ? 'error' : 'success', payload }
}

/** Parses the payload of a request. @throws FrameMessageError where it doesn't fit [S5.32] */
export const payloadOf = <Name extends RequestName>(name: Name, payload: unknown): RequestPayload<Name> =>
  parsed({ type: prefixes.app + name, schema: requests[name].payload, payload })

/** Parses the answer to a request. @throws FrameMessageError where it doesn't fit [S5.32] */
export const replyOf = <Name extends RequestName>(name: Name, payload: unknown): RequestReply<Name> =>
  parsed({ type: `${prefixes.frame}${name}_SUCCESS`, schema: requests[name].reply, payload })

/** Reads why a request failed, as the wallet's page says it. @throws FrameMessageError where it says nothing */
export const failureOf = (name: RequestName, payload: unknown): string =>
  parsed({ type: `${prefixes.frame}${name}_ERROR`, schema: Failure, payload }).message

/** Parses a notice that the wallet's page sends unasked. @throws FrameMessageError where it doesn't fit */
export const noticeOf = <Name extends NoticeName>(name: Name, payload: unknown): Notice<Name> =>
  parsed({ type: prefixes.frame + name, schema: notices[name], payload })

function envelopeOf(data: unknown, prefix: string) {
  const { success: isMessage, output: message } = v.safeParse(v.object({ type: v.string() }), data)
  if (!isMessage || !message.type.startsWith(prefix)) return undefined
  const envelope = parsed({ type: message.type, schema: Envelope, payload: data, at: '' })
  return { ...envelope, name: envelope.type.slice(prefix.length) }
}

const isRequest = (name: string): name is RequestName => Object.hasOwn(requests, name)
const isNotice = (name: string): name is NoticeName => Object.hasOwn(notices, name)

const unknown = (type: string): FrameMessageError =>
  new FrameMessageError({ type, faults: [{ path: 'type', message: 'Invalid input' }] })

function parsed<Schema extends v.GenericSchema>({
  type,
  schema,
  payload,
  at = 'payload',
}: {
  readonly type: string
  readonly schema: Schema
  readonly payload: unknown
  readonly at?: string
}): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, payload)
  if (success) return output
  const faults = issues.map((issue) => ({
    path: [at, v.getDotPath(issue)].filter(Boolean).join('.'),
    message: sentenceOf(issue),
  }))
  throw new FrameMessageError({ type, faults })
}
