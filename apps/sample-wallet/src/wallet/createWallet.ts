import type { WalletEvent } from '@foyer/walletconnect/wallet'
import { type Answering, createAnswering } from './answering.js'
import { type Connecting, createConnecting } from './connecting.js'
import { type CreateWalletParameters, createContext, type WalletContext } from './context.js'
import { createManaging, type Managing } from './managing.js'
import type { WalletState } from './state.js'

/** The wallet behind the views: what it shows, and what its visitor can do. Nothing it does throws; what fails is told as a notice. */
export interface Wallet extends Connecting, Omit<Managing, 'hostFor'>, Pick<Answering, 'agree' | 'refuse'> {
  state(): WalletState
  /** @returns stops */
  listen(listener: () => void): () => void
  /** The notice was read. */
  dismiss(): void
  /** The page is in front again. */
  wake(): void
  stop(): void
}

export function createWallet(parameters: CreateWalletParameters): Wallet {
  const { client, keys } = parameters
  const context = createContext(parameters)
  const { hostFor, ...managing } = createManaging(context)
  const { take, drop, agree, refuse } = createAnswering({ context, hostFor })
  const stops = [
    client.listen((event) => hear({ context, take, drop, event })),
    keys.listen(() => context.set({ keyring: keys.keyring() })),
  ]
  context.lookAgain()
  for (const request of client.requests()) void take(request)
  return {
    ...createConnecting(context),
    ...managing,
    agree,
    refuse,
    state: context.state,
    listen: context.listen,
    dismiss: () => context.set({ notice: undefined }),
    wake: client.wake,
    stop() {
      for (const stop of stops) stop()
      client.stop()
    },
  }
}

interface Hear extends Pick<Answering, 'take' | 'drop'> {
  readonly context: WalletContext
  readonly event: WalletEvent
}

/** What the client says, put into what is shown. */
function hear({ context, take, drop, event }: Hear): void {
  const { set, tell, lookAgain } = context
  const { proposals, authentications, requests } = context.state()
  switch (event.type) {
    case 'proposed':
      set({
        isPairing: false,
        // A code that is read twice brings the same proposal again.
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
      if (wasShown && event.why !== 'answered') tell('error', endedProposals[event.why])
      break
    }
    case 'requested':
      void take(event.request)
      break
    case 'requestEnded': {
      const wasShown = requests.some(({ request }) => request.id === event.id)
      drop(event.id)
      if (wasShown && event.why === 'expired') tell('error', 'The application’s request has expired.')
      break
    }
    case 'ended': {
      const name = context.app(event.topic)?.session.peer.name ?? 'The application'
      lookAgain()
      tell(event.why === 'refused' ? 'error' : 'success', endings[event.why](name))
      break
    }
    case 'acknowledged':
    case 'extended':
      lookAgain()
      break
    case 'updateRefused':
      lookAgain()
      tell('error', `${event.session.peer.name} didn’t take the change.`)
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
