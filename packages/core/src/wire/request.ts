import type { Call, CallInput } from './call.js'

type Texts = Readonly<Record<string, string | undefined>>

/** The project's part in the query of every request, unless its call has that elsewhere [S7.1]. */
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
 * Builds the request of a call. A GET has no body; another call without one sends an empty object.
 * @throws RangeError for a path parameter that is missing, empty or only dots, which would climb the path even escaped
 * @example
 * const { url, ...init } = requestOf(balanceCall, { params: { address }, query: { currency: 'usd' }, project: { projectId } })
 */
export function requestOf<const Of extends Call>(call: Of, input: CallInput<Of> & OfProject): CallRequest
export function requestOf(
  { path, method, projectIn }: Call,
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
  const said = projectIn !== 'body' && projectIn !== 'nowhere' && project
  const search = new URLSearchParams()
  for (const [name, text] of Object.entries({ ...said, ...query })) if (text) search.set(name, text)
  return {
    url: pathWith(path, params) + `${search}`.replace(/^./, '?$&'),
    method: method.toUpperCase(),
    body: method === 'get' ? null : JSON.stringify(body ?? {}),
  }
}

/** Puts addresses and names into the places that a path of the wire has for them. */
const pathWith = (path: string, params?: Texts): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name] ?? ''
    if (/^\.*$/.test(value)) throw new RangeError(name)
    return encodeURIComponent(value)
  })
