import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { bitcoin as bitcoinAdapter } from '@foyer/bitcoin'
import { type ConnectorHost, type LiveConnection, systemClock } from '@foyer/core'
import { bitcoin, mainnet, type Network, solana } from '@foyer/core/networks'
import { solana as solanaAdapter } from '@foyer/solana'
import { walletConnect } from '@foyer/walletconnect'
import { base58ToBytes, bytesToBase58 } from '@foyer/walletconnect/protocol'
import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import * as v from 'valibot'
import { isHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RunningServer } from '../start.js'
import { memoryStorage, officialOptions, openSocket, ready, relayUrlOf, startRelay } from './test/interopPeers.js'

const networks: readonly Network[] = [mainnet, solana, bitcoin]
const evmKey = privateKeyToAccount(generatePrivateKey())
const solanaKey = generateKeyPairSync('ed25519')
const pubkey = bytesToBase58(solanaKey.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
const bitcoinKey = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
const payment = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const addresses = [{ address: payment, intention: 'payment' }]
const text = 'Hello — ünïcode'

/** The official wallet's answers, by method. */
const answers: Readonly<Record<string, (params: unknown) => unknown>> = {
  personal_sign: (params) => {
    const [raw] = v.parse(v.looseTuple([v.custom<`0x${string}`>(isHex)]), params)
    return evmKey.signMessage({ message: { raw } })
  },
  solana_signMessage: (params) => {
    const { message } = v.parse(v.object({ message: v.string(), pubkey: v.literal(pubkey) }), params)
    return { signature: bytesToBase58(sign(null, base58ToBytes(message) ?? new Uint8Array(), solanaKey.privateKey)) }
  },
  signMessage: (params) => {
    const { message, account } = v.parse(v.object({ message: v.string(), account: v.literal(payment) }), params)
    const signature = sign('sha256', Buffer.from(message), bitcoinKey.privateKey).toString('hex')
    return { address: account, signature }
  },
}

const Proposal = v.object({
  id: v.number(),
  params: v.object({
    optionalNamespaces: v.record(
      v.string(),
      v.object({ chains: v.array(v.string()), methods: v.array(v.string()), events: v.array(v.string()) }),
    ),
  }),
})
const Request = v.object({
  id: v.number(),
  topic: v.string(),
  params: v.object({ request: v.object({ method: v.string(), params: v.unknown() }) }),
})

let server: RunningServer
let wallet: Awaited<ReturnType<typeof WalletKit.init>>
let live: LiveConnection
const ends: (() => void)[] = []
beforeAll(async () => {
  vi.stubGlobal('WebSocket', function open(url: string) {
    return openSocket(url)
  })
  server = await startRelay()
  const options = officialOptions({ server, name: 'a wallet of several families' })
  const core = Object.assign(new Core(options), { projectId: options.projectId, relayUrl: options.relayUrl })
  const metadata = { name: 'Official wallet', description: '', url: 'https://wallet.example', icons: [] }
  wallet = await WalletKit.init({ core, metadata })
  await ready(wallet)
  wallet.on('session_proposal', (event) => void approve(event))
  wallet.on('session_request', (event) => void respond(event))
})
afterAll(async () => {
  for (const end of ends) end()
  vi.unstubAllGlobals()
  await wallet?.core.relayer.transportClose()
  await server?.stop()
})

/** Grants all that is asked for, with an account on each chain. */
async function approve(event: unknown): Promise<void> {
  const { id, params } = v.parse(Proposal, event)
  const own: Readonly<Record<string, string>> = { eip155: evmKey.address, solana: pubkey, bip122: payment }
  const granted = Object.entries(params.optionalNamespaces).map(([family, { chains, methods, events }]) => {
    const accounts = chains.map((chain) => `${chain}:${own[family]}`)
    return [family, { chains, methods, events, accounts }] as const
  })
  const sessionProperties = { bip122_getAccountAddresses: JSON.stringify(addresses) }
  await wallet.approveSession({ id, namespaces: Object.fromEntries(granted), sessionProperties })
}

async function respond(event: unknown): Promise<void> {
  const { id, topic, params } = v.parse(Request, event)
  const { method, params: asked } = params.request
  const result = await answers[method]?.(asked)
  await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
}

const adapters = [solanaAdapter(), bitcoinAdapter()]

function createHost(): ConnectorHost {
  return {
    rpc: {},
    clock: systemClock,
    announced: true,
    injected: true,
    projectId: 'demo',
    metadata: { name: 'Foyer dapp', description: '', url: 'https://dapp.example', icons: [] },
    storage: memoryStorage(),
    networks: () => networks,
    adapterOf: (asked) => adapters.find(({ family }) => family === asked),
    onStop: (end) => ends.push(end),
    report(error) {
      throw error
    },
  }
}

test('[S7.37 S7.38] one session of an official wallet (walletkit 1.2.10) has accounts of EVM, Solana and Bitcoin', async () => {
  const connector = walletConnect({ relayUrl: relayUrlOf(server) })
  live = await connector.connect({
    host: createHost(),
    signal: new AbortController().signal,
    picked: () => undefined,
    step: (step) => void (step.type === 'pairing' && wallet.pair({ uri: step.offer.uri })),
    ask: async () => ({ opened: false }),
  })
  // Solana's network by its present id; the session has its former one beside it.
  const found = live.accounts.map(({ namespace, address }) => `${namespace} ${address}`)
  expect([...new Set(found)]).toEqual([`eip155 ${evmKey.address}`, `solana ${pubkey}`, `bip122 ${payment}`])
  expect(live.approvedNetworks).toEqual(expect.arrayContaining(networks.map(({ caipNetworkId }) => caipNetworkId)))
  expect(live.wallet?.name).toBe('Official wallet')
  const { bip122_getAccountAddresses: said } = live.channel?.properties?.().sessionProperties ?? {}
  expect(JSON.parse(String(said))).toEqual(addresses)
})

test('[S7.36] a request of each family arrives there and returns signed', async () => {
  const { channel } = live
  const ask = (network: Network, method: string, params: unknown) => {
    const networkId = network.caipNetworkId
    expect(channel?.takes({ networkId, method })).toBe(true)
    return channel?.request({ networkId, method, params })
  }
  const raw = `0x${Buffer.from(text).toString('hex')}`
  const evm = await ask(mainnet, 'personal_sign', [raw, evmKey.address])
  const signature = v.parse(v.custom<`0x${string}`>(isHex), evm)
  expect(await verifyMessage({ address: evmKey.address, message: text, signature })).toBe(true)

  const message = bytesToBase58(Buffer.from(text))
  const solanaAnswer = await ask(solana, 'solana_signMessage', { message, pubkey })
  const ofSolana = v.parse(v.object({ signature: v.string() }), solanaAnswer)
  const bytes = base58ToBytes(ofSolana.signature) ?? new Uint8Array()
  expect(verify(null, Buffer.from(text), solanaKey.publicKey, bytes)).toBe(true)

  const bitcoinAnswer = await ask(bitcoin, 'signMessage', { account: payment, message: text })
  const ofBitcoin = v.parse(v.object({ address: v.literal(payment), signature: v.string() }), bitcoinAnswer)
  const der = Buffer.from(ofBitcoin.signature, 'hex')
  expect(verify('sha256', Buffer.from(text), bitcoinKey.publicKey, der)).toBe(true)
})

test('[S7.37] ending it ends it for every family, at the wallet too', async () => {
  await live.disconnect()
  await expect.poll(() => wallet.getActiveSessions()).toEqual({})
})
