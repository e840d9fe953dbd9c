import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { RunningNginx } from './startNginx.js'

export interface ProxyAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface AskProxy {
  path: string
  headers?: Record<string, string> | undefined
  /** makes it a POST */
  body?: string | undefined
  /** asks without TLS */
  isPlain?: boolean | undefined
}

/** Asks the proxy as a visitor does, who checks its certificate. Rejects where there is no whole answer. */
export function askProxy(
  { httpPort, httpsPort, certificate }: RunningNginx,
  { path, headers = {}, body, isPlain = false }: AskProxy,
): Promise<ProxyAnswer> {
  const common = { host: '127.0.0.1', path, headers, method: body === undefined ? 'GET' : 'POST', agent: false }
  return new Promise((resolve, reject) => {
    const call = isPlain
      ? plainRequest({ ...common, port: httpPort })
      : tlsRequest({ ...common, port: httpsPort, servername: 'localhost', ca: certificate })
    call.once('error', reject)
    call.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    call.end(body)
  })
}
