import {
  type Adapter,
  type Connector,
  createFoyer,
  type Foyer,
  type FoyerOptions,
  type KeyValueStorage,
  type LiveConnection,
  type NetworkId,
  type WalletEvent,
} from '@foyer/core'
import { base, mainnet } from '@foyer/core/networks'
import type { ReactNode } from 'react'
import { FoyerProvider } from '../FoyerProvider.js'

export const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** A wallet at the border: it agrees to everything at once, unless it is set to wait. */
export interface PlainWallet {
  readonly connector: Connector
  /** Emits an event by itself. */
  emit(event: WalletEvent): void
  /** It answers no request before `go` is called. */
  wait(): { readonly go: () => void }
}

export function createPlainWallet({ networkId = 'eip155:1' }: { readonly networkId?: NetworkId } = {}): PlainWallet {
  const listeners = new Set<(event: WalletEvent) => void>()
  let ready: Promise<void> = Promise.resolve()
  const live: LiveConnection = {
    accounts: [{ namespace: 'eip155', address, type: 'eoa' }],
    networks: { eip155: networkId },
    providers: { eip155: { request: async () => null } },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    switchNetwork: async () => {},
    disconnect: async () => {},
  }
  const answer = async () => {
    await ready
    return live
  }
  return {
    connector: {
      id: 'plain.wallet',
      type: 'ANNOUNCED',
      name: 'Plain',
      families: ['eip155'],
      connect: answer,
      restore: answer,
    },
    emit(event) {
      for (const listener of listeners) listener(event)
    },
    wait() {
      let go = () => {}
      ready = new Promise((resolve) => {
        go = resolve
      })
      return { go }
    },
  }
}

export interface PlainKit {
  readonly foyer: Foyer
  readonly wallet: PlainWallet
  /** Returns the number of listeners for wallets in the page right now. */
  readonly listeners: () => number
  /** The requests to the chain. */
  readonly asked: string[]
  /** Puts something into the kit's provider. */
  readonly page: (props: { readonly children?: ReactNode }) => ReactNode
}

/** A real kit over a plain wallet, with an empty memory of its own. */
export function createPlainKit({
  wallet = createPlainWallet(),
  balance = async () => 312_400_000_000_000_000n,
  ...options
}: Partial<FoyerOptions> & {
  readonly wallet?: PlainWallet
  readonly balance?: () => Promise<bigint>
} = {}): PlainKit {
  let listeners = 0
  const asked: string[] = []
  const adapter: Adapter = {
    family: 'eip155',
    type: 'plain',
    discover({ register }) {
      listeners += 1
      register(wallet.connector)
      return () => {
        listeners -= 1
      }
    },
    actions: async () => ({
      nativeBalance({ address: of }) {
        asked.push(of)
        return balance()
      },
    }),
  }
  const foyer = createFoyer({
    projectId: 'test',
    networks: [mainnet, base],
    adapters: [adapter],
    storage: memoryStorage(),
    ...options,
  })
  const page = ({ children }: { readonly children?: ReactNode }) => (
    <FoyerProvider foyer={foyer} prefetch="none">
      {children}
    </FoyerProvider>
  )
  return { foyer, wallet, listeners: () => listeners, asked, page }
}

export function memoryStorage(kept: Readonly<Record<string, string>> = {}): KeyValueStorage {
  const values = new Map(Object.entries(kept))
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}
