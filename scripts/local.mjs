// The local stack as one thing: chains, servers, wallets and demo. `npm start` and the journeys use the same.

import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pick, startServices, walletNetwork, walletProjectId } from './localServices.mjs'
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
  wallet: 7106,
  mailbox: 7107,
  smtp: 7108,
  keeper: 7109,
  socials: 7110,
  farcaster: 7111,
  cosmos: 7112,
  near: 7113,
  polkadot: 7114,
  multiversx: 7115,
  algorand: 7116,
  cardano: 7117,
  tezos: 7118,
  31337: 8545,
  31338: 8546,
  solana: 8899,
}

/** Polkadot's, by whose runtime the local chain is written. */
const relayChain = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

/** The local exchange at the local server. */
const exchangeId = 'foyer-exchange'

/**
 * Starts all of it.
 * @param {import('./local.mjs').LocalParameters} parameters
 */
export function startLocal({ ports = {}, onMoved, ...rest }) {
  return withPorts({ names: Object.keys(usualPorts), liked: ports, onMoved }, (held) => startOn({ ...held, ...rest }))
}

async function startOn({ portOf, take, directory, reset = false, log = () => {}, logTo, clock }) {
  const [{ devAccounts, devMnemonic, startDesk, startExchange }, { serveSampleWallet }] = await Promise.all([
    import(`${root}stack/dist/index.js`),
    import(`${root}apps/sample-wallet/dist/server/serve.js`),
  ])
  const stops = []
  const stop = async () => {
    for (const each of stops.reverse().splice(0)) await each()
  }
  try {
    if (reset) {
      for (const part of ['database', 'desk', 'exchange', 'keeper']) {
        await rm(join(directory, part), { recursive: true, force: true })
      }
    }
    await mkdir(directory, { recursive: true })
    const ledgers = await startLedgers({ take, directory, reset, log, stops })
    const { chains, solana, bitcoin, cosmos, polkadot } = ledgers
    const others = ['cosmos', 'near', 'polkadot', 'multiversx', 'algorand', 'tezos', 'cardano']
    const sampleWallet = `http://sample-wallet.localhost:${portOf('sampleWallet')}`
    // Known before they start, since the server and they name each other.
    const [desk, exchange] = [till(portOf('desk')), till(portOf('exchange'))]
    const sellers = sellersConfig({ chains, desk, exchange })
    const base = { portOf, take, directory, clock, logTo, stops }
    const services = await startServices({ ...base, ...ledgers, sampleWallet, sellers })
    const tills = { server: services.server, chains, log }
    const inFolder = (name) => ({ directory: join(directory, name) })
    await take('desk')
    stops.push((await startDesk({ ...tills, ...desk, ...inFolder('desk'), account: devAccounts[9] })).stop)
    const exchangeAccount = { id: exchangeId, account: devAccounts[8] }
    await take('exchange')
    stops.push((await startExchange({ ...tills, ...exchange, ...inFolder('exchange'), ...exchangeAccount })).stop)
    const wallet = await serveSampleWallet({
      port: await take('sampleWallet'),
      settings: {
        relay: services.relay,
        projectId: walletProjectId,
        networks: [
          ...chains.map(({ delegation, ...chain }) => ({
            ...walletNetwork(chain),
            ...pick(delegation ?? {}, ['delegate']),
          })),
          ...[solana, bitcoin, ...others.flatMap((name) => ledgers[name] ?? [])].map(walletNetwork),
        ],
        cosmosChains: { [cosmos.caipNetworkId]: pick(cosmos, ['prefix', 'denom', 'gasPrice']) },
        polkadotChains: { [polkadot.caipNetworkId]: relayChain },
        knownPhrase: devMnemonic,
      },
    })
    stops.push(wallet.stop)
    const addresses = { ...services, desk: desk.url, exchange: exchange.url, sampleWallet, ...ledgers }
    await writeFile(join(directory, 'addresses.json'), JSON.stringify(addresses, null, 2))
    return { ...addresses, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The chains of all families, as plain data. */
async function startLedgers({ take, directory, reset, log, stops }) {
  const stack = await import(`${root}stack/dist/index.js`)
  const {
    devBitcoinAddresses,
    devFamilyAddresses,
    startAlgorand,
    startBitcoin,
    startCardano,
    startChains,
    startCosmos,
    startNear,
    startPolkadot,
    startSolana,
    startTezos,
  } = stack
  const { chains, stop } = await startChains({
    directory: join(directory, 'chains'),
    ports: { 31337: await take('31337'), 31338: await take('31338') },
    reset,
    log,
  })
  stops.push(stop)
  const solana = await startSolana({
    stateFile: join(directory, 'chains', 'solana.state'),
    port: await take('solana'),
    reset,
  })
  stops.push(solana.stop)
  const bitcoin = await startBitcoin({ directory: join(directory, 'bitcoin'), port: await take('bitcoin'), reset })
  stops.push(bitcoin.stop)
  for (const address of devBitcoinAddresses) await fundOnce({ bitcoin, address })
  const cosmos = await startCosmos({ port: await take('cosmos') })
  stops.push(cosmos.stop)
  const near = await startNear({ port: await take('near') })
  stops.push(near.stop)
  const polkadot = await startPolkadot({ port: await take('polkadot') })
  stops.push(polkadot.stop)
  // Its simulator is a program, which isn't there for every machine.
  const multiversx = stack.hasSimulator() && (await stack.startMultiversx({ port: await take('multiversx') }))
  if (multiversx) stops.push(multiversx.stop)
  const algorand = await startAlgorand({ port: await take('algorand') })
  stops.push(algorand.stop)
  const cardano = await startCardano({ port: await take('cardano') })
  stops.push(cardano.stop)
  const tezos = await startTezos({ port: await take('tezos') })
  stops.push(tezos.stop)
  for (const each of [cosmos, near, polkadot, multiversx, algorand, tezos, cardano]) {
    for (const address of (each && devFamilyAddresses[each.caipNetworkId]) || []) await each.fund(giftTo(each, address))
  }
  const named = ['caipNetworkId', 'name', 'nativeCurrency', 'url']
  return {
    chains,
    solana: pick(solana, [...named, 'tokens']),
    bitcoin: pick(bitcoin, named),
    cosmos: pick(cosmos, [...named, 'prefix', 'denom', 'gasPrice']),
    near: pick(near, named),
    polkadot: pick(polkadot, named),
    ...(multiversx ? { multiversx: pick(multiversx, named) } : {}),
    algorand: pick(algorand, [...named, 'genesisHash']),
    cardano: pick(cardano, named),
    tezos: pick(tezos, named),
  }
}

/** A hundred of a network's coin, for one of the accounts whose keys are public. */
const giftTo = ({ caipNetworkId, nativeCurrency: { decimals } }, address) => ({
  ...(caipNetworkId.startsWith('near:') ? { accountId: address } : { address }),
  amount: 100n * 10n ** BigInt(decimals),
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
