import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as v from 'valibot'

/** A JSON-RPC server on a port of its own. For tests; nothing in the product imports this. */
export interface RpcServer {
  readonly url: string
  /** The methods that it was asked for, in order. */
  readonly asked: string[]
  stop(): Promise<void>
}

/** An answer that is an error of JSON-RPC. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
}

const Asked = v.object({ id: v.unknown(), method: v.string(), params: v.optional(v.array(v.unknown()), []) })
type Answer = (method: string, params: readonly unknown[]) => Promise<unknown>

/** @param instead - answers in the place of JSON-RPC where it says so */
export async function serveRpc(
  answer: Answer,
  instead: (response: ServerResponse, method: string) => boolean = () => false,
): Promise<RpcServer> {
  const asked: string[] = []
  const one = async (said: unknown) => {
    const { id, method, params } = v.parse(Asked, said)
    try {
      return { jsonrpc: '2.0', id, result: await answer(method, params) }
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code: -32_500, message: String(error) } }
    }
  }
  const server = createServer((request, response) => {
    void read(request).then(async (body) => {
      const all = Array.isArray(body) ? body : [body]
      const [first = ''] = all.map((each) => v.parse(Asked, each).method)
      asked.push(...all.map((each) => v.parse(Asked, each).method))
      if (instead(response, first)) return
      const answers = await Promise.all(all.map(one))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('There is no port.')
  return {
    url: `http://127.0.0.1:${at.port}`,
    asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const Answered = v.object({ result: v.optional(v.unknown()), error: v.optional(v.object({ message: v.string() })) })

/** Asks another such server. @throws {@link RpcError} */
export async function askRpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = v.parse(Answered, await answer.json())
  if (error) throw new RpcError(error.message)
  return result
}

async function read(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
