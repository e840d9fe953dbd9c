import type { IncomingMessage, ServerResponse } from 'node:http'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { createBackend } from './server'

/** A request as Vite's server hands it on, with the path that it came with. */
type Incoming = IncomingMessage & { readonly originalUrl?: string | undefined }

/** The backend beside the page, at `/siwx/…`: in production it is a server of your own. */
function backend(): Plugin {
  const backends = new Map<string, ReturnType<typeof createBackend>>()
  const answer = async (incoming: Incoming, outgoing: ServerResponse) => {
    const origin = `http://${incoming.headers.host}`
    const handle = backends.get(origin) ?? createBackend({ origin })
    backends.set(origin, handle)
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const { method = 'GET', headers } = incoming
    const body = method === 'GET' ? null : Buffer.concat(parts)
    const sent = { cookie: headers.cookie ?? '', origin: headers.origin ?? '' }
    const answered = await handle(
      new Request(`${origin}${incoming.originalUrl ?? ''}`, { method, headers: sent, body }),
    )
    outgoing.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text())
  }
  const listen = (incoming: Incoming, outgoing: ServerResponse, next: (error: unknown) => void) => {
    answer(incoming, outgoing).catch(next)
  }
  return {
    name: 'backend',
    configureServer: ({ middlewares }) => void middlewares.use('/siwx', listen),
    configurePreviewServer: ({ middlewares }) => void middlewares.use('/siwx', listen),
  }
}

export default defineConfig({ plugins: [react(), backend()] })
