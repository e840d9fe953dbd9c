import type { WalletNetwork } from '@foyer/core/words'
import type { KeptBatch, WalletFamily } from '@foyer/signing'
import { accountsOf, chainOf, familyOf } from '@foyer/walletconnect/protocol'
import type { WalletClient, WalletSession } from '@foyer/walletconnect/wallet'
import type { KeyStore } from '../keys/keyStore.js'
import { currentId } from './grant.js'
import type { Kept } from './kept.js'
import { sentenceOf } from './sentences.js'
import type { ConnectedApp, Notice, WalletState } from './state.js'

/** By a session's topic: the network and account that its application last received. */
export type Choices = Readonly<Record<string, { readonly chainId: string; readonly address: string }>>

/** A batch of calls, and the topic of the session that asked for it. */
export interface OwnedBatch extends KeptBatch {
  readonly topic: string
}

export interface CreateWalletParameters {
  readonly client: WalletClient
  readonly families: readonly WalletFamily[]
  readonly keys: KeyStore
  /** The networks of the page's settings. */
  readonly networks: readonly WalletNetwork[]
  /** The networks that applications added. */
  readonly added: Kept<readonly WalletNetwork[]>
  readonly choices: Kept<Choices>
  /** The batches of calls that applications have asked for, newest first. */
  readonly batches: Kept<readonly OwnedBatch[]>
  /** Calls back after some milliseconds. @returns cancels it */
  readonly after: (ms: number, callBack: () => void) => () => void
}

/** The wallet's state and the ways to change it, shared by its rooms. */
export interface WalletContext extends CreateWalletParameters {
  state(): WalletState
  set(part: Partial<WalletState>): void
  notify(variant: Notice['variant'], text: string): void
  /** Runs an action of the visitor, never twice at a time by one name, and shows a notice where it fails. */
  attempt(name: string, work: () => Promise<void>): Promise<void>
  familyOf(chainId: string): WalletFamily | undefined
  /** The network of a chain, by its present id or a former one. */
  network(chainId: string): WalletNetwork | undefined
  /** The address on a chain of an account that is named on another (CAIP-10). */
  addressOn(of: { readonly account: string; readonly chainId: string }): string | undefined
  app(topic: string): ConnectedApp | undefined
  choose(topic: string, part: Partial<Choices[string]>): void
  /** Reads the sessions from the client anew. */
  refreshSessions(): void
  listen(listener: () => void): () => void
}

export function createContext(parameters: CreateWalletParameters): WalletContext {
  const { client, families, choices } = parameters
  const running = new Set<string>()
  const { state, set, listen } = createStore(initialState(parameters))
  const notify = (variant: Notice['variant'], text: string) => set({ notice: { variant, text } })
  const app = (topic: string) => state().apps.find(({ session }) => session.topic === topic)
  const refreshSessions = () => {
    const sessions = client.sessions()
    const topics = new Set(sessions.map(({ topic }) => topic))
    const living = Object.entries(choices.get()).filter(([topic]) => topics.has(topic))
    if (living.length < Object.keys(choices.get()).length) choices.set(Object.fromEntries(living))
    set({
      apps: sessions.map((session) => appOf({ session, choice: choices.get()[session.topic] })),
      requests: state().requests.filter(({ request }) => topics.has(request.topic)),
    })
  }
  return {
    ...parameters,
    state,
    set,
    notify,
    async attempt(name, work) {
      if (running.has(name)) return
      running.add(name)
      try {
        await work()
      } catch (error) {
        notify('error', sentenceOf(error))
      } finally {
        running.delete(name)
      }
    },
    familyOf: (chainId) => families.find(({ name }) => name === familyOf(chainId)),
    network: (chainId) => state().networks.find((each) => each.chainId === currentId({ families, chainId })),
    addressOn: (wanted) => addressOn({ ...wanted, families, keyring: state().keyring }),
    app,
    choose(topic, part) {
      const { chainId, address } = app(topic) ?? {}
      if (chainId === undefined || address === undefined) return
      choices.set({ ...choices.get(), [topic]: { chainId, address, ...part } })
      refreshSessions()
    },
    refreshSessions,
    listen,
  }
}

/** Holds the state; each change is a new object. */
function createStore(initial: WalletState): Pick<WalletContext, 'state' | 'set' | 'listen'> {
  const listeners = new Set<() => void>()
  let state = initial
  return {
    state: () => state,
    set(part) {
      state = { ...state, ...part }
      for (const listener of [...listeners]) listener()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

interface AddressOnParameters extends Pick<CreateWalletParameters, 'families'> {
  readonly account: string
  readonly chainId: string
  readonly keyring: WalletState['keyring']
}

function addressOn({ account, chainId, families, keyring }: AddressOnParameters): string | undefined {
  const [from, address] = [chainOf(account), addressOf(account)]
  if (from === chainId) return address
  const family = families.find(({ name }) => name === familyOf(chainId))
  if (!keyring || !family || familyOf(from) !== family.name) return undefined
  const place = family.addresses({ keyring, chainId: from }).indexOf(address)
  return place < 0 ? undefined : family.addresses({ keyring, chainId })[place]
}

const initialState = ({ client, keys, networks, added }: CreateWalletParameters): WalletState => ({
  keyring: keys.keyring(),
  networks: [...networks, ...added.get()],
  relay: client.status,
  isPairing: false,
  apps: [],
  proposals: client.proposals(),
  authentications: client.authentications(),
  requests: [],
  notice: undefined,
})

/** A session with its network and account: those chosen, while they are granted. */
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
