import type { Family, NetworkId } from '../../chain/ids.js'
import type {
  Account,
  AwaitAccounts,
  Connector,
  ConnectorType,
  LiveConnection,
  NonEmpty,
  PeerWallet,
  WalletEvent,
} from '../connector.js'

/** The wallet's fault at the next request and those after it. */
export type FakeFault = 'none' | 'refuse' | 'hang' | 'throw-string' | 'throw-at-once' | 'garbage'

export interface FakeConnector extends Connector {
  readonly faults: {
    connect: FakeFault
    restore: FakeFault
    switchNetwork: FakeFault
    disconnect: FakeFault
    listen: FakeFault
  }
  /** The requests, oldest first. */
  readonly asked: string[]
  /** The wallet's answer under the fault `garbage`. */
  garbage: unknown
  accounts: NonEmpty<Account>
  networks: Partial<Record<Family, NetworkId>>
  /** False: a restore finds nothing. */
  remembers: boolean
  readonly listenerCount: number
  emit(event: WalletEvent): void
  /** The number of waits for it now. */
  readonly awaited: number
  /** Locks it: it shows no account from then on. */
  lock(): void
  /** It shows its accounts again. */
  unlock(): void
  /** Lets what hangs answer, as if the visitor had agreed at last. */
  release(): void
}

export interface FakeConnectorParameters {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly type?: ConnectorType | undefined
  readonly families?: NonEmpty<Family> | undefined
  readonly rdns?: string | undefined
  readonly accounts?: NonEmpty<Account> | undefined
  readonly networks?: Partial<Record<Family, NetworkId>> | undefined
  readonly approvedNetworks?: readonly NetworkId[] | undefined
  readonly wallet?: PeerWallet | undefined
  /** Keeps something for each connection, which ends with it. */
  readonly releases?: boolean | undefined
  /** Can be locked, and waited for then. */
  readonly locks?: boolean | undefined
  readonly showsWords?: boolean | undefined
}

export const account = (address: string, namespace: Family = 'eip155'): Account => ({ namespace, address, type: 'eoa' })

/** For tests: a way to a wallet whose failures can be switched on. Not exported by any entry. */
export function fakeConnector({
  id = 'fake',
  name = 'Fake',
  type = 'ANNOUNCED',
  families = ['eip155'],
  rdns,
  accounts = [account('0xA1'), account('0xA2')],
  networks = { eip155: 'eip155:1' },
  approvedNetworks,
  wallet: peer,
  releases = false,
  locks = false,
  showsWords,
}: FakeConnectorParameters = {}): FakeConnector {
  const listeners = new Set<(event: WalletEvent) => void>()
  const held: (() => void)[] = []
  const waiting = new Set<() => void>()
  const awaitAccounts: AwaitAccounts = (back) => {
    waiting.add(back)
    return () => waiting.delete(back)
  }

  const answer = <T>(fault: FakeFault, value: () => T): Promise<T> => {
    switch (fault) {
      case 'none':
        return Promise.resolve(value())
      case 'refuse':
        return Promise.reject({ code: 4001, message: 'User denied the request.' })
      case 'throw-string':
        return Promise.reject('no')
      case 'throw-at-once':
        throw new Error('at once')
      case 'garbage':
        return Promise.resolve(JSON.parse(JSON.stringify(wallet.garbage ?? null)))
      case 'hang':
        return new Promise((resolve) => held.push(() => resolve(value())))
    }
  }
  const live = (): LiveConnection => ({
    accounts: wallet.accounts,
    networks: wallet.networks,
    approvedNetworks,
    wallet: peer,
    providers: { eip155: { request: async () => null } },
    listen(listener) {
      if (wallet.faults.listen === 'throw-at-once') throw new Error('at once')
      const own = (event: WalletEvent) => listener(event)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    awaitAccounts: locks ? awaitAccounts : undefined,
    switchNetwork({ network }) {
      wallet.asked.push(`switchNetwork ${network.caipNetworkId}`)
      return answer(wallet.faults.switchNetwork, () => {
        wallet.networks = { ...wallet.networks, [network.chainNamespace]: network.caipNetworkId }
      })
    },
    disconnect() {
      wallet.asked.push('disconnect')
      return answer(wallet.faults.disconnect, () => undefined)
    },
    release: releases
      ? () => {
          wallet.asked.push('release')
          return answer(wallet.faults.disconnect, () => undefined)
        }
      : undefined,
  })
  const wallet: FakeConnector = {
    id,
    name,
    type,
    families,
    rdns,
    showsWords,
    restores: type === 'WALLET_CONNECT' ? { withinMs: 20_000, isFinal: true } : undefined,
    faults: { connect: 'none', restore: 'none', switchNetwork: 'none', disconnect: 'none', listen: 'none' },
    asked: [],
    garbage: undefined,
    accounts,
    networks,
    remembers: true,
    get listenerCount() {
      return listeners.size
    },
    emit(event) {
      for (const listener of [...listeners]) listener(event)
    },
    get awaited() {
      return waiting.size
    },
    lock() {
      wallet.remembers = false
      wallet.emit({ type: 'accountsChanged', family: families[0], accounts: [] })
    },
    unlock() {
      wallet.remembers = true
      for (const back of [...waiting]) back()
    },
    release() {
      for (const go of held.splice(0)) go()
    },
    connect({ network }) {
      wallet.asked.push(`connect ${network?.caipNetworkId}`)
      return answer(wallet.faults.connect, live)
    },
    restore({ locked }) {
      wallet.asked.push('restore')
      if (locks && !wallet.remembers) locked?.(awaitAccounts)
      return answer(wallet.faults.restore, () => (wallet.remembers ? live() : null))
    },
  }
  return wallet
}
