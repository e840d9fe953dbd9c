import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** A stranger's web server for tests; nothing in the product imports this. */
export interface Files {
  readonly origin: string
  readonly port: number
  /** the paths that were asked for, in order */
  readonly asked: readonly string[]
  /** what is answered below a path */
  serve(path: string, serve: Serve): void
  stop(): Promise<void>
}

export async function startFiles({
  host = '127.0.0.1',
  port = 0,
}: {
  host?: string
  port?: number
} = {}): Promise<Files> {
  const asked: string[] = []
  const served = new Map<string, Serve>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://files').pathname
    asked.push(path)
    const serve = served.get(path)
    if (serve === undefined) response.writeHead(404).end()
    else serve(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return {
    origin: `http://${host}:${address.port}`,
    port: address.port,
    asked,
    serve: (path, serve) => void served.set(path, serve),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const content =
  ({
    body,
    type = 'application/json',
    headers = {},
  }: {
    body: string | Uint8Array
    type?: string
    headers?: Record<string, string>
  }): Serve =>
  (_request, response) =>
    void response.writeHead(200, { ...(type !== '' && { 'content-type': type }), ...headers }).end(body)

export const redirect =
  (location: string, status = 302): Serve =>
  (_request, response) =>
    void response.writeHead(status, { location }).end()
