import { createServer } from 'node:http'

/** An answer of a provider, or something that goes wrong in its place. */
export interface ProviderAnswer {
  readonly status?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** sent as JSON, a text as it is */
  readonly body: unknown
}

/** A provider's stand-in on this machine. */
export interface StandIn {
  readonly url: string
  /** what was asked, in order */
  readonly asked: readonly URL[]
  /** what is answered instead, by its number, as long as it gives something */
  instead: ((asked: URL, count: number) => ProviderAnswer | undefined) | undefined
  stop(): Promise<void>
}

/** Starts one on a free port of this machine. */
export async function startStandIn(answer: (asked: URL) => Promise<ProviderAnswer>): Promise<StandIn> {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    asked.push(url)
    const given = standIn.instead?.(url, asked.length)
    void (given === undefined ? answer(url) : Promise.resolve(given)).then(
      ({ status = 200, headers = {}, body }) => {
        // A connection that were kept could end just as the next question is sent.
        response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      },
      () => response.destroy(), // the chain behind it has gone
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  const standIn: StandIn = {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    instead: undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}
