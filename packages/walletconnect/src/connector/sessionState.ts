import type { Account, ConnectorHost, Family, NetworkId, WalletEvent } from '@foyer/core'
import { families } from '@foyer/core/chain'
import type { DappEvent } from '../dapp/dappClient.js'
import type { DappSession } from '../dapp/dappSession.js'
import { familyOf } from '../protocol/index.js'
import { chainTold } from './chainTold.js'
import { accountsOn, grantsOf, keyOf, todaysId } from './grants.js'

/** The wallet that takes any network, whatever its session says: known by nothing but its name. */
const takesAny = 'MetaMask Wallet'

/** Where a session's wallet is, by what it granted and what it said since. */
export interface SessionState {
  readonly session: DappSession
  readonly accounts: readonly Account[]
  /** Where each family is. */
  readonly networks: Partial<Readonly<Record<Family, NetworkId>>>
  /** A network of a family that was granted: where it is, if that was. */
  grantedOf(family: Family): NetworkId | undefined
  isApproved(networkId: NetworkId): boolean
  /** The networks that were granted; undefined where the wallet takes any. */
  approved(): readonly NetworkId[] | undefined
  /** Puts each family that is nowhere yet on a network: the one that is wished, else one that is configured. */
  place(wished: NetworkId | undefined): void
  arrive(networkId: NetworkId): void
  /** Takes over what the client tells of the session [S4.19]; what can't be read, or isn't granted, changes nothing. */
  hear(event: DappEvent): void
}

/** @param parameters.tell - told of each change */
export function createSessionState({
  configured,
  session: first,
  tell,
}: {
  readonly configured: ConnectorHost['networks']
  readonly session: DappSession
  readonly tell: (event: WalletEvent) => unknown
}): SessionState {
  let session = first
  let grants = grantsOf(session, configured())
  const networks: Partial<Record<Family, NetworkId>> = {}
  /** The account that the wallet said to be at, by family. */
  const front: Partial<Record<Family, string>> = {}
  const order = () => accountsOn({ grants, networks, front })
  let accounts = order()

  const granted = () => [...new Set(grants.map(({ networkId }) => networkId))]
  const approved = () => (session.peer.name === takesAny ? undefined : granted())
  const familyIn = (id: string) => grants.find(({ namespace }) => namespace === familyOf(id))?.namespace
  const firstOf = (family: Family, wished?: NetworkId | undefined) => {
    const own = granted().filter((id) => familyOf(id) === family)
    const isConfigured = (id: NetworkId) => configured().some(({ caipNetworkId }) => caipNetworkId === id)
    return own.find((id) => id === wished) ?? own.find(isConfigured) ?? own[0]
  }

  /** Tells of the families whose accounts are others than they were, or in another order. */
  const review = () => {
    const before = accounts
    accounts = order()
    for (const family of families) {
      const [own = [], former] = [accounts, before].map((all) => all.filter(({ namespace }) => namespace === family))
      if (own.map(keyOf).join() !== former?.map(keyOf).join()) tell({ type: 'accountsChanged', family, accounts: own })
    }
  }
  const arrive = (networkId: NetworkId) => {
    const family = familyIn(networkId)
    if (!family || networks[family] === networkId) return
    networks[family] = networkId
    tell({ type: 'networkChanged', family, networkId })
    review()
  }
  /** Takes another grant in the place of the former. */
  const update = (next: DappSession) => {
    const before = granted()
    session = next
    grants = grantsOf(session, configured())
    const now = approved()
    if (now && now.join() !== before.join()) tell({ type: 'networksApproved', networks: now })
    for (const family of families) {
      const at = networks[family]
      const instead = firstOf(family, at)
      if (at && instead && before.includes(at)) arrive(instead)
    }
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
      return { ...networks }
    },
    grantedOf: (family) => firstOf(family, networks[family]),
    isApproved: (networkId) => granted().includes(networkId),
    approved,
    place(wished) {
      for (const { namespace } of grants) {
        const networkId = networks[namespace] ?? firstOf(namespace, wished)
        if (networkId) networks[namespace] = networkId
      }
      accounts = order()
    },
    arrive,
    hear(event) {
      // One that is gone without a word may have been replaced while this page slept.
      if (event.type === 'ended')
        tell({ type: event.why === 'deleted' || event.why === 'expired' ? 'disconnected' : 'replaced' })
      if ('session' in event) update(event.session)
      if (event.type !== 'emitted') return
      const { chainId, name, data } = event
      if (name === 'chainChanged') {
        const told = chainTold({ value: data, chainId })
        if (told) arrive(todaysId(told, configured()))
      }
      if (name !== 'accountsChanged' || !Array.isArray(data) || data.length === 0) return
      // CAIP-10, or the bare address.
      const text = String(data[0])
      const family = familyIn(text.includes(':') ? text : chainId)
      if (!family) return
      front[family] = keyOf({ namespace: family, address: text.slice(text.lastIndexOf(':') + 1) })
      review()
    },
  }
}
