import { isFamily } from '../chain/ids.js'
import type { ConnectorEntry } from '../connector/connector.js'
import type { RecentWallet } from '../state/state.js'

/** The number of wallets that are remembered [S9.8]. */
const recentLimit = 2

/** Puts a wallet first among the recent ones; each stands there once, whichever way it was reached, with all the families it was used for. */
export function withRecent(
  recents: readonly RecentWallet[],
  { id, name, rdns, icon, families }: ConnectorEntry,
): RecentWallet[] {
  const isSame = (recent: RecentWallet) =>
    recent.id === id || (rdns && recent.rdns ? rdns === recent.rdns : name === recent.name)
  const former = recents.filter(isSame).flatMap((each) => each.families)
  const others = recents.filter((recent) => !isSame(recent))
  return [{ id, name, rdns, icon, families: [...new Set([...families, ...former])] }, ...others].slice(0, recentLimit)
}

/** Reads what an earlier visit kept; what isn't a wallet is left out [F20]. */
export function parseRecents(text: string | undefined): RecentWallet[] {
  const stored = parseJson(text)
  if (!Array.isArray(stored)) return []
  return stored.flatMap((each) => parseRecent(each) ?? []).slice(0, recentLimit)
}

function parseRecent(value: unknown): RecentWallet | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, name, rdns, icon, families }: Record<string, unknown> = { ...value }
  if (typeof id !== 'string' || typeof name !== 'string' || !Array.isArray(families)) return undefined
  const known = families.filter((family) => typeof family === 'string' && isFamily(family))
  return { id, name, rdns: textOr(rdns), icon: textOr(icon), families: known }
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined // corrupt storage is empty storage
  }
}
