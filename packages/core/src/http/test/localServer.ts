import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface LocalAnswer {
  readonly status?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as it is when a string, else as JSON. */
  readonly body?: unknown
  /** `never` holds the connection open; `cut` breaks it off after half of the body. */
  readonly end?: 'never' | 'cut' | undefined
}

export interface LocalServer {
  readonly origin: string
  readonly requests: readonly LocalRequest[]
  close(): Promise<void>
}

/** A real HTTP server on a free port with given answers. For tests; not exported by any entry. */
export async function localServer(
  answer: (request: LocalRequest, at: number) => LocalAnswer | Promise<LocalAnswer>,
): Promise<LocalServer> {
  const requests: LocalRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const seen: LocalRequest = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', 'http://localhost'),
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    requests.push(seen)
    const { status = 200, headers = {}, body = '', end } = await answer(seen, requests.length - 1)
    if (end === 'never') return
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-length': Buffer.byteLength(text), ...headers })
    if (end === 'cut') response.write(text.slice(0, text.length / 2), () => response.destroy())
    else response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { origin: `http://127.0.0.1:${portOf(server.address())}`, requests, close }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return address.port
}
