import { type Account, accountOf, createLedger, type Owner } from '@foyer/relay'
import { networkOf } from '@foyer/service/budget/clientAddress'
import { createHoldings, type Holding } from '@foyer/service/budget/holdings'
import { OverloadedError, RateLimitedError } from '@foyer/service/errors/refusals'
import type { RelayLimits } from './limits.js'

/** A socket that is counted. */
export interface CountedSocket {
  /**
   * Counts it as a project's, which makes room for it: where the node has as many as it may, the newest one of the client that has most gives
   * way, of the network that has most, in the project that has most.
   * @throws {@link OverloadedError} where that is the socket's own client
   */
  ofProject(projectId: string): void
  /** Calls back, once, when the socket has given way and is to be closed; at once where that has happened. */
  onGaveWay(callback: () => void): void
  /** It is closed, or wasn't admitted. Can be called again. */
  release(): void
}

export interface SocketCounts {
  /** @throws {@link OverloadedError} where too many ask at once · {@link RateLimitedError} at the client's limit */
  take(client: string): CountedSocket
}

/** Sockets that are being admitted, beside those that are. */
const mostWaiting = 1_000

/** Counts a node's sockets, and those of each client, network and project. */
export function createSocketCounts({
  sockets,
  socketsPerClient,
}: Pick<RelayLimits, 'sockets' | 'socketsPerClient'>): SocketCounts {
  const clients = createHoldings({ perOwner: socketsPerClient, inAll: sockets + mostWaiting })
  const admitted = createAdmitted(sockets)
  return {
    take(client) {
      const holding = taken(clients.take({ owner: client }))
      let give: (() => void) | undefined
      let hasGivenWay = false
      let onGaveWay = () => {}
      const release = () => {
        holding.release()
        give?.()
        give = undefined
      }
      const giveWay = () => {
        release()
        hasGivenWay = true
        onGaveWay()
      }
      return {
        ofProject(project) {
          give = admitted.add({
            owner: { clientId: '', address: client, network: networkOf(client), project },
            giveWay,
          })
        },
        onGaveWay(callback) {
          onGaveWay = callback
          if (hasGivenWay) callback()
        },
        release,
      }
    },
  }
}

function taken(holding: Holding | 'owner' | 'node'): Holding {
  if (holding === 'owner') throw new RateLimitedError({ retryAfterSeconds: 60 })
  if (holding === 'node') throw new OverloadedError()
  return holding
}

/** The sockets that have a place, by whose they are, the newest last. */
function createAdmitted(most: number) {
  const ledger = createLedger({ client: most, address: most, all: most })
  const byAccount = new Map<Account, Set<() => void>>()
  const makeRoom = (owner: Owner) => {
    const giver = ledger.giver({ owner, amount: 1 })
    if (giver === undefined) return
    if (giver === accountOf(owner)) throw new OverloadedError()
    const newest = [...(byAccount.get(giver) ?? [])].at(-1)
    if (newest === undefined) throw new OverloadedError()
    newest()
  }
  return {
    /** @returns a function that gives the place back @throws {@link OverloadedError} */
    add({ owner, giveWay }: { owner: Owner; giveWay: () => void }): () => void {
      makeRoom(owner)
      const account = accountOf(owner)
      ledger.add({ owner, amount: 1 })
      byAccount.set(account, (byAccount.get(account) ?? new Set()).add(giveWay))
      return () => {
        ledger.add({ owner, amount: -1 })
        const its = byAccount.get(account)
        if (its?.delete(giveWay) && its.size === 0) byAccount.delete(account)
      }
    },
  }
}
