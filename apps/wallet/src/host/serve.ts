import { fileURLToPath } from 'node:url'
import { type Listening, listen, readPageFiles } from '@foyer/page'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createHost, type HostParameters } from './createHost.js'
import { freshFetch } from './freshFetch.js'
import { createNetworks, type NetworksParameters } from './networks.js'
import { createOrigins } from './origins.js'

export type ServeWalletParameters = Pick<
  HostParameters,
  'api' | 'login' | 'keeper' | 'settings' | 'projectId' | 'placeHeader'
> & {
  /** 0 picks a free port. */
  readonly port: number
  /** The host that it listens on: this machine alone unless said. */
  readonly host?: string | undefined
  /** The networks in the operator's own words, in place of the API's. */
  readonly networks?: NetworksParameters['own']
  /** How long requests that run have once it is stopped, in milliseconds; none unless said. */
  readonly graceMs?: number | undefined
  /** Reports a fault behind the page, such as a server that doesn't answer; written to the console unless said. */
  readonly report?: ((error: unknown) => void) | undefined
}

/** The browser's files, beside this one when built: `dist/client`. */
const folder = fileURLToPath(new URL('../client', import.meta.url))

/**
 * Serves the wallet's page, and passes what it asks on to the servers behind it.
 * @throws where the page isn't built, or the port can't be had
 * @example
 * const { stop } = await serveWallet({ port: 7106, api, login, keeper, settings: { keeperKeys } })
 */
export async function serveWallet({
  port,
  host: address,
  graceMs,
  networks: own,
  report = console.error,
  ...parameters
}: ServeWalletParameters): Promise<Listening> {
  const host = createHost({
    ...parameters,
    folder,
    files: await readPageFiles(folder),
    originsOf: createOrigins({ api: parameters.api, fetch: freshFetch, now: Date.now, report }),
    networksOf: createNetworks({ api: parameters.api, own, fetch: freshFetch, now: Date.now, report }),
    clientOf: (c: Context) => getConnInfo(c).remote.address,
    fetch: freshFetch,
    report,
  })
  return listen({ fetch: host.fetch, port, host: address, graceMs })
}
