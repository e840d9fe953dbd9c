import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** What a stand-in is asked. */
export interface StandInRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** where it was sent: `127.0.0.1:1234` */
  readonly host: string
  /** empty for one that isn't there */
  readonly header: (name: string) => string
  /** parsed; undefined without one, null for what isn't JSON */
  readonly body: unknown
  /** the body as it came */
  readonly bytes: Uint8Array
}

export interface StandInAnswer {
  /** 200 if left out */
  readonly status?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** sent as JSON, a text or bytes as they are */
  readonly body: unknown
}

/** The ways in which a server on the internet fails. */
export type StandInFailure =
  | 'expired'
  | 'limited'
  | 'limitedWithoutWord'
  | 'failing'
  | 'nonsense'
  | 'html'
  | 'endless'
  | 'dripping'
  | 'silent'
  | 'hangUp'

/** What happens to a request in the place of its answer. */
export type Instead = StandInFailure | StandInAnswer

/** A stand-in for a provider on this machine: it answers documented requests in the documented form and refuses all others. */
export interface StandIn {
  readonly url: string
  /** the requests that came, in order */
  readonly asked: readonly StandInRequest[]
  /** for as long as it gives something */
  instead: Instead | (() => Instead | undefined) | undefined
  /** The next requests fail so, in this order. */
  fail(...next: readonly Instead[]): void
  /** Forgets what was asked, and answers well. */
  reset(): void
  stop(): Promise<void>
}

export interface StandInParameters {
  /** what it does with a request; what it throws is an answer too, where it is a {@link StandInRefusal} */
  answer: (request: StandInRequest) => StandInAnswer | Promise<StandInAnswer>
  /** its own documented forms of refusal */
  refusals?: { readonly expired: StandInAnswer; readonly limited: StandInAnswer } | undefined
}

/** What a stand-in answers to a request that isn't as its documents say. */
export class StandInRefusal extends Error {
  override readonly name = 'StandInRefusal'
  readonly answer: StandInAnswer
  constructor(answer: StandInAnswer) {
    super(`HTTP status code: ${answer.status}`)
    this.answer = answer
  }
}

/** Starts one on a free port of this machine. */
export async function startStandIn({ answer, refusals = usualRefusals }: StandInParameters): Promise<StandIn> {
  const asked: StandInRequest[] = []
  const failures: Instead[] = []
  const server = createServer(async (message, response) => {
    const request = await readRequest(message)
    asked.push(request)
    const { instead } = standIn
    const given = failures.shift() ?? (typeof instead === 'function' ? instead() : instead)
    if (given === undefined) write({ response, ...(await answered({ answer, request })) })
    else if (typeof given === 'string') fail({ failure: given, response, refusals })
    else write({ response, ...given })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  const standIn: StandIn = {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    instead: undefined,
    fail: (...next) => void failures.push(...next),
    reset() {
      asked.length = 0
      failures.length = 0
      standIn.instead = undefined
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

const usualRefusals = {
  expired: { status: 401, body: { message: 'Unauthorized' } },
  limited: { status: 429, body: { message: 'Too many requests' } },
}

/** A fault of the stand-in itself, or of the chain behind it, mustn't leave a test waiting. */
async function answered({
  answer,
  request,
}: Pick<StandInParameters, 'answer'> & { request: StandInRequest }): Promise<StandInAnswer> {
  try {
    return await answer(request)
  } catch (error) {
    return error instanceof StandInRefusal ? error.answer : { status: 400, body: { standInFailed: String(error) } }
  }
}

async function readRequest(message: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(Buffer.from(chunk))
  const bytes = new Uint8Array(Buffer.concat(chunks))
  const text = new TextDecoder().decode(bytes)
  const { method = 'GET', headers } = message
  const { host = '' } = headers
  const { pathname: path, searchParams: query } = new URL(message.url ?? '/', 'http://stand-in')
  const header = (name: string) => String(headers[name] ?? '')
  return { method, path, query, host, header, body: text === '' ? undefined : readJson(text), bytes }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function write({ response, status = 200, body, headers = {} }: StandInAnswer & { response: ServerResponse }): void {
  // A connection that were kept could end just as the next question is sent.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
  response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body))
}

interface Fail extends Required<Pick<StandInParameters, 'refusals'>> {
  failure: StandInFailure
  response: ServerResponse
}

function fail({ failure, response, refusals = usualRefusals }: Fail): void {
  const { expired, limited } = refusals
  const said: Partial<Record<StandInFailure, StandInAnswer>> = {
    expired,
    limited: { ...limited, headers: { 'retry-after': '7' } },
    limitedWithoutWord: limited,
    failing: { status: 503, body: { error: 'unavailable' } },
    nonsense: { body: { planted: ['nonsense'], coins: 3, liquidityAvailable: 'perhaps', quotes: 'none' } },
    html: { headers: { 'content-type': 'text/html' }, body: '<h1>Maintenance</h1>' },
  }
  const answer = said[failure]
  if (answer !== undefined) write({ response, ...answer })
  else if (failure === 'endless') pour(response)
  else if (failure === 'dripping') response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  else if (failure === 'hangUp') response.destroy()
  // who is silent does nothing
}

const hundredMegabytes = 100 * 1024 * 1024

/** An answer of 100 MB, as fast as it is taken. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, ' ')
  let left = hundredMegabytes
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    if (response.destroyed) return
    left -= chunk.byteLength
    if (left <= 0) response.end()
    else response.write(chunk, more)
  }
  more()
}
