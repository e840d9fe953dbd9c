import { type Adapter, type AdapterHost, type Connector, onDemand } from '@foyer/core'
import { type Commitment, isCommitment, levelOf } from './commitment.js'
import type { Place } from './connection/place.js'
import { discoverWallets, type FoundWallet } from './discovery/discoverWallets.js'
import { InvalidCommitmentError } from './errors.js'
import type { StandardWallet } from './standard.js'
import type { SolanaMethod } from './wire/methods.js'

export interface SolanaOptions {
  /** How sure a node must be of what it answers; `confirmed` by default [S5.26]. */
  readonly commitment?: Commitment | undefined
  /** Wallets of the Wallet Standard that the host's own code brings, beside those that register themselves. */
  readonly wallets?: readonly StandardWallet[] | undefined
}

/** The ids by which older wallets call the public networks, which were named otherwise before. */
const formerIds = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
}

/** The methods that a session with a wallet elsewhere is asked for [S7.36]. */
const sessionMethods: readonly SolanaMethod[] = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_requestAccounts',
  'solana_getAccounts',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
]

/**
 * The adapter of the Solana family (`solana`): finds wallets in the page by the Wallet Standard, and reaches them by its features.
 * What isn't needed to find wallets is loaded when it is first used.
 *
 * @throws InvalidCommitmentError
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [solanaMainnet], adapters: [solana()] })
 */
export function solana({ commitment = 'confirmed', wallets = [] }: SolanaOptions = {}): Adapter<'solana'> {
  if (!isCommitment(commitment)) throw new InvalidCommitmentError({ commitment: String(commitment) })
  const connection = onDemand({ chunk: 'solana', load: () => import('./wallet.js') })
  const actionsOf = onDemand({
    chunk: 'solana.actions',
    load: async () => (await import('./wallet.js')).actionsAt(levelOf(commitment)),
  })

  const connectorOf = ({ present, ...found }: FoundWallet, host: AdapterHost): Connector => {
    // A wallet is on no network by itself: where the visitor has gone is known here alone.
    const place: Place = { networkId: undefined }
    return {
      ...found,
      families: ['solana'],
      connect: async (request) => (await connection()).connectWallet({ ...present(), place, host, request }),
      restore: async (request) => (await connection()).restoreWallet({ ...present(), place, host, request }),
    }
  }

  return {
    family: 'solana',
    type: 'solana',
    accountTypes: ['eoa'],
    session: { methods: sessionMethods, otherIds: formerIds },
    discover: ({ host, register }) =>
      discoverWallets({ host, brought: wallets, found: (wallet) => register(connectorOf(wallet, host)) }),
    actions: async (host) => (await actionsOf())(host),
  }
}
