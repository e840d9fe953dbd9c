import type { Attempt, FoyerState } from '@foyer/core'
import { isAsking } from '@foyer/core/attempt'

/**
 * Pure: is a wallet asked that may draw over the page? No login's is: its frame and what it asks for are the kit's own to show, and nothing may lie over them [F11];
 * nor is one that the visitor still reads a request to.
 */
export function isWalletAsked(state: FoyerState): boolean {
  const asking = Object.values(state.connection.attempts).filter(isAsking)
  return asking.length > 0 && asking.every((attempt) => attempt && mayDraw(attempt, state))
}

function mayDraw(attempt: Attempt, { connectors, connection: { active, connections } }: FoyerState): boolean {
  if (attempt.step.type === 'preview') return false
  if (attempt.kind === 'connect') return isForeign(connectors.find(({ id }) => id === attempt.connectorId))
  const place = 'networkId' in attempt ? attempt.networkId : 'accountId' in attempt ? attempt.accountId : undefined
  const [, id] = Object.entries(active).find(([family]) => place?.startsWith(`${family}:`)) ?? []
  return id !== undefined && isForeign(connections[id]?.connector)
}

const isForeign = (connector: { readonly type: string } | undefined): boolean =>
  connector !== undefined && connector.type !== 'AUTH'
