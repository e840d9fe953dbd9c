import {
  type Connector,
  type ConnectorHost,
  type LiveConnection,
  type Network,
  type PairingOffer,
  systemClock,
} from '@foyer/core'
import { mainnet, optimism, solana } from '@foyer/core/networks'
import { createCiphers } from '../../protocol/cipher/ciphers.js'
import type { SessionNamespaces } from '../../protocol/namespaces.js'
import type { Cacao } from '../../protocol/signin/message.js'
import { createTestRelay, type TestRelay } from '../../transport/test/relay.js'
import { createTestSocket } from '../../transport/test/socket.js'
import type { WalletClient, WalletProposal, WalletRequest, WalletSession } from '../../wallet/client.js'
import { createWalletClient } from '../../wallet/createWalletClient.js'
import { createConnections } from '../createConnections.js'
import type { WalletConnectOptions } from '../options.js'
import type { Platform } from '../platform.js'

export const addresses = [
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
] as const
const solanaAddress = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'

/** A kit as the connector sees it. */
export interface TestHost extends ConnectorHost {
  stop(): void
}
export type TestHostOptions = Partial<ConnectorHost>

function createTestHost(options: TestHostOptions & Pick<ConnectorHost, 'storage' | 'report'>): TestHost {
  const endings = new Set<() => void>()
  return {
    rpc: {},
    clock: systemClock,
    announced: true,
    injected: true,
    projectId: 'project',
    metadata: { name: 'A dapp', description: '', url: 'https://dapp.example', icons: [] },
    networks: () => [mainnet, optimism, solana],
    adapterOf: (family) => (family === 'solana' ? { session: { methods: ['solana_signMessage'] } } : undefined),
    onStop: (end) => endings.add(end),
    ...options,
    stop() {
      for (const end of endings) end()
      endings.clear()
    },
  }
}

/** The way in which a phone answers a proposal by itself. */
export type PhoneAnswer = 'approve' | 'reject' | 'hang' | 'fail' | 'garbage'

/** A wallet elsewhere, and a page that reaches it by a relay between them. For tests; no entry exports it. */
export interface TestPhone {
  readonly host: TestHost
  readonly relay: TestRelay
  readonly wallet: WalletClient
  /** With each pairing scanned at once. */
  readonly connector: Connector
  /** Another such connector, as another page has it. */
  page(pages?: Pick<Platform, 'locks' | 'channel' | 'page'>): Connector
  readonly offers: readonly PairingOffer[]
  readonly reported: readonly unknown[]
  readonly proposals: readonly WalletProposal[]
  readonly requests: readonly WalletRequest[]
  /** The answer to the next proposals. */
  answer: PhoneAnswer
  /** Returns the namespaces that are granted of a proposal. */
  grant: (proposal: WalletProposal) => SessionNamespaces
  /** Returns what is signed of a proposal that requests sign-ins. */
  sign: (proposal: WalletProposal) => readonly Cacao[]
  /** Returns the result of a request; where this throws, that is the failure. */
  respond: (request: WalletRequest) => unknown
  disableDeepLink: boolean
  /** Approves what hangs. */
  release(): void
  session(): WalletSession
  connect(more?: {
    readonly network?: Network | undefined
    readonly href?: string | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<LiveConnection>
  /** The page is dropped as it stands, by its browser, and loaded again: what it stored is all that is left of it. */
  lose(): { readonly host: TestHost; readonly connector: Connector }
  /** The page is loaded again: its kit is gone, what it stored isn't. */
  reload(more?: TestHostOptions): { readonly host: TestHost; readonly connector: Connector }
  stop(): void
}

export interface TestPhoneParameters {
  readonly name?: string | undefined
  readonly options?: WalletConnectOptions | undefined
  readonly host?: TestHostOptions | undefined
  /** Whether it can sign in while it connects. */
  readonly authenticates?: boolean | undefined
}

/** Every chain and method that was asked for, for two EVM accounts and one of Solana. */
export function grantAll({ required, optional }: Pick<WalletProposal, 'required' | 'optional'>): SessionNamespaces {
  return Object.fromEntries(
    Object.entries({ ...required, ...optional }).map(([family, { chains = [], methods, events }]) => {
      const own = family === 'solana' ? [solanaAddress] : addresses
      return [
        family,
        { chains, methods, events, accounts: chains.flatMap((chain) => own.map((each) => `${chain}:${each}`)) },
      ]
    }),
  )
}

export function createTestPhone({
  name = 'Pocket',
  options,
  host: hostOptions,
  authenticates,
}: TestPhoneParameters = {}): TestPhone {
  let kept = new Map<string, string>()
  const lost: TestHost[] = []
  /** Of the page as it is now: one that is lost writes nothing more. */
  const storageOver = (entries: Map<string, string>): ConnectorHost['storage'] => ({
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  })
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  const openHost = (more: TestHostOptions = {}) =>
    createTestHost({ storage: storageOver(kept), report, ...hostOptions, ...more })
  let host = openHost()
  const { clock } = host
  const relay = createTestRelay({ clock })
  const { openSocket } = relay
  const ciphers = createCiphers({ crypto })
  const platform = { openSocket, crypto, random: Math.random, locks: undefined, channel: () => undefined }

  const wallet = createWalletClient({
    relayUrl: 'wss://relay.example',
    projectId: 'wallet',
    authenticates,
    metadata: {
      name,
      description: '',
      url: 'https://pocket.example',
      icons: ['javascript:alert(1)', 'https://pocket.example/icon.png'],
      redirect: { native: 'pocket://' },
    },
    report,
    clock,
    ciphers,
    openSocket,
  })
  const proposals: WalletProposal[] = []
  const requests: WalletRequest[] = []
  const offers: PairingOffer[] = []
  const approve = (proposal: WalletProposal) => {
    const { disableDeepLink } = phone
    const agreed = { namespaces: phone.grant(proposal), cacaos: phone.sign(proposal), disableDeepLink }
    wallet.approve({ id: proposal.id, ...agreed }).catch(report)
  }
  wallet.listen((event) => {
    if (event.type === 'proposed') {
      const { proposal } = event
      const { id } = proposal
      proposals.push(proposal)
      if (phone.answer === 'approve') approve(proposal)
      if (phone.answer === 'reject') wallet.reject({ id }).catch(report)
      if (phone.answer === 'fail') wallet.reject({ id, reason: { code: 0, message: 'broken' } }).catch(report)
      if (phone.answer === 'garbage') {
        const accounts = [`eip155:999:${addresses[0]}`]
        const namespaces = { eip155: { chains: ['eip155:999'], methods: [], events: [], accounts } }
        wallet.approve({ id, namespaces }).catch(report)
      }
    }
    if (event.type === 'requested') {
      const { request } = event
      requests.push(request)
      const answer = async () => phone.respond(request)
      answer()
        .then(
          (result) => wallet.respond({ id: request.id, result }),
          (failure) => wallet.respond({ id: request.id, failure }),
        )
        .catch(report)
    }
  })

  const openConnector = (pages?: Pick<Platform, 'locks' | 'channel' | 'page'>): Connector => {
    const lostBefore = lost.length
    /** One that never opens, for a page that is lost: it comes back to nothing. */
    const openOwn = (url: string) =>
      lost.length === lostBefore ? openSocket(url) : createTestSocket({ sent() {}, ended() {} })
    const connections = createConnections(
      { relayUrl: 'wss://relay.example', ...options },
      { ...platform, openSocket: openOwn, ...pages },
    )
    return {
      id: 'walletConnect',
      type: 'WALLET_CONNECT',
      name: 'WalletConnect',
      families: ['eip155', 'solana', 'other'],
      restore: connections.restore,
      connect: (request) =>
        connections.connect({
          ...request,
          step(step) {
            request.step(step)
            if (step.type !== 'pairing') return
            offers.push(step.offer)
            wallet.pair(step.offer).catch(report)
          },
        }),
    }
  }
  const phone: TestPhone = {
    get host() {
      return host
    },
    relay,
    wallet,
    connector: openConnector(),
    page: openConnector,
    offers,
    reported,
    proposals,
    requests,
    answer: 'approve',
    grant: grantAll,
    sign: () => [],
    disableDeepLink: false,
    respond: ({ method }) => `answer to ${method}`,
    release() {
      for (const proposal of wallet.proposals()) approve(proposal)
    },
    session() {
      const [session] = wallet.sessions()
      if (!session) throw new Error('There is no session.')
      return session
    },
    connect: ({ network = mainnet, href, signal = new AbortController().signal } = {}) =>
      phone.connector.connect({
        host,
        network,
        signal,
        step: () => {},
        ask: async () => ({ opened: false }),
        picked: () => ({ id: 'pocket', name: 'Pocket', href }),
      }),
    lose() {
      const dropped = host
      lost.push(dropped)
      kept = new Map(kept)
      relay.dropAll()
      host = openHost()
      return { host, connector: openConnector() }
    },
    reload(more) {
      host.stop()
      host = openHost(more)
      return { host, connector: openConnector() }
    },
    stop() {
      for (const each of [...lost, host]) each.stop()
      wallet.stop()
    },
  }
  return phone
}
