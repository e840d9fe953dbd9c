import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/** What a provider is asked, and what it answers. */
export interface ProviderRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

export interface ProviderAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** How a provider behaves: as documented, or in one of the ways in which a server on the internet fails. */
export const providerMoods = [
  'well',
  'expired',
  'limited',
  'limitedWithoutWord',
  'failing',
  'nonsense',
  'html',
  'endless',
  'dripping',
  'silent',
] as const
export type ProviderMood = (typeof providerMoods)[number]

/** A stand-in for a provider: it answers documented requests in the documented form and refuses all others. */
export interface StartedProvider {
  readonly url: string
  /** the requests that came, in order */
  readonly asked: readonly ProviderRequest[]
  mood: ProviderMood
  stop(): Promise<void>
}

export interface StartProviderParameters {
  answer: (request: ProviderRequest) => ProviderAnswer
  /** its own documented forms of refusal */
  refusals: { readonly expired: ProviderAnswer; readonly limited: ProviderAnswer }
}

export async function startProvider({ answer, refusals }: StartProviderParameters): Promise<StartedProvider> {
  const asked: ProviderRequest[] = []
  const server = createServer((message, response) => {
    const url = new URL(message.url ?? '/', 'http://provider')
    const { method = 'GET', headers } = message
    const request = { method, path: url.pathname, query: url.searchParams, headers }
    asked.push(request)
    respond({ response, request })
  })
  /** A fault of the stand-in itself mustn't leave a test waiting. */
  const answered = (request: ProviderRequest): ProviderAnswer => {
    try {
      return answer(request)
    } catch (error) {
      return { status: 400, body: { standInFailed: String(error) } }
    }
  }
  const respond = ({ response, request }: { response: ServerResponse; request: ProviderRequest }) => {
    const json = ({ status, body, headers = {} }: ProviderAnswer) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    const { limited } = refusals
    switch (started.mood) {
      case 'well':
        return json(answered(request))
      case 'expired':
        return json(refusals.expired)
      case 'limited':
        return json({ ...limited, headers: { 'retry-after': '7' } })
      case 'limitedWithoutWord':
        return json(limited)
      case 'failing':
        return json({ status: 503, body: { error: 'unavailable' } })
      case 'nonsense':
        return json({ status: 200, body: { planted: ['nonsense'], coins: 3, liquidityAvailable: 'perhaps' } })
      case 'html':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')
      case 'endless':
        return pour(response)
      case 'dripping':
        response.writeHead(200, { 'content-type': 'application/json' })
        return void response.write('{')
      case 'silent':
        return
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  const started: StartedProvider = {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    mood: 'well',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return started
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
