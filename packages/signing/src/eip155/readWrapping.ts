import { amountOf, coinOf, knowingToken, nameOf, readToken, tokenFacts, tokenWarnings } from '../contracts/tokens.js'
import { words } from '../sentences.js'
import { type Called, type ReadCall, said, wordWarnings } from './called.js'
import { exchanged, pledgeFacts } from './flow.js'

/** The coin into its form as a token, or back: of a contract that isn't known it is that contract's word. What another calls so isn't read. */
export async function readWrapping(
  amount: bigint,
  way: 'into' | 'back',
  called: Called,
): Promise<ReadCall | undefined> {
  const { to } = called
  const token = await readToken(called.network, to)
  const network = knowingToken(called.network, token)
  const coin = coinOf(network)
  const isWrapped = token.symbol?.toLowerCase() === `w${network.currency.symbol.toLowerCase()}`
  if (!isWrapped || token.decimals !== network.currency.decimals) return undefined
  const [given, got] = (way === 'into' ? [coin, token] : [token, coin]).map((each) => ({ token: each, amount }))
  if (!given || !got) return undefined
  const moves = exchanged({ at: to, network, gives: [given], gets: [{ ...got, bound: 'just', isOwn: true }] })
  const isKnown = moves.pledges.length === 0
  return said(
    words(way === 'into' ? 'request.wrapInto' : 'request.unwrap', { token: nameOf(token) }),
    [
      amountOf(amount, given.token, 'request.give'),
      ...(isKnown ? [amountOf(amount, got.token, 'request.get')] : pledgeFacts(moves)),
      ...tokenFacts(token),
    ],
    { warnings: [...wordWarnings({ to, network }), ...tokenWarnings(token)], flow: moves },
  )
}
