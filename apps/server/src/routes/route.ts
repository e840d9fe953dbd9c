import { type Context, Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { pageHeaders } from '../page/page.js'
import type { Project } from '../projects/project.js'
import type { Services } from '../services.js'
import { admit, clientOf, looseQuery, payAsClient } from './admission.js'
import { readJson, takeJson } from './body.js'
import type { Env } from './env.js'
import { type Hold, refuseAtDoor, takeSlots, whileHeld } from './hold.js'
import { type Operation, type OperationParts, type OperationReply, partsOf, type WireSchema } from './operation.js'
import { parseParts } from './parse.js'
import { send, withHead } from './send.js'

/** What a handler gets beside the parts that its operation takes. */
export interface Call {
  readonly services: Services
  /** The project that asks; only of an operation whose access is `project`. */
  readonly project: Project
  /** whom the request is counted against */
  readonly client: string
  /** aborted when the caller has gone */
  readonly signal: AbortSignal
  /** keeps what it holds until its answer has left */
  readonly hold: Hold
  /** for what isn't said by the operation: a header of the request, one of the answer */
  readonly c: Context<Env>
}

/** The value of an answer by its schema, or an answer that is whole already. */
type Answer<Reply extends OperationReply> = Reply extends { readonly schema: infer Schema extends WireSchema }
  ? v.InferOutput<Schema> | Response
  : Response | undefined

type Parsed<Parts extends OperationParts & v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Parts, undefined>>

interface Answering {
  readonly c: Context<Env>
  readonly services: Services
  readonly hold: Hold
}

/** A call of the API with what answers it. */
export interface Route {
  readonly operation: Operation
  readonly answer: (request: Answering) => Promise<Response>
}

/**
 * Says a call once: who may ask, what it takes, what it answers, and how.
 * @example
 * route(
 *   { id: 'getHistory', method: 'get', path: paths.history, …, takes: { param: AccountParam, query: HistoryQuery }, reply: { schema: HistoryReply } },
 *   ({ services, param: { address }, query, client, signal }) => services.history.of({ address, ...query, client, signal }),
 * )
 */
export function route<const Parts extends OperationParts & v.ObjectEntries, const Reply extends OperationReply>(
  operation: Omit<Operation, 'takes' | 'reply'> & { readonly takes: Parts; readonly reply: Reply },
  handler: (call: Call & Parsed<Parts>) => Answer<Reply> | Promise<Answer<Reply>>,
): Route {
  const schema = v.object(operation.takes)
  const status = operation.reply.status ?? 200
  return {
    operation,
    async answer({ c, services, hold }) {
      const parts = parseParts({ schema, value: readParts({ c, operation }) })
      const call: Call & Parsed<Parts> = {
        ...parts,
        services,
        project: c.get('project'),
        client: c.get('client'),
        hold,
        c,
        // Made only where it is asked for: most answers wait for no one.
        get signal() {
          return c.req.raw.signal
        },
      }
      const answer: unknown = await handler(call)
      if (answer instanceof Response) return answer
      if (answer === undefined) return send({ c, status })
      return send({ c, status, body: JSON.stringify(answer), type: 'application/json' })
    },
  }
}

function readParts({ c, operation: { takes, projectIn } }: { c: Context<Env>; operation: Operation }) {
  const query = () => (projectIn === 'looseQuery' ? Object.fromEntries(looseQuery(c.req.url)) : c.req.query())
  return {
    ...(takes.param === undefined ? {} : { param: c.req.param() }),
    ...(takes.query === undefined ? {} : { query: query() }),
    ...(takes.body === undefined ? {} : { body: readJson(c.get('body')) }),
  }
}

const usualLimitBytes = 64 * 1024

/**
 * Answers the calls of a list. Each needs a free slot and is paid for first; then its body is received, the slot is taken, and who
 * asks is admitted. What admits itself is answered at any load.
 */
export function mount({ services, routes }: { services: Services; routes: readonly Route[] }): Hono<Env> {
  const app = new Hono<Env>()
  for (const route of routes) {
    const { method, path, alsoAt, reply } = route.operation
    const handlers: readonly MiddlewareHandler<Env>[] = [
      ...('mediaTypes' in reply && reply.mediaTypes.includes('text/html') ? [withHead, pageHeaders] : []),
      handlerOf({ services, route }),
    ]
    app.on(method.toUpperCase(), alsoAt === undefined ? [path] : [path, alsoAt], ...handlers)
  }
  return app
}

/** One handler for all of it: a chain of middlewares costs a cached answer more than what they do. */
function handlerOf({ services, route: { operation, answer } }: { services: Services; route: Route }) {
  const { admitsItself, bodyType, limitBytes = usualLimitBytes } = operation
  if (admitsItself) return (c: Context<Env>) => whileHeld({ c, work: (hold) => answer({ c, services, hold }) })
  const takesJson = partsOf(operation).body !== undefined && bodyType !== 'form'
  return (c: Context<Env>) =>
    whileHeld({
      c,
      async work(hold) {
        const request = { c, services, operation, hold }
        c.set('client', clientOf(c, services))
        refuseAtDoor(request)
        await payAsClient({ ...request, limitBytes: takesJson ? limitBytes : undefined })
        if (takesJson) await takeJson({ ...request, limitBytes })
        takeSlots(request)
        await admit(request)
        return answer(request)
      },
    })
}
