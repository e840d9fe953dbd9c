import * as v from 'valibot'
import { InvalidAccountIdError } from '../chain/caip.js'
import { InvalidResponseError } from '../errors/http.js'
import { readJson } from '../http/readJson.js'
import type { Call, CallInput, CallReply } from './call.js'

type Texts = Readonly<Record<string, string | undefined>>

/** What every request of a project says of it in its query, unless its call has that elsewhere [S7.1]. */
interface OfProject {
  readonly project?: (Texts & { readonly projectId: string }) | undefined
}

/** A call as HTTP has it. */
export interface CallRequest {
  /** Path and query, below its service's origin. */
  readonly url: string
  readonly method: string
  readonly body: string | null
}

/** Of a service that takes a body as nothing but JSON; the kit does without, which spares a browser's preflight. */
export const jsonHeaders = { 'content-type': 'application/json' } as const

/**
 * What a call is asked by. A GET has no body; another call without one sends an empty object.
 * @throws InvalidAccountIdError for a path parameter that is missing, empty or only dots
 * @example
 * const { url, ...init } = requestOf(balanceCall, { params: { address }, query: { currency: 'usd' }, project: { projectId } })
 */
export function requestOf<const Of extends Call>(call: Of, input: CallInput<Of> & OfProject): CallRequest
export function requestOf(
  { path, method, projectIn = 'query' }: Call,
  {
    params = {},
    query,
    body,
    project,
  }: OfProject & {
    readonly params?: Texts | undefined
    readonly query?: Texts | undefined
    readonly body?: unknown
  },
): CallRequest {
  const said = projectIn === 'body' || projectIn === 'nowhere' ? {} : project
  const texts = Object.entries({ ...said, ...query }).flatMap(([name, text]) => (text ? [[name, text]] : []))
  const search = `${new URLSearchParams(texts)}`
  return {
    url: pathWith({ path, params }) + (search && `?${search}`),
    method: method.toUpperCase(),
    body: method === 'get' ? null : JSON.stringify(body ?? {}),
  }
}

/**
 * Puts addresses and names into the places that a path of the wire has for them. Dots alone would climb the path, even
 * escaped, so they can't stand for one.
 */
function pathWith({ path, params }: { readonly path: string; readonly params: Texts }): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? ''
    if (/^\.*$/.test(value)) throw new InvalidAccountIdError({ fault: 'address' })
    return encodeURIComponent(value)
  })
}

/**
 * What a call is answered, as its schema lets it through; nothing where its status says all.
 * @throws InvalidResponseError that names the call and the first wrong field
 */
export function replyOf<const Of extends Pick<Call, 'id' | 'reply'>>(call: Of, text: string): CallReply<Of>
export function replyOf({ id, reply: schema }: Pick<Call, 'id' | 'reply'>, text: string): unknown {
  if (schema) return parseReply({ call: id, schema, value: readJson({ text, context: { call: id } }) })
  return undefined
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
