import type { Family, NetworkId } from '../chain/ids.js'
import { ChainDisconnectedError, UnsupportedMethodError } from '../errors/wallet.js'
import type { Network } from '../networks/network.js'
import type { ConnectRequest } from './connector.js'
import type { Account, LiveConnection, WalletEvent } from './live.js'

interface ShownParameters<Shown extends { readonly networkId: NetworkId }> {
  readonly family: Family
  readonly first: Shown
  readonly accountsIn: (shown: Shown) => readonly Account[]
  /** Returns the key that distinguishes accounts; their addresses by default. */
  readonly keyOf?: ((account: Account) => string) | undefined
  /** Keeps what arrives for the next visit. */
  readonly keep?: ((shown: Shown) => void) | undefined
  /** Listens to the wallet, as long as anything listens to the connection. @returns stops */
  readonly listenTo: () => () => void
}

/** The accounts that a wallet of one family shows this page. */
export interface ShownAccounts<Shown> extends Pick<LiveConnection, 'listen'> {
  readonly now: Shown
  /** The visitor has disconnected: what was asked before arrives no more. */
  readonly isOver: boolean
  /** Takes what the wallet shows now, and emits what is another. */
  arrive(shown: Shown): void
  /** Emits that the wallet shows no account. */
  hide(): void
  /** Emits that the wallet is gone. */
  leave(): void
  /** The visitor disconnects. */
  end(): void
  /** Asks for something on the network in use: again, where the visitor has gone to another meanwhile. */
  onNetwork<Answer>(ask: (networkId: NetworkId) => Promise<Answer>): Promise<Answer>
}

/** Holds what a wallet shows for a live connection, and emits what changes in it. */
export function createShownAccounts<Shown extends { readonly networkId: NetworkId }>({
  family,
  first,
  accountsIn,
  keyOf = ({ address }) => address,
  keep,
  listenTo,
}: ShownParameters<Shown>): ShownAccounts<Shown> {
  let now = first
  let isOver = false
  let stopListening: (() => void) | undefined
  const listeners = new Set<(event: WalletEvent) => void>()
  const emit = (event: WalletEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const keysIn = (shown: Shown) => accountsIn(shown).map(keyOf).join()
  const shown: ShownAccounts<Shown> = {
    get now() {
      return now
    },
    get isOver() {
      return isOver
    },
    arrive(next) {
      if (isOver) return
      const before = now
      now = next
      keep?.(next)
      const { networkId } = next
      if (networkId !== before.networkId) emit({ type: 'networkChanged', family, networkId })
      if (keysIn(next) !== keysIn(before)) emit({ type: 'accountsChanged', family, accounts: accountsIn(next) })
    },
    hide: () => emit({ type: 'accountsChanged', family, accounts: [] }),
    leave: () => emit({ type: 'disconnected', family }),
    end() {
      isOver = true
    },
    async onNetwork(ask) {
      const { networkId } = now
      const asked = ask(networkId)
      await Promise.allSettled([asked])
      return networkId === now.networkId ? asked : shown.onNetwork(ask)
    },
    listen(listener) {
      listeners.add(listener)
      stopListening ??= listenTo()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopListening?.()
        stopListening = undefined
      }
    },
  }
  return shown
}

/** The network that a family's wallet is asked for: the wanted one, or the kit's first of the family. @throws ChainDisconnectedError where there is none */
export function networkAsked({
  family,
  network,
  host,
}: Pick<ConnectRequest, 'network' | 'host'> & { readonly family: Family }): Network {
  const wanted =
    network?.chainNamespace === family
      ? network
      : host.networks().find(({ chainNamespace }) => chainNamespace === family)
  if (!wanted) throw new ChainDisconnectedError()
  return wanted
}

/** A wallet says by an event of the page's, without anything in it, that something is another; one without an event never says it. @returns stops */
export function onWindow(event: string | undefined, listener: () => void): () => void {
  if (event === undefined) return () => {}
  window.addEventListener(event, listener)
  return () => window.removeEventListener(event, listener)
}

/** Calls back once a wallet that showed no account shows one: it was locked, or the visitor has let the page see it there. @returns stops */
export function awaitShown({
  listenTo,
  look,
  back,
}: {
  readonly listenTo: (changed: () => void) => () => void
  /** @returns nothing where the wallet shows none */
  readonly look: () => Promise<object | undefined>
  readonly back: () => void
}): () => void {
  let isOver = false
  const stop = listenTo(() => {
    look().then(
      (shown) => {
        if (shown && !isOver) back()
      },
      () => {
        // it shows none yet
      },
    )
  })
  return () => {
    isOver = true
    stop()
  }
}

/** Asks a wallet to forget this site. One that can't, or takes too long, leaves the visitor disconnected all the same. */
export async function forgotten(asked: Promise<unknown> | undefined, report: (cause: unknown) => void): Promise<void> {
  await asked?.catch((error: unknown) => {
    if (!(error instanceof UnsupportedMethodError)) report(error)
  })
}
