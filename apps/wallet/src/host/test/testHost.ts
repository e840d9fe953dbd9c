import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { createHost } from '../createHost.js'
import type { NetworksOf } from '../networks.js'

/** A request of the host to the servers behind it. */
export interface Asked {
  readonly url: string
  readonly headers: Headers
  readonly body: string | undefined
}

const key = 'A'.repeat(87)

/** The page's host, with a stand-in for the network behind it. */
export async function testHost({
  origins = {},
  placeHeader,
  networksOf = async () => [],
  answer = () => Response.json({}),
}: {
  readonly origins?: Readonly<Record<string, readonly string[]>>
  readonly placeHeader?: string
  readonly networksOf?: NetworksOf
  readonly answer?: (asked: Asked) => Response | Promise<Response>
} = {}): Promise<{ readonly host: Hono; readonly asked: Asked[]; readonly reported: unknown[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-wallet-'))
  for (const part of ['assets', '.vite']) await mkdir(join(folder, part))
  await writeFile(join(folder, '.vite/manifest.json'), '{}')
  for (const name of ['client-1.js', 'worker-2.js']) await writeFile(join(folder, 'assets', name), '0')
  const asked: Asked[] = []
  const reported: unknown[] = []
  const host = createHost({
    folder,
    files: { script: '/assets/client-1.js', styles: [] },
    api: 'https://api.example',
    login: 'https://login.example',
    keeper: 'https://keeper.example',
    settings: { keeperKeys: { sealing: key, signing: key } },
    networksOf,
    projectId: 'own',
    placeHeader,
    originsOf: async ({ projectId }) => (Object.hasOwn(origins, projectId) && origins[projectId]) || [],
    clientOf: () => '192.0.2.7',
    report: (error) => reported.push(error),
    fetch: async (url, init) => {
      const { headers, body, method } = new Request(url, init)
      const text = method === 'POST' && body ? await new Response(body).text() : undefined
      const one = { url: String(url), headers, body: text }
      asked.push(one)
      return answer(one)
    },
  })
  return { host, asked, reported }
}
