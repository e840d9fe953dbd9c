import type { Output, WireSchema } from '@foyer/core/wire'
import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Signed } from '../signedCalls/signedCalls.js'
import { type Soon, whenThere } from '../soon.js'
import { readJson, takeJson } from './body.js'
import { clientOf, looseQuery, payAsClient } from './callers.js'
import type { CommonServices } from './commonServices.js'
import type { Env } from './env.js'
import { type Hold, refuseAtDoor, takeSlots, whileHeld } from './hold.js'
import type { Operation } from './operation.js'
import { parseParts } from './parse.js'
import { readSigned } from './readSigned.js'
import { send, withHead } from './send.js'

/** Services that every server that mounts routes has, whatever else it serves. */
export type Served = Pick<CommonServices, 'bodies' | 'callers' | 'chains' | 'clientKey' | 'slots' | 'signedCalls'>

/** Everything that a handler gets beside the parts that its operation takes. */
export interface Call<Of extends Served> {
  readonly services: Of
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
type Answer<Of extends Operation> = Of extends { readonly reply: infer Schema extends WireSchema }
  ? Soon<Output<Schema> | Response>
  : Soon<Response | undefined> | Promise<void>

/** The parts that are parsed before the handler runs. */
type Parsed<Of extends Operation> = {
  readonly [Part in 'params' | 'query' | 'body' as IsParsed<Of, Part> extends true
    ? Part
    : never]: Of[Part] extends WireSchema ? v.InferOutput<Of[Part]> : never
}

type IsParsed<Of extends Operation, Part extends 'params' | 'query' | 'body'> = Of[Part] extends WireSchema
  ? [Part, Of['readsBody']] extends ['body', true]
    ? false
    : true
  : false

/** The signed payload and its key, of an operation that says what is signed. */
type SignedParts<Of extends Operation> = Of['payload'] extends WireSchema
  ? Signed<v.InferOutput<Of['payload']>>
  : unknown

export interface Answering<On extends Served> {
  readonly c: Context<Env>
  readonly services: On
  readonly hold: Hold
}

/** A call of the API with what answers it. */
export interface Route<On extends Served> {
  readonly operation: Operation
  readonly answer: (request: Answering<On>) => Soon<Response>
}

/**
 * Says a call once: who may ask, what it takes, what it answers, and how.
 * @param enter - what every signed call of those needs before it is answered, such as a session
 * @example
 * const route = routeOn<Services>()
 * route(
 *   { ...historyCall, group: 'Accounts', access: 'project', cost: 10, summary: 'Lists what an account did.' },
 *   ({ services, params: { address }, query, client, signal }) => services.history.of({ address, ...query, client, signal }),
 * )
 */
export const routeOn = <On extends Served, Said extends Operation = Operation>(enter?: Enter<On>) =>
  routeAs<On, Call<On>, Said>(RoutedCall<On>, enter)

/**
 * The same for a server whose handlers get more than every handler does.
 * @param asking - what they get, made of a request
 */
export function routeAs<On extends Served, Asking extends Call<On>, Said extends Operation = Operation>(
  asking: new (request: Answering<On>) => Asking,
  enter?: Enter<On>,
) {
  function say<const Of extends Said>(
    operation: Of,
    handler: (call: Asking & Parsed<Of> & SignedParts<Of>) => Answer<Of>,
  ): Route<On>
  function say(operation: Operation, handler: (call: Asking) => Soon<unknown>): Route<On> {
    return { operation, answer: answering({ operation, handler, asking, enter }) }
  }
  return say
}

/** A signed call that is about to be answered. */
interface Entering<On extends Served> extends Answering<On>, Signed<unknown> {
  readonly operation: Operation
}

type Enter<On extends Served> = (call: Entering<On>) => Promise<void>

interface Handled<On extends Served, Asking extends Call<On>> {
  readonly operation: Operation
  readonly handler: (call: Asking) => Soon<unknown>
  readonly asking: new (request: Answering<On>) => Asking
  readonly enter: Enter<On> | undefined
}

function answering<On extends Served, Asking extends Call<On>>({
  operation,
  handler,
  asking,
  enter,
}: Handled<On, Asking>): Route<On>['answer'] {
  const { params, query, body, readsBody, payload, status = 200 } = operation
  const parts = { params, query, body: readsBody ? undefined : body }
  const taken = Object.entries(parts).flatMap(([name, part]) => (part === undefined ? [] : [[name, part] as const]))
  const schema = v.object(Object.fromEntries(taken))
  const nothing = taken.length === 0 ? {} : undefined
  return (request) => {
    const asked = new asking(request)
    const parsed = nothing ?? parseParts({ schema, value: readParts(request.c, operation) })
    const answered: Soon<unknown> =
      payload === undefined
        ? handler(Object.assign(asked, parsed))
        : readSigned({ ...request, call: operation.id, schema: payload }).then(async (signed) => {
            await enter?.({ ...request, ...signed, operation })
            return handler(Object.assign(asked, signed))
          })
    return whenThere(answered, (answer) => {
      if (answer instanceof Response) return answer
      if (answer === undefined) return send({ c: request.c, status })
      return send({ c: request.c, status, body: JSON.stringify(answer), type: 'application/json' })
    })
  }
}

/** The getter is of what most answers don't need: a signal takes a whole request. */
export class RoutedCall<On extends Served> implements Call<On> {
  readonly services: On
  readonly client: string
  readonly hold: Hold
  readonly c: Context<Env>

  constructor({ c, services, hold }: Answering<On>) {
    this.services = services
    this.client = c.env.visit.client
    this.hold = hold
    this.c = c
  }

  get signal(): AbortSignal {
    return this.c.req.raw.signal
  }
}

function readParts(c: Context<Env>, { params, query, body, readsBody, projectIn }: Operation) {
  const said = () => (projectIn === 'looseQuery' ? Object.fromEntries(looseQuery(c.req.url)) : c.req.query())
  return {
    ...(params === undefined ? {} : { params: c.req.param() }),
    ...(query === undefined ? {} : { query: said() }),
    ...(body === undefined || readsBody ? {} : { body: readJson(c.env.visit.body) }),
  }
}

const usualLimitBytes = 64 * 1024

/** Lets those through who may ask. */
type Admit<On extends Served> = (request: {
  readonly c: Context<Env>
  readonly services: On
  readonly operation: Operation
}) => Soon<void>

interface Mount<On extends Served> {
  readonly services: On
  readonly routes: readonly Route<On>[]
  readonly admit: Admit<On>
  /** sets the headers of those that are pages, where there are some */
  readonly pageHeaders?: MiddlewareHandler | undefined
}

/**
 * Answers the calls of a list. Each needs a free slot and is paid for first; then its body is received, the slot is taken, and who
 * asks is admitted. What admits itself is answered at any load.
 */
export function mount<On extends Served>({ services, routes, admit, pageHeaders }: Mount<On>): Hono<Env> {
  const app = new Hono<Env>()
  for (const route of routes) {
    const { method, path, alsoAt, mediaTypes } = route.operation
    const head = pageHeaders !== undefined && mediaTypes?.includes('text/html') ? [withHead, pageHeaders] : []
    for (const at of alsoAt === undefined ? [path] : [path, alsoAt]) {
      const handler = handlerOf({ services, route, admit, at })
      app.on(method.toUpperCase(), [at], ...head, handler)
    }
  }
  return app
}

interface Mounted<On extends Served> {
  services: On
  route: Route<On>
  admit: Admit<On>
  /** the pattern that the log names */
  at: string
}

/**
 * One handler for all of it: a chain of middlewares costs a cached answer more than what they do. Where nothing has to be waited for, the answer
 * is there when it returns.
 */
function handlerOf<On extends Served>({ services, route, admit, at }: Mounted<On>): Handler<Env> {
  const { operation, answer } = route
  const { admitsItself, body, bodyType, limitBytes = usualLimitBytes } = operation
  const takesJson = body !== undefined && bodyType !== 'form'
  const work = (request: Answering<On> & { operation: Operation }) => {
    if (admitsItself) return answer(request)
    request.c.env.visit.client = clientOf(request.c, services)
    refuseAtDoor(request)
    const enter = () => {
      takeSlots(request)
      return whenThere(admit(request), () => answer(request))
    }
    if (!takesJson) return whenThere(payAsClient(request), enter)
    const received = whenThere(payAsClient({ ...request, limitBytes }), () => takeJson({ ...request, limitBytes }))
    return whenThere(received, enter)
  }
  return (c) => {
    c.env.visit.route = at
    return whileHeld({ c, work: (hold) => work({ c, services, operation, hold }) })
  }
}
