import { type Amount, parseAmount, usdDecimals, usdWorth } from '@foyer/core/chain'
import { replyOf } from '@foyer/core/reply'
import { requestOf } from '@foyer/core/request'
import { type Balance, balanceCall } from '@foyer/core/wire'
import type { WalletAddresses } from '@foyer/login/loginCalls'
import { shownName } from '@foyer/signing'
import { OwnPageError } from '../failures/failures.js'
import type { ServedNetwork } from '../settings.js'
import { within } from '../within.js'

/** The operator's API, under this page's own origin. */
export interface HoldingsApi {
  readonly origin: string
  readonly projectId: string
  readonly networks: readonly ServedNetwork[]
  readonly fetch: typeof globalThis.fetch
}

/** An account's holding of a coin or a token, on one network. */
export interface Holding {
  readonly key: string
  /** A stranger's words, without what can't be seen [F14]. */
  readonly name: string
  readonly symbol: string
  /** The operator's picture of it, which a token that the operator doesn't list has none of. */
  readonly picture: string | undefined
  readonly network: string
  readonly amount: Amount
  /** In US dollars; undefined where no price is known. */
  readonly usd: Amount | undefined
}

export interface ReadHoldings {
  readonly api: HoldingsApi
  readonly account: WalletAddresses[number]
  readonly signal: AbortSignal
}

const timeoutMs = 20_000
/** Where the operator's server has the pictures of those that it lists. */
const tokenPictures = '/public/getTokenImage/'

/**
 * Reads an account's holdings on the wallet's networks of its family, the most valuable first, without those of zero.
 * Asked once, without cookies.
 * @throws OwnPageError where it can't be read
 */
export async function readHoldings({ api, account, signal }: ReadHoldings): Promise<readonly Holding[]> {
  const { origin, projectId, networks, fetch } = api
  const { family, address } = account
  try {
    const { url, ...init } = requestOf(balanceCall, {
      params: { address },
      query: { currency: 'usd' },
      project: { projectId },
    })
    const answer = await within({ signal, ms: timeoutMs }, async (ending) => {
      const response = await fetch(url, { ...init, credentials: 'omit', signal: ending })
      if (!response.ok) throw new Error(`${response.status}`)
      return response.text()
    })
    const own = networks.filter(({ chainId }) => chainId.startsWith(`${family}:`))
    const named = new Map(own.map(({ chainId, name }) => [chainId, name]))
    const reply = replyOf(balanceCall, answer)
    if (!reply.success) throw new Error(reply.issues[0].message)
    return reply.output.balances
      .flatMap((balance) => holdingOf({ balance, network: named.get(balance.chainId), origin }))
      .sort(byWorth)
  } catch (cause) {
    throw new OwnPageError({ sentence: 'holdings.failed', cause })
  }
}

/** Pictures are this origin's alone, under which the host passes the operator's on. */
function pictureOf({ iconUrl }: Balance, origin: string): string | undefined {
  const at = iconUrl.indexOf(tokenPictures)
  return at < 0 ? undefined : origin + iconUrl.slice(at)
}

interface OneHolding {
  readonly balance: Balance
  readonly network: string | undefined
  readonly origin: string
}

function holdingOf({ balance, network, origin }: OneHolding): Holding[] {
  const { chainId, address, quantity, name, symbol, price, value: most } = balance
  const amount = parseAmount({ text: quantity.numeric, decimals: Number(quantity.decimals) })
  // What can't be divided is none to show as a balance [S5.15].
  if (network === undefined || amount.decimals === 0 || amount.value === 0n) return []
  const usd = usdWorth({ amount, price, most })
  const picture = pictureOf(balance, origin)
  return [
    { key: address ?? chainId, name: shownName(name), symbol: shownName(symbol, 16), picture, network, amount, usd },
  ]
}

const byWorth = (one: Holding, other: Holding): number => {
  const [ones, others] = [one, other].map(({ usd }) => usd?.value ?? -1n)
  return ones === others ? 0 : (ones ?? -1n) > (others ?? -1n) ? -1 : 1
}

/** Returns the worth of all holdings; undefined where no price is known. */
export function worthOf(holdings: readonly Holding[]): Amount | undefined {
  if (holdings.every(({ usd }) => usd === undefined)) return undefined
  return { value: holdings.reduce((sum, { usd }) => sum + (usd?.value ?? 0n), 0n), decimals: usdDecimals }
}
