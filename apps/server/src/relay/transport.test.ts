import { systemClock } from '@foyer/service/clock'
import {
  bytesToHex,
  createCiphers,
  formatPairingUri,
  formatPayload,
  newPairing,
  type PairingUri,
  sealEnvelope,
} from '@foyer/walletconnect/protocol'
import { createWalletClient, type WalletClient, type WalletEvent } from '@foyer/walletconnect/wallet'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type RunningServer, startServer } from '../start.js'
import { defaultRelay } from './limits.js'
import { memoryStorage, relayUrlOf } from './test/interopPeers.js'
import { connectClient, type RelayClient } from './test/relayClient.js'

const ciphers = createCiphers({ crypto })
const project = {
  id: 'demo',
  name: 'Demo',
  allowedOrigins: ['https://dapp.example'],
  vouchedOrigins: [],
  analyticsEnabled: false,
  development: false,
}
const hour = 3_600_000
/** The relay's address, as clients are configured with it. */
const relayUrl = 'ws://relay.example'
/** An address at which nothing listens. */
const unreachable = 'ws://127.0.0.1:1'

const servers: RunningServer[] = []
const start = async (): Promise<RunningServer> => {
  const server = await startServer({
    port: 0,
    logLevel: 'silent',
    projects: [project],
    relay: { ...defaultRelay, urls: [relayUrl] },
  })
  servers.push(server)
  return server
}
let server: RunningServer
/** The target of the relay's address at the moment. */
let target = unreachable
const opened: { stop(): unknown }[] = []
beforeAll(async () => {
  server = await start()
  target = relayUrlOf(server)
})
afterEach(() => {
  for (const each of opened.splice(0)) each.stop()
})
afterAll(() => Promise.all(servers.map((each) => each.stop())))

interface WalletOptions {
  readonly projectId?: string | undefined
  /** Sent by browsers, not by apps. */
  readonly origin?: string | undefined
  /** The error of the device's clock, in ms. */
  readonly skew?: number | undefined
}

/** A wallet with the kit's transport. */
function openWallet({ projectId = 'demo', origin, skew = 0 }: WalletOptions = {}) {
  const events: WalletEvent[] = []
  let connections = 0
  const client = createWalletClient({
    relayUrl,
    projectId,
    metadata: { name: 'Foyer wallet', description: 'A test', url: 'https://wallet.example', icons: [] },
    storage: memoryStorage(),
    openSocket(url) {
      connections += 1
      const socket = new WebSocket(url.replace(relayUrl, target), origin === undefined ? {} : { headers: { origin } })
      // A close event follows; Node throws an error event without a listener, browsers don't.
      return socket.on('error', () => {})
    },
    clock: {
      now: () => Date.now() + skew,
      setTimeout: systemClock.setTimeout,
    },
    report(error) {
      throw error
    },
  })
  client.listen((event) => events.push(event))
  opened.push(client)
  return {
    client,
    events,
    get connections() {
      return connections
    },
  }
}

const pairingAt = (now: number) => newPairing({ ciphers, now })
const pair = (client: WalletClient, pairing: PairingUri) => client.pair({ uri: formatPairingUri(pairing) })

/** Sends a session proposal as a page does. */
async function proposeBy(page: RelayClient, { topic, symKey }: PairingUri): Promise<void> {
  const params = {
    requiredNamespaces: {},
    optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
    relays: [{ protocol: 'irn' }],
    proposer: {
      publicKey: bytesToHex((await ciphers.newKeyPair()).publicKey),
      metadata: { name: 'A dapp', description: '', url: 'https://dapp.example', icons: [] },
    },
    expiryTimestamp: Math.floor(Date.now() / 1_000) + 300,
  }
  const text = formatPayload({ type: 'request', id: `${Date.now()}000`, method: 'wc_sessionPropose', params })
  await page.publish(topic, await sealEnvelope({ ciphers, symKey, text }))
}

const granted = {
  eip155: {
    chains: ['eip155:1'],
    methods: ['personal_sign'],
    events: [],
    accounts: ['eip155:1:0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  },
}

describe('the kit’s transport with a real relay', () => {
  test.each([
    ['[S8.29]', 'the origin', { origin: 'https://other.example' }, 'origin'],
    ['[S8.27 S8.29]', 'the project', { projectId: 'unknown' }, 'project'],
    ['[S8.26 S8.29]', 'a clock that is fast by a day', { skew: 24 * hour }, 'clock'],
  ])('%s a rejection because of %s is reported with its reason', async (_numbers, _what, options, reason) => {
    const { client } = openWallet(options)
    const pairing = await pairingAt(Date.now() + 48 * hour)
    await expect(pair(client, pairing)).rejects.toMatchObject({ code: 'relay_refused', reason })
  })

  test.each([
    ['fast', hour, 2],
    ['slow', -hour, 1],
  ])('[W12] a clock that is an hour %s is corrected', async (_how, skew, connections) => {
    const wallet = openWallet({ skew })
    const pairing = await pairingAt(Date.now() + skew)
    await pair(wallet.client, pairing)
    expect(wallet.connections).toBe(connections)
  })

  test('[F18] [F22] a relay that is down at the start, and one that is replaced during a call, lose nothing', async () => {
    const wallet = openWallet()
    const { client, events } = wallet
    const pairing = await pairingAt(Date.now())
    target = unreachable
    const paired = pair(client, pairing)
    await vi.waitFor(() => expect(wallet.connections).toBeGreaterThan(1))
    target = relayUrlOf(server)
    await paired
    const claims = { aud: relayUrl }
    const page = await connectClient({ url: server.url, claims })
    await proposeBy(page, pairing)
    await expect.poll(() => events.find(({ type }) => type === 'proposed')).toBeDefined()
    const [proposal] = client.proposals()
    // Another relay replaces the former and has none of the messages that were in its memory.
    const next = await start()
    // What is published to a relay that stops at this moment is published again to the next.
    const stopping = server.stop()
    const approved = client.approve({ id: proposal?.id ?? '', namespaces: granted })
    await stopping
    target = relayUrlOf(next)
    const { topic } = await approved
    const again = await connectClient({ url: next.url, claims })
    await again.subscribe([pairing.topic, topic])
    await expect.poll(() => again.pushed.map((each) => each.topic).sort()).toEqual([pairing.topic, topic].sort())
    await again.close()
  })
})
