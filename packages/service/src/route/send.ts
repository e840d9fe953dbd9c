import type { Context, MiddlewareHandler } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import type { Env } from './env.js'

interface Send {
  c: Context<Env>
  status?: StatusCode | undefined
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream | undefined
  type?: string | undefined
  /** beside those of every answer, and before them */
  headers?: Readonly<Record<string, string>> | undefined
}

/**
 * Answers. The headers are a plain record until Node writes them: making `Headers` of them, and reading these again, costs more than a cached
 * answer takes besides.
 */
export function send({ c, status = 200, body, type, headers }: Send): Response {
  const { head } = c.env.visit
  const typed = type === undefined ? head : { ...head, 'Content-Type': type }
  return new Response(body ?? null, { status, headers: headers === undefined ? typed : { ...typed, ...headers } })
}

/** For pages, which Hono writes: gives them the headers of every answer. */
export const withHead: MiddlewareHandler<Env> = (c, next) => {
  for (const [name, value] of Object.entries(c.env.visit.head)) c.header(name, value)
  return next()
}
