import { createServer, type IncomingMessage } from 'node:http'

/** For tests. A server on a port of its own. */
export interface AnswerServer {
  readonly url: string
  /** The requests so far, as `METHOD /path` and the body. */
  readonly asked: readonly { readonly line: string; readonly body: string }[]
  stop(): Promise<void>
}

/** Starts a server whose answers a test gives: a status and a text. */
export async function startAnswerServer(
  answer: (asked: { readonly line: string; readonly body: string }) => {
    readonly status: number
    readonly text: string
  },
): Promise<AnswerServer> {
  const asked: { line: string; body: string }[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const each = { line: `${request.method} ${request.url}`, body }
      asked.push(each)
      const { status, text } = answer(each)
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
