import { accountsOf, chainOf, familyOf } from '@foyer/walletconnect/protocol'
import type { WalletClient, WalletSession } from '@foyer/walletconnect/wallet'
import type { WalletFamily } from '../families/family.js'
import type { KeyStore } from '../keys/keyStore.js'
import type { WalletNetwork } from '../settings.js'
import type { Kept } from './kept.js'
import { sentenceOf } from './sentences.js'
import type { ConnectedApp, Notice, WalletState } from './state.js'

/** By a session's topic: what its application was last told to see. */
export type Choices = Readonly<Record<string, { readonly chainId: string; readonly address: string }>>

export interface CreateWalletParameters {
  readonly client: WalletClient
  readonly families: readonly WalletFamily[]
  readonly keys: KeyStore
  /** Those of the page's settings. */
  readonly networks: readonly WalletNetwork[]
  /** Those that an application brought. */
  readonly added: Kept<readonly WalletNetwork[]>
  readonly choices: Kept<Choices>
  /** Calls back after some milliseconds. @returns calls it off */
  readonly after: (ms: number, callBack: () => void) => () => void
}

/** What the wallet's rooms have in common: what is shown, and the ways to change it. */
export interface WalletContext extends CreateWalletParameters {
  state(): WalletState
  set(part: Partial<WalletState>): void
  tell(variant: Notice['variant'], text: string): void
  /** Runs what the visitor asked for, the same not twice at a time, and tells of it where it fails. */
  attempt(name: string, work: () => Promise<void>): Promise<void>
  familyOf(chainId: string): WalletFamily | undefined
  app(topic: string): ConnectedApp | undefined
  choose(topic: string, part: Partial<Choices[string]>): void
  /** Takes the sessions as the client has them now. */
  lookAgain(): void
  listen(listener: () => void): () => void
}

export function createContext(parameters: CreateWalletParameters): WalletContext {
  const { client, families, keys, networks, added, choices } = parameters
  const listeners = new Set<() => void>()
  const underWay = new Set<string>()
  let state: WalletState = {
    keyring: keys.keyring(),
    networks: [...networks, ...added.get()],
    relay: client.status,
    isPairing: false,
    apps: [],
    proposals: client.proposals(),
    authentications: client.authentications(),
    requests: [],
    notice: undefined,
  }
  const set = (part: Partial<WalletState>) => {
    state = { ...state, ...part }
    for (const listener of [...listeners]) listener()
  }
  const tell = (variant: Notice['variant'], text: string) => set({ notice: { variant, text } })
  const app = (topic: string) => state.apps.find(({ session }) => session.topic === topic)
  const lookAgain = () => {
    const sessions = client.sessions()
    const topics = new Set(sessions.map(({ topic }) => topic))
    const living = Object.entries(choices.get()).filter(([topic]) => topics.has(topic))
    if (living.length < Object.keys(choices.get()).length) choices.set(Object.fromEntries(living))
    set({
      apps: sessions.map((session) => appOf({ session, choice: choices.get()[session.topic] })),
      requests: state.requests.filter(({ request }) => topics.has(request.topic)),
    })
  }
  return {
    ...parameters,
    state: () => state,
    set,
    tell,
    async attempt(name, work) {
      if (underWay.has(name)) return
      underWay.add(name)
      try {
        await work()
      } catch (error) {
        tell('error', sentenceOf(error))
      } finally {
        underWay.delete(name)
      }
    },
    familyOf: (chainId) => families.find(({ name }) => name === familyOf(chainId)),
    app,
    choose(topic, part) {
      const { chainId, address } = app(topic) ?? {}
      if (chainId === undefined || address === undefined) return
      choices.set({ ...choices.get(), [topic]: { chainId, address, ...part } })
      lookAgain()
    },
    lookAgain,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A session with the network and the account that hold in it: those chosen, while they are granted. */
function appOf({
  session,
  choice,
}: {
  readonly session: WalletSession
  readonly choice: Choices[string] | undefined
}): ConnectedApp {
  const chains = accountsOf(session).map(chainOf)
  const chainId = choice && chains.includes(choice.chainId) ? choice.chainId : (chains[0] ?? '')
  const here = accountsOf({ ...session, chainId }).map(addressOf)
  const address = choice && here.includes(choice.address) ? choice.address : (here[0] ?? '')
  return { session, chainId, address }
}

/** The address of an account (CAIP-10). */
export const addressOf = (account: string): string => account.split(':').slice(2).join(':')
