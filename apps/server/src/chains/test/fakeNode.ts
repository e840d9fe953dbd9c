import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

/** A request to a fake node. */
interface Asked {
  /** parsed JSON */
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
}

export type Answer = (request: { body: unknown; response: ServerResponse }) => void

/** A network's node for tests that answers as scripted, right or wrong; nothing in the product imports this. */
export interface FakeNode {
  readonly url: string
  readonly asked: readonly Asked[]
  answer: Answer
  stop(): Promise<void>
}

export async function startFakeNode(answer: Answer): Promise<FakeNode> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      if (text === null) return
      const body: unknown = JSON.parse(text)
      asked.push({ body, headers: request.headers })
      node.answer({ body, response })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  const node: FakeNode = {
    url: `http://127.0.0.1:${address.port}/secret-key-in-path`,
    asked,
    answer,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return node
}

/** Answers each request with what its method is scripted to give, in the order that JSON-RPC leaves open: backwards. */
export function results(byMethod: Readonly<Record<string, unknown>>): Answer {
  const one = (request: unknown) => {
    const { id, method } = asRequest(request)
    return { jsonrpc: '2.0', id, result: byMethod[method] ?? null }
  }
  return ({ body, response }) => {
    json({ body: Array.isArray(body) ? body.map(one).reverse() : one(body) })({ body, response })
  }
}

export const json =
  ({
    body,
    status = 200,
    headers = {},
  }: {
    body: unknown
    status?: number
    headers?: Record<string, string>
  }): Answer =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

export const html =
  ({ status = 200 }: { status?: number } = {}): Answer =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html><h1>It works</h1></html>')
  }

export const limited =
  ({ retryAfter }: { retryAfter?: string | undefined } = {}): Answer =>
  ({ response }) => {
    response.writeHead(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('slow down')
  }

/** Passes the request on to a real node, and hangs up where that can't be asked any more. */
export const passOn =
  (url: () => string): Answer =>
  ({ body, response }) => {
    const headers = { 'content-type': 'application/json' }
    void fetch(url(), { method: 'POST', headers, body: JSON.stringify(body) })
      .then((answer) => answer.text())
      .then(
        (text) => response.writeHead(200, headers).end(text),
        () => response.destroy(),
      )
  }

/** Accepts the request and never answers. */
export const silence: Answer = () => {}

/** Takes the request and hangs up. */
export const hangUp: Answer = ({ response }) => response.destroy()

function asRequest(request: unknown): { id: unknown; method: string } {
  if (typeof request !== 'object' || request === null || !('method' in request) || !('id' in request)) {
    throw new Error('The fake node got what is no request.')
  }
  return { id: request.id, method: String(request.method) }
}

/** @returns null for a client that disconnected before the end of its body */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of request) chunks.push(chunk)
  } catch {
    return null
  }
  return Buffer.concat(chunks).toString()
}
