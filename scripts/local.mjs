// The local stack as one thing: chains, server and demo. `npm start` and the journeys use the same.

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from './processes.mjs'

/** The addresses that `npm start` likes to have. */
export const usualPorts = { demo: 7100, server: 7101, 31337: 8545, 31338: 8546 }

/** The demo's project at the local server. */
const projectId = 'foyer-demo'

/**
 * Starts all of it.
 * @param {{ directory: string, ports?: Partial<typeof usualPorts>, reset?: boolean, log?: (line: string) => void }} options
 */
export async function startLocal({ directory, ports = {}, reset = false, log = () => {} }) {
  const [{ startChains }, { startServer }, { serveDemo }] = await Promise.all([
    import(`${root}stack/dist/index.js`),
    import(`${root}apps/server/dist/start.js`),
    import(`${root}apps/demo/dist/server/serve.js`),
  ])
  const stops = []
  const stop = async () => {
    for (const each of stops.reverse().splice(0)) await each()
  }
  try {
    if (reset) await rm(join(directory, 'database'), { recursive: true, force: true })
    await mkdir(directory, { recursive: true })
    const demoPort = await port(ports.demo)
    const demoOrigin = `http://dapp.localhost:${demoPort}`
    const { chains, stop: stopChains } = await startChains({ directory: join(directory, 'chains'), ports, reset, log })
    stops.push(stopChains)
    const server = await startServer(serverConfig({ directory, port: ports.server ?? 0, chains, demoOrigin }))
    stops.push(server.stop)
    const demo = await serveDemo({
      port: demoPort,
      api: server.url,
      projectId,
      chains: chains.map(({ id, name, url, tokens }) => ({ id, name, url, tokens })),
    })
    stops.push(demo.stop)
    const addresses = {
      demo: demoOrigin,
      server: server.url,
      chains: chains.map(({ id, name, url, tokens, router, weth }) => ({ id, name, url, tokens, router, weth })),
    }
    await writeFile(join(directory, 'addresses.json'), JSON.stringify(addresses, null, 2))
    return { ...addresses, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function serverConfig({ directory, port: serverPort, chains, demoOrigin }) {
  return {
    port: serverPort,
    logLevel: 'warn',
    database: { kind: 'directory', path: join(directory, 'database') },
    chains: chains.map(({ caipNetworkId, name, nativeCurrency, url, tokens, factory, weth, router, feeRouter }) => {
      const stable = tokens.find(({ symbol }) => symbol === 'DUSD')
      return {
        id: caipNetworkId,
        name,
        nativeCurrency,
        iconUrl: '',
        upstreams: [url],
        tokens: tokens.map((token) => ({ ...pick(token, ['address', 'symbol', 'name', 'decimals']), iconUrl: '' })),
        ...(stable ? { uniswapV2: { factory, weth, stable: pick(stable, ['address', 'decimals']) } } : {}),
        swaps: {
          venue: 'uniswap-v2',
          router,
          feeRouter,
          connectors: tokens.filter(({ symbol }) => ['DUSD', 'FYR'].includes(symbol)).map(({ address }) => address),
          mostPriceImpactBps: 1_500,
        },
      }
    }),
    projects: [
      { id: projectId, name: 'Foyer demo', allowedOrigins: [demoOrigin], analyticsEnabled: true, development: true },
    ],
  }
}

const pick = (source, names) => Object.fromEntries(names.map((name) => [name, source[name]]))

/** A port that is free: the one that is liked, else any. */
export function port(liked = 0) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => (liked && error.code === 'EADDRINUSE' ? resolve(port(0)) : reject(error)))
    probe.listen(liked, '127.0.0.1', () => {
      const { port: found } = probe.address()
      probe.close(() => resolve(found))
    })
  })
}
