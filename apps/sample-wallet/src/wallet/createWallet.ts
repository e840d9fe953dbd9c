import type { WalletNetwork } from '@foyer/core/words'
import type { WalletEvent } from '@foyer/walletconnect/wallet'
import { type Answering, createAnswering } from './answering.js'
import { type Connecting, createConnecting } from './connecting.js'
import { type CreateWalletParameters, createContext, type WalletContext } from './context.js'
import { createManaging, type Managing } from './managing.js'
import type { WalletState } from './state.js'

/** The wallet behind the views: its state and its visitor's actions. No action throws; a failure is shown as a notice. */
export interface Wallet extends Connecting, Omit<Managing, 'hostFor'>, Pick<Answering, 'agree' | 'limit' | 'refuse'> {
  state(): WalletState
  /** @returns unsubscribes */
  listen(listener: () => void): () => void
  /** The network of a chain, by its present id or a former one. */
  network(chainId: string): WalletNetwork | undefined
  /** Clears the notice. */
  dismiss(): void
  /** Reconnects when the page is visible again. */
  wake(): void
  stop(): void
}

export function createWallet(parameters: CreateWalletParameters): Wallet {
  const { client, keys } = parameters
  const context = createContext(parameters)
  const { hostFor, ...managing } = createManaging(context)
  const { take, drop, agree, limit, refuse } = createAnswering({ context, hostFor })
  const stops = [
    client.listen((event) => receive({ context, take, drop, event })),
    keys.listen(() => context.set({ keyring: keys.keyring() })),
  ]
  context.refreshSessions()
  for (const request of client.requests()) void take(request)
  return {
    ...createConnecting(context),
    ...managing,
    agree,
    limit,
    refuse,
    state: context.state,
    listen: context.listen,
    network: context.network,
    dismiss: () => context.set({ notice: undefined }),
    wake: client.wake,
    stop() {
      for (const stop of stops) stop()
      client.stop()
    },
  }
}

interface ReceivedEvent extends Pick<Answering, 'take' | 'drop'> {
  readonly context: WalletContext
  readonly event: WalletEvent
}

/** Applies an event of the client to the state. */
function receive({ context, take, drop, event }: ReceivedEvent): void {
  const { set, notify, refreshSessions } = context
  const { proposals, authentications, requests } = context.state()
  switch (event.type) {
    case 'proposed':
      set({
        isPairing: false,
        // A code that is scanned twice gives the same proposal again.
        proposals: [...proposals.filter(({ id }) => id !== event.proposal.id), event.proposal],
      })
      break
    case 'authenticate':
      set({ isPairing: false, authentications: [...authentications, event.authentication] })
      break
    case 'proposalEnded': {
      const isOther = ({ id }: { readonly id: string }) => id !== event.id
      const wasShown = !proposals.every(isOther) || !authentications.every(isOther)
      set({ proposals: proposals.filter(isOther), authentications: authentications.filter(isOther) })
      if (wasShown && event.why !== 'answered') notify('error', endedProposals[event.why])
      break
    }
    case 'requested':
      void take(event.request)
      break
    case 'requestEnded': {
      const wasShown = requests.some(({ request }) => request.id === event.id)
      drop(event.id)
      if (wasShown && event.why === 'expired') notify('error', 'The application’s request has expired.')
      break
    }
    case 'ended': {
      const name = context.app(event.topic)?.session.peer.name ?? 'The application'
      refreshSessions()
      notify(event.why === 'refused' ? 'error' : 'success', endings[event.why](name))
      break
    }
    case 'acknowledged':
    case 'extended':
      refreshSessions()
      break
    case 'updateRefused':
      refreshSessions()
      notify('error', `${event.session.peer.name} didn’t take the change.`)
      break

    case 'status':
      set({ relay: event.status })
  }
}

const endedProposals = {
  expired: 'The request to connect has expired. Ask the application for a new code.',
  withdrawn: 'The application no longer asks to be connected.',
} as const

const endings = {
  deleted: (name: string) => `${name} is disconnected.`,
  expired: (name: string) => `The session with ${name} has expired.`,
  refused: (name: string) => `${name} couldn’t use what was granted.`,
} as const
