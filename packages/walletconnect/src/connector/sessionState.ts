import type { Account, ConnectorHost, Family, NetworkId, WalletEvent } from '@foyer/core'
import type { DappSession } from '../dapp/dappSession.js'
import { familyOf } from '../protocol/index.js'
import { chainTold } from './chainTold.js'
import { accountsOn, grantsOf, keyOf, todaysId } from './grants.js'

/** The wallet that takes any network, whatever its session says: known by nothing but its name. */
const takesAny = 'MetaMask Wallet'

/** Where a session's wallet is, by what it granted and what it said since. Changes are told to whoever listens. */
export interface SessionState {
  readonly session: DappSession
  readonly accounts: readonly Account[]
  /** Where each family is. */
  readonly networks: Partial<Readonly<Record<Family, NetworkId>>>
  networkOf(family: Family): NetworkId | undefined
  /** A network of a family that was granted: where it is, if that was. */
  grantedOf(family: Family): NetworkId | undefined
  isApproved(networkId: NetworkId | undefined): boolean
  /** The networks that were granted; undefined where the wallet takes any. */
  approved(): readonly NetworkId[] | undefined
  /** Puts each family that is nowhere yet on a network: the one that is wished, else one that is configured. */
  place(wished: NetworkId | undefined): void
  arrive(networkId: NetworkId): void
  /** Takes another grant in the place of the former. */
  update(session: DappSession): void
  /** Takes over what the wallet emitted [S4.19]; what can't be read, or isn't granted, changes nothing. */
  heed(event: { readonly chainId: string; readonly name: string; readonly data: unknown }): void
  tell(event: WalletEvent): void
  /** @returns stops */
  listen(listener: (event: WalletEvent) => void): () => void
}

export function createSessionState({
  host,
  session: first,
}: {
  readonly host: Pick<ConnectorHost, 'networks'>
  readonly session: DappSession
}): SessionState {
  let session = first
  let grants = grantsOf(session, host.networks())
  const networks = new Map<Family, NetworkId>()
  /** The account that the wallet said to be at, by family. */
  const front = new Map<Family, string>()
  const order = () => accountsOn({ grants, networks, front })
  let accounts = order()
  const listeners = new Set<(event: WalletEvent) => void>()

  const tell = (event: WalletEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const granted = () => [...new Set(grants.map(({ networkId }) => networkId))]
  const approved = () => (session.peer.name === takesAny ? undefined : granted())
  const isApproved = (id: NetworkId | undefined) => grants.some(({ networkId }) => networkId === id)
  const isConfigured = (id: NetworkId) => host.networks().some(({ caipNetworkId }) => caipNetworkId === id)
  const familyIn = (id: string) => grants.find(({ namespace }) => namespace === familyOf(id))?.namespace
  const firstOf = (family: Family, wished?: NetworkId | undefined) => {
    const own = granted().filter((id) => familyOf(id) === family)
    return own.find((id) => id === wished) ?? own.find(isConfigured) ?? own[0]
  }

  /** Tells of the families whose accounts are others than they were, or in another order. */
  const review = () => {
    const before = accounts
    accounts = order()
    for (const family of new Set([...before, ...accounts].map(({ namespace }) => namespace))) {
      const [own, former] = [accounts, before].map((all) => all.filter(({ namespace }) => namespace === family))
      if (own?.map(keyOf).join() !== former?.map(keyOf).join())
        tell({ type: 'accountsChanged', family, accounts: own ?? [] })
    }
  }
  const arrive = (networkId: NetworkId) => {
    const family = familyIn(networkId)
    if (!family || networks.get(family) === networkId) return
    networks.set(family, networkId)
    tell({ type: 'networkChanged', family, networkId })
    review()
  }

  return {
    get session() {
      return session
    },
    get accounts() {
      return accounts
    },
    get networks() {
      return Object.fromEntries(networks)
    },
    networkOf: (family) => networks.get(family),
    grantedOf: (family) => firstOf(family, networks.get(family)),
    isApproved,
    approved,
    place(wished) {
      for (const { namespace } of grants) {
        const networkId = networks.get(namespace) ?? firstOf(namespace, wished)
        if (networkId) networks.set(namespace, networkId)
      }
      accounts = order()
    },
    arrive,
    update(next) {
      const before = granted()
      session = next
      grants = grantsOf(session, host.networks())
      const now = approved()
      if (now && now.join() !== before.join()) tell({ type: 'networksApproved', networks: now })
      for (const [family, networkId] of networks) {
        const instead = firstOf(family)
        if (instead && before.includes(networkId) && !isApproved(networkId)) arrive(instead)
      }
      review()
    },
    heed({ chainId, name, data }) {
      if (name === 'chainChanged') {
        const told = chainTold({ value: data, chainId })
        if (told) arrive(todaysId(told, host.networks()))
      }
      if (name !== 'accountsChanged' || !Array.isArray(data) || data.length === 0) return
      // CAIP-10, or the bare address.
      const text = String(data[0])
      const family = familyIn(text.includes(':') ? text : chainId)
      if (!family) return
      front.set(family, keyOf({ namespace: family, address: text.slice(text.lastIndexOf(':') + 1) }))
      review()
    },
    tell,
    listen(listener) {
      const own = (event: WalletEvent) => listener(event)
      listeners.add(own)
      return () => listeners.delete(own)
    },
  }
}
