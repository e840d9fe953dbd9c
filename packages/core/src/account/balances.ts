import { balance as askForBalance } from '../api/account.js'
import { coinAmount, isCoinAmount, parseAmount } from '../chain/amount.js'
import { parseAccountId } from '../chain/caip.js'
import { isAccountId } from '../chain/wellWritten.js'
import type { TokenBalance } from '../connector/family.js'
import { contextOf, type FoyerContext } from '../context.js'
import { AdapterNotFoundError } from '../errors/connection.js'
import { type AccountSubject, accountSubject, type Definition, type OfAccount } from '../query/definition.js'
import { queryClientOf } from '../query/queryClientOf.js'
import type { Balance } from '../wire/account.js'
import type { CoinBalance } from './feature.js'

/** The time for which an amount counts as fresh [S9.9]. */
const freshMs = 30_000

/** An amount of the network's own coin, from the chain. Without an adapter it can't be read: that is no failure. */
export const balance: Definition<OfAccount, CoinBalance, AccountSubject, bigint> = {
  subject(foyer, input) {
    const subject = accountSubject(foyer, input)
    return subject && contextOf(foyer).adapters.has(subject.network.chainNamespace) ? subject : undefined
  },
  key: ({ network, address }) => ['balance', network.caipNetworkId, address],
  freshMs,
  staleBy: 'transaction',
  notice: { view: 'Account', message: 'account.balanceUnavailable' },
  restsAfterFailure: true,
  async read({ context: { adapters, adapterHost }, subject: { address, network }, signal }) {
    const adapter = adapters.get(network.chainNamespace)
    if (!adapter) throw new AdapterNotFoundError({ family: network.chainNamespace })
    return coinAmount(await (await adapter.actions(adapterHost)).nativeBalance({ address, network, signal }))
  },
  data([value], { subject }) {
    const { decimals, symbol } = subject.network.nativeCurrency
    return value === undefined ? undefined : { value, decimals, symbol }
  },
}

const tokensKey = ({ network, address }: AccountSubject) => ['tokenBalances', network.caipNetworkId, address] as const

/** An account's tokens on a network; those of the chosen account are read every 10 s. */
export const tokens: Definition<OfAccount, readonly TokenBalance[], AccountSubject, readonly TokenBalance[]> = {
  subject: accountSubject,
  key: tokensKey,
  freshMs,
  staleBy: 'transaction',
  pollMs: ({ input }) => input.address === undefined && 10_000,
  restsAfterFailure: true,
  read: ({ context, subject, signal }) =>
    listTokens({ context, subject, forceUpdate: changedTokens(context, subject), signal }),
  data: ([listed]) => listed,
}

/** Returns the known tokens of an account, without a request. */
export const knownTokens = (context: FoyerContext, subject: AccountSubject): readonly TokenBalance[] | undefined =>
  queryClientOf(context).getQueryData<{ readonly pages: readonly (readonly TokenBalance[])[] }>(tokensKey(subject))
    ?.pages[0]

/**
 * Lists what an account holds, the network's own coin too: at the operator's server, which knows the tokens and their prices; where the host named none, or it
 * doesn't serve the network, what the chain itself can list. What can't be divided is left out [S5.15].
 */
export async function listTokens({
  context: { api, adapters, adapterHost },
  subject: { address, network },
  forceUpdate,
  signal,
}: {
  readonly context: Pick<FoyerContext, 'api' | 'adapters' | 'adapterHost'>
  readonly subject: AccountSubject
  /** Tokens whose amounts must be fresh, as CAIP-10. */
  readonly forceUpdate?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}): Promise<readonly TokenBalance[]> {
  const { caipNetworkId: networkId, chainNamespace: family, nativeCurrency: coin } = network
  const server = await api?.()
  if (server && (await server.chains.isSupported({ networkId, signal })))
    return (await askForBalance(server, { address, networkId, forceUpdate, signal })).balances.flatMap(tokenOf)
  const adapter = adapters.get(family)
  if (!adapter) throw new AdapterNotFoundError({ family })
  const actions = await adapter.actions(adapterHost)
  const [value, held] = await Promise.all([
    actions.nativeBalance({ address, network, signal }),
    actions.tokenBalances?.({ address, network, signal }) ?? [],
  ])
  const own = { value, decimals: coin.decimals, symbol: coin.symbol, name: coin.name }
  return [...(isCoinAmount(value) ? [own] : []), ...held.filter(({ decimals }) => decimals > 0)]
}

/** One token of the server's answer, the network's own coin without an address; what can't be read as an amount is left out. */
function tokenOf({
  address: accountId,
  quantity,
  name,
  symbol,
  price,
  value: worth,
  iconUrl,
  unlisted = false,
}: Balance): TokenBalance[] {
  if (accountId !== undefined && !isAccountId(accountId)) return []
  const decimals = Number(quantity.decimals)
  const [whole = '0', fraction = ''] = quantity.numeric.split('.')
  const { value } = parseAmount({ text: `${whole}.${fraction.slice(0, decimals).padEnd(1, '0')}`, decimals })
  const address = accountId === undefined ? undefined : parseAccountId(accountId).address
  if (address === undefined && !isCoinAmount(value)) return []
  return [{ address, value, decimals, symbol, name, price, worth, iconUrl, ...(unlisted && { isUnlisted: true }) }]
}

/** The most tokens that a server reads anew at once. */
const mostForced = 20

/**
 * The tokens whose amounts must be fresh: after a transaction of this page all that are known, as a server keeps for some seconds what it has read. Where none
 * is known the account stands for its coin: what is no token has the list read anew as well.
 */
function changedTokens(context: FoyerContext, subject: AccountSubject): readonly string[] | undefined {
  if (!queryClientOf(context).getQueryState(tokensKey(subject))?.isInvalidated) return undefined
  const known = knownTokens(context, subject)?.flatMap((token) => token.address ?? []) ?? []
  const forced = known.length > 0 ? known.slice(0, mostForced) : [subject.address]
  return forced.map((token) => `${subject.network.caipNetworkId}:${token}`)
}
