import type { Connector, ConnectRequest, LiveConnection, PickedWallet } from '@foyer/core'
import { act } from '@testing-library/react'
import { addresses } from './modalKit.js'

/** A way to wallets elsewhere, and what becomes of its pairings. */
export interface PairingWallet {
  readonly connector: Connector
  /** Returns the number of pairings that were begun, and of those still wanted. */
  readonly begun: () => number
  readonly live: () => number
  readonly picked: () => PickedWallet | undefined
  offer(uri: string): Promise<void>
  /** The wallet agrees. */
  accept(): Promise<void>
  fail(error: unknown): Promise<void>
}

interface Begun {
  readonly signal: AbortSignal
  readonly step: ConnectRequest['step']
  readonly picked: () => PickedWallet | undefined
  ended: boolean
  readonly settle: (live: LiveConnection) => void
  readonly reject: (error: unknown) => void
}

export function pairingWallet(): PairingWallet {
  const begun: Begun[] = []
  const last = () => {
    const pairing = begun.at(-1)
    if (!pairing) throw new Error('No pairing was begun.')
    return pairing
  }
  const session: LiveConnection = {
    accounts: [{ namespace: 'eip155', address: addresses[0], type: 'eoa' }],
    networks: { eip155: 'eip155:1' },
    providers: {},
    listen: () => () => {},
    switchNetwork: async () => {},
    disconnect: async () => {},
  }
  return {
    connector: {
      id: 'walletConnect',
      type: 'WALLET_CONNECT',
      name: 'WalletConnect',
      families: ['eip155'],
      connect: ({ signal, step, picked }) =>
        new Promise((settle, reject) => begun.push({ signal, step, picked, settle, reject, ended: false })),
      restore: async () => null,
    },
    begun: () => begun.length,
    live: () => begun.filter(({ signal, ended }) => !ended && !signal.aborted).length,
    picked: () => last().picked(),
    offer: (uri) => act(async () => last().step({ type: 'pairing', offer: { uri, madeAt: 0 } })),
    accept: () =>
      act(async () => {
        last().ended = true
        last().settle(session)
      }),
    fail: (error) =>
      act(async () => {
        last().ended = true
        last().reject(error)
      }),
  }
}
