import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A call as it came in. */
export interface SellerCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** where it was sent: `127.0.0.1:1234` */
  readonly host: string
  readonly header: (name: string) => string
  /** parsed; undefined without one, null for what isn't JSON */
  readonly body: unknown
}

export interface SellerAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** How a seller that doesn't do its work behaves, one call each. */
export type SellerFailure =
  | { readonly kind: 'answer'; readonly answer: SellerAnswer }
  /** text that isn't JSON */
  | { readonly kind: 'garbage'; readonly text: string }
  /** so many bytes of it */
  | { readonly kind: 'flood'; readonly bytes: number }
  /** a head, and then nothing */
  | { readonly kind: 'silence' }
  | { readonly kind: 'hangUp' }

/** A stand-in for a seller of the outside world, on this machine. */
export interface LocalSeller {
  readonly url: string
  /** every call, in order */
  readonly calls: readonly SellerCall[]
  /** The next calls fail so, in this order. */
  fail(...failures: readonly SellerFailure[]): void
  /** Forgets calls and failures. */
  reset(): void
  stop(): Promise<void>
}

/**
 * Starts one on a free port of the loopback device.
 * @param answer - what it does with a call; what it throws is an answer too, where it is a {@link SellerRefusal}
 */
export async function startSeller(answer: (call: SellerCall) => SellerAnswer): Promise<LocalSeller> {
  const calls: SellerCall[] = []
  const failures: SellerFailure[] = []
  const server = createServer(async (request, response) => {
    const call = await readCall(request)
    calls.push(call)
    const failure = failures.shift()
    if (failure !== undefined) return fail({ failure, response })
    try {
      write({ response, ...answer(call) })
    } catch (error) {
      if (!(error instanceof SellerRefusal)) throw error
      write({ response, ...error.answer })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`,
    calls,
    fail: (...next) => void failures.push(...next),
    reset() {
      calls.length = 0
      failures.length = 0
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** What a seller answers to a call that isn't as its documents say. */
export class SellerRefusal extends Error {
  override readonly name = 'SellerRefusal'
  readonly answer: SellerAnswer
  constructor(answer: SellerAnswer) {
    super(`HTTP status code: ${answer.status}`)
    this.answer = answer
  }
}

async function readCall(request: IncomingMessage): Promise<SellerCall> {
  let text = ''
  for await (const chunk of request) text += chunk
  const { host = '' } = request.headers
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', `http://${host}`)
  const header = (name: string) => String(request.headers[name] ?? '')
  return { method: request.method ?? '', path, query, host, header, body: text === '' ? undefined : readJson(text) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function write({ response, status, body, headers = {} }: SellerAnswer & { response: ServerResponse }): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function fail({ failure, response }: { failure: SellerFailure; response: ServerResponse }): void {
  if (failure.kind === 'answer') write({ response, ...failure.answer })
  else if (failure.kind === 'hangUp') response.destroy()
  else {
    response.writeHead(200, { 'content-type': 'application/json' })
    if (failure.kind === 'silence') response.write(' ')
    else response.end(failure.kind === 'garbage' ? failure.text : `"${'x'.repeat(failure.bytes)}"`)
  }
}
