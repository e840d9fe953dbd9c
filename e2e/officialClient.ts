import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'

/** What is used of the official client, which stands for any application's. */
export interface OfficialClient {
  connect(wanted: { readonly optionalNamespaces: Readonly<Record<string, OfficialWish>> }): Promise<{
    readonly uri: string
    readonly approval: () => Promise<OfficialSession>
  }>
  authenticate(wanted: OfficialSignIn): Promise<{
    readonly uri: string
    readonly response: () => Promise<{ readonly auths?: readonly OfficialAuth[]; readonly session?: OfficialSession }>
  }>
  request(asked: {
    readonly topic: string
    readonly chainId: string
    readonly request: { readonly method: string; readonly params: unknown }
  }): Promise<unknown>
  readonly core: { readonly relayer: { transportClose(): Promise<void> } }
}

interface OfficialWish {
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

interface OfficialSignIn {
  readonly chains: readonly string[]
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly methods: readonly string[]
}

interface OfficialAuth {
  readonly p: { readonly iss: string; readonly domain: string }
  readonly s: { readonly s: string }
}

export interface OfficialSession {
  readonly topic: string
  readonly namespaces: Readonly<
    Record<string, { readonly accounts: readonly string[]; readonly methods: readonly string[] }>
  >
  readonly sessionProperties?: Readonly<Record<string, string>> | undefined
}

/** An application that isn't ours, at a relay. */
export function createOfficialClient({ relay }: { readonly relay: string }): Promise<OfficialClient> {
  // Its modules for `import` don't load in Node.
  const require = createRequire(import.meta.url)
  const { SignClient }: { readonly SignClient: { init(options: object): Promise<OfficialClient> } } =
    require('@walletconnect/sign-client')
  return SignClient.init({
    relayUrl: relay,
    projectId: 'foyer-demo',
    metadata: { name: 'Another dapp', description: '', url: 'https://another.example', icons: [] },
    logger: 'silent',
    // Else all of a process are one.
    customStoragePrefix: randomUUID(),
  })
}
