import { fileURLToPath } from 'node:url'
import { type Listening, listen, readPageFiles } from '@foyer/page'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createOrigins } from './ancestor.js'
import { createHost, type HostParameters } from './createHost.js'

export type ServeWalletParameters = Pick<HostParameters, 'api' | 'login' | 'keeper' | 'settings'> & {
  /** 0 picks a free port. */
  readonly port: number
  /** What went wrong behind the page, such as a server that doesn't answer; written to the console unless said. */
  readonly report?: ((error: unknown) => void) | undefined
}

/** The browser's files, beside this one when built: `dist/client`. */
const folder = fileURLToPath(new URL('../client', import.meta.url))

/**
 * Serves the wallet's page, and passes what it asks on to the servers behind it.
 * @throws where the page isn't built, or the port can't be had
 * @example
 * const { stop } = await serveWallet({ port: 7106, api, login, keeper, settings: { keeperKeys, networks } })
 */
export async function serveWallet({
  port,
  report = console.error,
  ...parameters
}: ServeWalletParameters): Promise<Listening> {
  const host = createHost({
    ...parameters,
    folder,
    files: await readPageFiles(folder),
    originsOf: createOrigins({ api: parameters.api, fetch, now: Date.now, report }),
    clientOf: (c: Context) => getConnInfo(c).remote.address,
    fetch,
    report,
  })
  return listen({ fetch: host.fetch, port })
}
