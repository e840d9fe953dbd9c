// The services of the local stack: the server, the keeper, the mailbox, the embedded wallet's page and the demo, over chains that run already.

import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { localKeys } from './localKeys.mjs'
import { root } from './processes.mjs'

/** The demo's project at the local server. */
export const projectId = 'foyer-demo'

/** The sample wallet's, in whose name it asks the relay. */
export const walletProjectId = 'foyer-sample-wallet'

/** What it is called, in itself and in every dapp. */
export const walletName = 'Sample Wallet'

/** The ports that they need. */
export const servicePorts = ['demo', 'server', 'wallet', 'mailbox', 'smtp', 'keeper', 'socials', 'farcaster']

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
 * Starts them.
 * @param {import('./localServices.mjs').ServicesParameters} parameters
 */
export async function startServices({
  portOf,
  take,
  directory,
  chains,
  solana,
  bitcoin,
  cosmos,
  near,
  polkadot,
  multiversx,
  algorand,
  cardano,
  tezos,
  ...rest
}) {
  const { sampleWallet, sellers = {}, clock, logTo, stops } = rest
  const [
    { devAccounts, startFarcaster, startProviders, startMailbox },
    { startServer },
    keeping,
    { serveDemo },
    { serveWallet },
  ] = await Promise.all([
    import(`${root}stack/dist/index.js`),
    import(`${root}apps/server/dist/start.js`),
    import(`${root}apps/keeper/dist/index.js`),
    import(`${root}apps/demo/dist/server/serve.js`),
    import(`${root}apps/wallet/dist/server/serve.js`),
  ])
  await mkdir(directory, { recursive: true })
  const demoOrigin = `http://dapp.localhost:${portOf('demo')}`
  const { loginKeys, keeperKeys, keeperSecret, ...keys } = await localKeys(directory, keeping.createKeeperSecret)
  const mailbox = await startMailbox({ port: await take('mailbox'), smtpPort: await take('smtp') })
  stops.push(mailbox.stop)
  const smtp = { url: mailbox.smtp, from: 'Foyer Local <wallet@foyer.test>' }
  const embeddedOrigin = `http://wallet.localhost:${portOf('wallet')}`
  const client = { id: 'foyer-local', secret: randomBytes(16).toString('hex') }
  const socials = await startProviders({
    port: await take('socials'),
    clients: [{ ...client, redirectUris: [`${embeddedOrigin}/social`] }],
    ...(clock && { now: () => clock.now() }),
  })
  stops.push(socials.stop)
  const farcaster = await startFarcaster({
    port: await take('farcaster'),
    rpcUrl: chains[0].url,
    ...(clock && { now: () => clock.now() }),
  })
  stops.push(farcaster.stop)
  const onChain = { rpcUrl: chains[0].url, idRegistry: farcaster.idRegistry }
  const serverPort = await take('server')
  // The server is the relay too, at the very address that it calls its own.
  const relay = `ws://127.0.0.1:${serverPort}`
  // Whoever takes the log takes all of it.
  const logged = { ...(clock && { clock }), ...(logTo && { logTo }) }
  const server = await startServer({
    port: serverPort,
    publicUrl: `http://127.0.0.1:${serverPort}`,
    names: localNames,
    // The nodes are on this machine: late when it is busy, never gone.
    upstreamTimeoutMs: 20_000,
    database: { kind: 'directory', path: join(directory, 'database') },
    chains: [
      ...chains.map(evmChain),
      solanaChain(solana),
      bitcoinChain(bitcoin),
      ...[cosmos, near, polkadot, multiversx, algorand, cardano, tezos].flatMap((each) =>
        each ? [readByNode(each)] : [],
      ),
    ],
    projects: projectsOf({ demoOrigin, sampleWallet, chain: chains[0] }),
    sponsorKey: devAccounts[7].privateKey,
    ...sellers,
    ...keys,
    login: {
      ...{ origin: embeddedOrigin, keys: loginKeys, smtp, codeMinutes: 10 },
      keeperKey: keeperSecret.publicKeys.signing,
      socials: { ...clientsAt({ socials, client }), farcaster: { ...onChain, relayUrl: farcaster.url } },
    },
    logLevel: logTo ? 'info' : 'warn',
    ...logged,
  })
  stops.push(server.stop)
  const keeper = await keeping.startKeeper({
    config: {
      ...{ host: '127.0.0.1', port: await take('keeper'), trustedProxies: [], logLevel: logTo ? 'info' : 'warn' },
      ...{ keys: keeperKeys, secret: keeperSecret, walletOrigin: embeddedOrigin, smtp, holdMs: 24 * 3_600_000 },
      // The wallet’s origin has no address but in browsers.
      ...{ deletionMs: 24 * 3_600_000, loginUrl: server.url },
      database: { kind: 'directory', path: join(directory, 'keeper') },
      socials: {
        ...clientsAt({ socials, client }),
        google: { clientId: client.id, issuer: socials.at('google') },
        farcaster: onChain,
      },
    },
    ...logged,
  })
  stops.push(keeper.stop)
  const embeddedWallet = await serveWallet({
    port: await take('wallet'),
    ...{ origin: embeddedOrigin, api: server.url, login: server.url, keeper: keeper.url, projectId },
    ...(logTo && { report: (error) => logTo.write(`${inspect(error)}\n`) }),
    settings: { keeperKeys: keeperSecret.publicKeys },
  })
  stops.push(embeddedWallet.stop)
  const demo = await serveDemo({
    port: await take('demo'),
    api: server.url,
    relay,
    secureOrigin: embeddedOrigin,
    projectId,
    chains: chains.map(({ id, name, url, tokens }) => ({ id, name, url, tokens })),
    networks: [solana, bitcoin, cosmos, near, polkadot, multiversx, algorand, tezos, cardano].flatMap(demoNetwork),
    customWallets: sampleWallet ? [sampleWalletAt(sampleWallet)] : [],
  })
  stops.push(demo.stop)
  return {
    ...{ demo: demoOrigin, server: server.url, relay, adminToken: keys.adminToken },
    ...{ wallet: embeddedOrigin, mailbox: mailbox.url, socials: socials.url, farcaster: farcaster.url },
    stop: { server: server.stop, keeper: keeper.stop },
  }
}

/** A network as the demo has it; nothing for one that isn't there on this machine. */
const demoNetwork = (network) =>
  network
    ? {
        ...pick(network, ['caipNetworkId', 'name', 'nativeCurrency', 'url']),
        ...('denom' in network && { cosmos: pick(network, ['prefix', 'denom', 'gasPrice']) }),
      }
    : []

const projectsOf = ({ demoOrigin, sampleWallet, chain }) => [
  {
    ...{ id: projectId, name: 'Foyer demo', analyticsEnabled: true, development: true },
    // Other pages of this machine are allowed as well, and none of them is vouched for.
    ...{ allowedOrigins: [demoOrigin], vouchedOrigins: [demoOrigin] },
    sponsorship: sponsorshipOn(chain),
    callable: [gameAddress, ownGameAddress].map((address) => ({
      ...{ chainId: chain.caipNetworkId, address, selectors: [move] },
    })),
  },
  ...(sampleWallet ? [{ id: walletProjectId, name: walletName, allowedOrigins: [sampleWallet] }] : []),
]

/** Where the games of the journeys are, once they have brought them, by the create2 deployer: with a salt of zeros the one whose moves are paid for, with one that ends in 1 the other. */
export const gameAddress = '0xBFee3E224Cf648201D8BB6040e3c9966e21ecf18'
export const ownGameAddress = '0x0639292350DE60a810277091F1177A5a6C198002'

/** The move of both. */
const move = '0x70e87aaf'

const budget = {
  account: '1000000000000000000',
  network: '10000000000000000000',
  day: '100000000000000000000',
  total: '1000000000000000000000',
}

/** What is paid for at the demo, where accounts can be switched to the delegate: every call of the chain's tokens, and the moves of that game by sessions. */
const sponsorshipOn = ({ caipNetworkId, tokens }) => ({
  networks: [
    {
      chainId: caipNetworkId,
      contracts: tokens.map(({ address }) => ({ to: address })),
      mostGas: 1_000_000,
      mostFeePerGas: '50000000000',
      budget,
      sessions: { contracts: [{ to: gameAddress, selectors: [move] }], budget },
    },
  ],
})

/** An EVM chain as the server has it: its tokens, and what prices and swaps are read from. */
function evmChain({ caipNetworkId, name, nativeCurrency, url, tokens, factory, weth, router, feeRouter }) {
  const contracts = contractsOn({ name, router, feeRouter })
  const stable = tokens.find(({ symbol }) => symbol === 'DUSD')
  return {
    id: caipNetworkId,
    name,
    nativeCurrency,
    iconUrl: '',
    upstreams: [url],
    tokens: tokens.map((token) => ({ ...pick(token, ['address', 'symbol', 'name', 'decimals']), iconUrl: '' })),
    contracts,
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

/** A local chain of Cosmos, NEAR, Polkadot, MultiversX, Algorand, Cardano or Tezos as the server has it: behind its RPC proxy, and read by its node's own methods. */
const readByNode = ({ caipNetworkId, name, nativeCurrency, url }) => ({
  id: caipNetworkId,
  name,
  nativeCurrency,
  iconUrl: '',
  upstreams: [url],
  tokens: [],
})

/** A chain as a wallet has it, with what stands there by its name. */
export const walletNetwork = ({ caipNetworkId, name, nativeCurrency, url, tokens = [], ...placed }) => ({
  chainId: caipNetworkId,
  name,
  currency: pick(nativeCurrency, ['symbol', 'decimals']),
  rpcUrl: url,
  tokens: tokens.map((token) => pick(token, ['symbol', 'decimals', 'address'])),
  ...('router' in placed && { contracts: contractsOn({ name, ...placed }) }),
})

const contractsOn = ({ name, router, feeRouter }) => [
  { address: router, name: 'Uniswap V2' },
  { address: feeRouter, name: `Swaps on ${name}` },
  { address: '0xcA11bde05977b3631167028862bE2a173976CA11', name: 'Multicall3' },
]

/** The sample wallet as a dapp lists it: it is opened in a tab, with the code in its address. */
const sampleWalletAt = (origin) => ({
  id: 'foyer-sample-wallet',
  name: walletName,
  homepage: origin,
  image_url: `${origin}/icon.svg`,
  webapp_link: origin,
})

export const pick = (source, names) => Object.fromEntries(names.map((name) => [name, source[name]]))

/** An operator's client at each of the local providers. */
function clientsAt({ socials, client: { id, secret } }) {
  const shown = ['github', 'x', 'discord', 'facebook'].map((name) => [
    name,
    { clientId: id, clientSecret: secret, at: socials.at(name) },
  ])
  return {
    google: { clientId: id, clientSecret: secret, issuer: socials.at('google') },
    apple: { clientId: id, issuer: socials.at('apple') },
    ...Object.fromEntries(shown),
  }
}
