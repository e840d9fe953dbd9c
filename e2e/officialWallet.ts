import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'

/** What an application asks of a wallet. */
export interface OfficialAsked {
  readonly chainId: string
  readonly method: string
  readonly params: unknown
}

export interface OfficialWalletOptions {
  readonly relay: string
  /** The account that is granted on a chain, without its chain. */
  readonly accountOn: (chainId: string) => string
  /** Answers a request, as a visitor would who agrees. */
  readonly answer: (asked: OfficialAsked) => Promise<unknown>
}

/** A wallet that isn't ours, at a relay: it grants all that is asked for. */
export interface OfficialWallet {
  /** By the link that an application shows. */
  pair(uri: string): Promise<void>
  /** All that was asked of it so far. */
  readonly asked: readonly OfficialAsked[]
  readonly sessionCount: number
  close(): Promise<void>
}

/** What is used of the official wallet's library. */
interface Kit {
  pair(request: { readonly uri: string }): Promise<void>
  on(event: 'session_proposal', listener: (event: ProposalEvent) => void): void
  on(event: 'session_request', listener: (event: RequestEvent) => void): void
  approveSession(request: { readonly id: number; readonly namespaces: object }): Promise<unknown>
  respondSessionRequest(request: { readonly topic: string; readonly response: object }): Promise<void>
  getActiveSessions(): Readonly<Record<string, unknown>>
  readonly core: { readonly relayer: { transportClose(): Promise<void> } }
}
interface Wish {
  readonly chains: readonly string[]
}
interface ProposalEvent {
  readonly id: number
  readonly params: { readonly optionalNamespaces: Readonly<Record<string, Wish>> }
}
interface RequestEvent {
  readonly id: number
  readonly topic: string
  readonly params: {
    readonly chainId: string
    readonly request: { readonly method: string; readonly params: unknown }
  }
}

export async function createOfficialWallet({
  relay,
  accountOn,
  answer,
}: OfficialWalletOptions): Promise<OfficialWallet> {
  // The server's tests have it. Its modules for `import` don't load in Node.
  const require = createRequire(new URL('../apps/server/package.json', import.meta.url))
  const { WalletKit }: { readonly WalletKit: { init(options: object): Promise<Kit> } } = require('@reown/walletkit')
  const { Core }: { readonly Core: new (options: object) => object } = require('@walletconnect/core')
  const core = new Core({
    relayUrl: relay,
    projectId: 'foyer-demo',
    customStoragePrefix: randomUUID(),
    telemetryEnabled: false,
    logger: 'silent',
  })
  const metadata = { name: 'Official wallet', description: '', url: 'https://wallet.example', icons: [] }
  const kit = await WalletKit.init({ core, metadata })
  const asked: OfficialAsked[] = []
  kit.on('session_proposal', ({ id, params: { optionalNamespaces } }) => {
    const granted = Object.entries(optionalNamespaces).map(([family, wish]) => {
      const accounts = wish.chains.map((chainId) => `${chainId}:${accountOn(chainId)}`)
      return [family, { ...wish, accounts }] as const
    })
    void kit.approveSession({ id, namespaces: Object.fromEntries(granted) })
  })
  kit.on('session_request', ({ id, topic, params: { chainId, request } }) => {
    const each = { chainId, ...request }
    asked.push(each)
    const answered = answer(each).then(
      (result) => ({ id, jsonrpc: '2.0', result }),
      (error: unknown) => ({ id, jsonrpc: '2.0', error: { code: -32000, message: String(error) } }),
    )
    void answered.then((response) => kit.respondSessionRequest({ topic, response }))
  })
  return {
    asked,
    get sessionCount() {
      return Object.keys(kit.getActiveSessions()).length
    },
    pair: (uri) => kit.pair({ uri }),
    close: () => kit.core.relayer.transportClose(),
  }
}
