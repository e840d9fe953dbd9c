import { listen } from '@foyer/page'

/** For tests. The host of the page before a chain: it passes JSON-RPC on, and answers balances as the operator's server would. */
export interface ChainHost {
  readonly origin: string
  /** The methods that the chain was asked. */
  readonly asked: string[]
  /** The server's balances; undefined where the host has none. */
  balances: readonly object[] | undefined
  /** In the chain's place, by method. */
  readonly instead: Map<string, (params: unknown) => unknown>
  stop(): Promise<void>
}

export async function startChainHost(chainUrl: string): Promise<ChainHost> {
  const asked: string[] = []
  const instead: ChainHost['instead'] = new Map()
  const host = await listen({
    port: 0,
    async fetch(request) {
      if (request.method === 'GET')
        return of.balances ? Response.json({ balances: of.balances }) : new Response('{}', { status: 404 })
      const body = await request.text()
      const { method, params, id } = JSON.parse(body)
      asked.push(method)
      const other = instead.get(method)
      if (other) return Response.json({ jsonrpc: '2.0', id, ...Object(other(params)) })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(chainUrl, { method: 'POST', headers, body })
      return new Response(await answer.text(), { headers })
    },
  })
  const of: ChainHost = { origin: host.url, asked, balances: undefined, instead, stop: host.stop }
  return of
}
