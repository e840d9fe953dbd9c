// The local stack as one thing: chains, server and demo. `npm start` and the journeys use the same.

import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localKeys } from './localKeys.mjs'
import { withPorts } from './ports.mjs'
import { root } from './processes.mjs'

/** The addresses that `npm start` likes to have. */
export const usualPorts = {
  demo: 7100,
  server: 7101,
  desk: 7102,
  exchange: 7103,
  sampleWallet: 7104,
  bitcoin: 7105,
  31337: 8545,
  31338: 8546,
  solana: 8899,
}

/** The demo's project at the local server. */
const projectId = 'foyer-demo'

/** The sample wallet's, in whose name it asks the relay. */
const walletProjectId = 'foyer-sample-wallet'

/** What it is called, in itself and in every dapp. */
const walletName = 'Sample Wallet'

/** The local exchange at the local server. */
const exchangeId = 'foyer-exchange'

/** Names below a domain that nobody can own. Clients of AppKit 1.7.6 ask for its zone, and are given these. */
const localNames = {
  zone: 'foyer.test',
  aliases: ['reown.id', 'wcn.id'],
  reserved: [],
  requireProject: false,
  windowSeconds: 300,
  perDay: 1000,
  ttlSeconds: 300,
}

/**
 * Starts all of it.
 * @param {import('./local.mjs').LocalParameters} parameters
 */
export function startLocal({ ports = {}, onMoved, ...rest }) {
  return withPorts({ names: Object.keys(usualPorts), liked: ports, onMoved }, (held) => startOn({ ...held, ...rest }))
}

async function startOn({ portOf, take, directory, reset = false, log = () => {}, logTo }) {
  const [stack, { startServer }, { serveDemo }, { serveSampleWallet }] = await Promise.all([
    import(`${root}stack/dist/index.js`),
    import(`${root}apps/server/dist/start.js`),
    import(`${root}apps/demo/dist/server/serve.js`),
    import(`${root}apps/sample-wallet/dist/server/serve.js`),
  ])
  const {
    devAccounts,
    devBitcoinAddresses,
    devMnemonic,
    startBitcoin,
    startChains,
    startDesk,
    startExchange,
    startSolana,
  } = stack
  const stops = []
  const stop = async () => {
    for (const each of stops.reverse().splice(0)) await each()
  }
  try {
    if (reset) {
      for (const part of ['database', 'desk', 'exchange']) {
        await rm(join(directory, part), { recursive: true, force: true })
      }
    }
    await mkdir(directory, { recursive: true })
    const demoOrigin = `http://dapp.localhost:${portOf('demo')}`
    const walletOrigin = `http://sample-wallet.localhost:${portOf('sampleWallet')}`
    const { chains, stop: stopChains } = await startChains({
      directory: join(directory, 'chains'),
      ports: { 31337: await take('31337'), 31338: await take('31338') },
      reset,
      log,
    })
    stops.push(stopChains)
    const solana = await startSolana({
      stateFile: join(directory, 'chains', 'solana.state'),
      port: await take('solana'),
      reset,
    })
    stops.push(solana.stop)
    const bitcoin = await startBitcoin({
      directory: join(directory, 'bitcoin'),
      port: await take('bitcoin'),
      reset,
    })
    stops.push(bitcoin.stop)
    for (const address of devBitcoinAddresses) await fundOnce({ bitcoin, address })
    // Known before they start, since the server and they name each other.
    const [desk, exchange] = [till(portOf('desk')), till(portOf('exchange'))]
    const keys = await localKeys(directory)
    const serverPort = portOf('server')
    // The server is the relay too, at the very address that it calls its own.
    const relay = `ws://127.0.0.1:${serverPort}`
    await take('server')
    const server = await startServer({
      ...serverConfig({ directory, port: serverPort, chains, solana, bitcoin, demoOrigin, walletOrigin }),
      ...sellersConfig({ chains, desk, exchange }),
      ...keys,
      // Whoever takes the log takes all of it.
      ...(logTo && { logTo, logLevel: 'info' }),
    })
    stops.push(server.stop)
    const tills = { server: server.url, chains, log }
    const inFolder = (name) => ({ directory: join(directory, name) })
    await take('desk')
    stops.push((await startDesk({ ...tills, ...desk, ...inFolder('desk'), account: devAccounts[9] })).stop)
    const exchangeAccount = { id: exchangeId, account: devAccounts[8] }
    await take('exchange')
    stops.push((await startExchange({ ...tills, ...exchange, ...inFolder('exchange'), ...exchangeAccount })).stop)
    const demo = await serveDemo({
      port: await take('demo'),
      api: server.url,
      relay,
      projectId,
      chains: chains.map(({ id, name, url, tokens }) => ({ id, name, url, tokens })),
      networks: [solana, bitcoin].map((each) => pick(each, ['caipNetworkId', 'name', 'nativeCurrency', 'url'])),
      customWallets: [sampleWalletAt(walletOrigin)],
    })
    stops.push(demo.stop)
    const wallet = await serveSampleWallet({
      port: await take('sampleWallet'),
      settings: {
        relay,
        projectId: walletProjectId,
        networks: [...chains, solana, bitcoin].map(walletNetwork),
        knownPhrase: devMnemonic,
      },
    })
    stops.push(wallet.stop)
    const addresses = {
      demo: demoOrigin,
      server: server.url,
      relay,
      adminToken: keys.adminToken,
      desk: desk.url,
      exchange: exchange.url,
      sampleWallet: walletOrigin,
      chains: chains.map(({ id, name, url, tokens, router, weth }) => ({ id, name, url, tokens, router, weth })),
      solana: pick(solana, ['caipNetworkId', 'name', 'url', 'tokens']),
      bitcoin: pick(bitcoin, ['caipNetworkId', 'name', 'url']),
    }
    await writeFile(join(directory, 'addresses.json'), JSON.stringify(addresses, null, 2))
    return { ...addresses, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function serverConfig({ directory, port: serverPort, chains, solana, bitcoin, demoOrigin, walletOrigin }) {
  return {
    port: serverPort,
    publicUrl: `http://127.0.0.1:${serverPort}`,
    names: localNames,
    logLevel: 'warn',
    // The nodes are on this machine: late when it is busy, never gone.
    upstreamTimeoutMs: 20_000,
    database: { kind: 'directory', path: join(directory, 'database') },
    chains: [...chains.map(evmChain), solanaChain(solana), bitcoinChain(bitcoin)],
    projects: [
      { id: projectId, name: 'Foyer demo', allowedOrigins: [demoOrigin], analyticsEnabled: true, development: true },
      { id: walletProjectId, name: walletName, allowedOrigins: [walletOrigin] },
    ],
  }
}

/** An EVM chain as the server has it: its tokens, and what prices and swaps are read from. */
function evmChain({ caipNetworkId, name, nativeCurrency, url, tokens, factory, weth, router, feeRouter }) {
  const stable = tokens.find(({ symbol }) => symbol === 'DUSD')
  return {
    id: caipNetworkId,
    name,
    nativeCurrency,
    iconUrl: '',
    upstreams: [url],
    tokens: tokens.map((token) => ({ ...pick(token, ['address', 'symbol', 'name', 'decimals']), iconUrl: '' })),
    ...(stable ? { uniswapV2: { factory, weth, stable: pick(stable, ['address', 'decimals']) } } : {}),
    index: { everyMs: 500, heads: url.replace(/^http/, 'ws') },
    swaps: {
      venue: 'uniswap-v2',
      router,
      feeRouter,
      connectors: tokens.filter(({ symbol }) => ['DUSD', 'FYR'].includes(symbol)).map(({ address }) => address),
      mostPriceImpactBps: 1_500,
    },
  }
}

/** The local Solana as the server has it: behind its RPC proxy, with the tokens whose names the chain doesn't say. */
const solanaChain = ({ caipNetworkId, name, nativeCurrency, url, tokens }) => ({
  id: caipNetworkId,
  name,
  nativeCurrency,
  iconUrl: '',
  upstreams: [url],
  tokens: tokens.map((token) => ({ ...pick(token, ['address', 'symbol', 'name', 'decimals']), iconUrl: '' })),
})

/** The local Bitcoin ledger as the server has it: its balances are read by Esplora's paths. */
const bitcoinChain = ({ caipNetworkId, name, nativeCurrency, url }) => ({
  id: caipNetworkId,
  name,
  nativeCurrency,
  iconUrl: '',
  upstreams: [url],
  esplora: url,
  tokens: [],
})

/** Gives an address 10 BTC, unless it was ever given any. */
async function fundOnce({ bitcoin, address }) {
  const { chain_stats: stats } = await (await fetch(`${bitcoin.url}/address/${address}`)).json()
  if (stats.funded_txo_count === 0) await bitcoin.fund({ address, sats: 1_000_000_000 })
}

/** Where somebody sells, and what is shared with the server. */
const till = (port) => ({ port, url: `http://127.0.0.1:${port}`, secret: randomBytes(32).toString('hex') })

/** The card desk sells, and the exchange pays with, every coin and token that anybody may mint. */
function sellersConfig({ chains, desk, exchange }) {
  const assets = chains.flatMap(({ caipNetworkId, tokens }) => [
    `${caipNetworkId}/slip44:60`,
    ...tokens.filter(({ symbol }) => symbol !== 'WETH').map(({ address }) => `${caipNetworkId}/erc20:${address}`),
  ])
  const kept = { feeBasisPoints: 150, ...pick(desk, ['url', 'secret']) }
  const currencies = [
    { id: 'USD', usd: '1' },
    { id: 'EUR', usd: '1.1' },
  ]
  return {
    onramp: { providers: [{ kind: 'desk', ...kept }], assets, currencies },
    pay: {
      exchanges: [
        {
          kind: 'webhook',
          id: exchangeId,
          name: 'Foyer Exchange',
          imageUrl: '',
          ...pick(exchange, ['url', 'secret']),
          assets,
        },
      ],
    },
  }
}

/** A chain as the sample wallet has it. */
const walletNetwork = ({ caipNetworkId, name, nativeCurrency, url, tokens = [] }) => ({
  chainId: caipNetworkId,
  name,
  currency: pick(nativeCurrency, ['symbol', 'decimals']),
  rpcUrl: url,
  tokens: tokens.map((token) => pick(token, ['symbol', 'decimals', 'address'])),
})

/** The sample wallet as a dapp lists it: it is opened in a tab, with the code in its address. */
const sampleWalletAt = (origin) => ({
  id: 'foyer-sample-wallet',
  name: walletName,
  homepage: origin,
  image_url: `${origin}/icon.svg`,
  webapp_link: origin,
})

const pick = (source, names) => Object.fromEntries(names.map((name) => [name, source[name]]))
