import type { WalletNetwork, Words } from '@foyer/core/words'
import type { Address } from 'viem'
import { readCoins, readHeld } from '../contracts/nodeReads.js'
import { inCoins, isSame, nameOf } from '../contracts/tokens.js'
import { inParts } from '../inParts.js'
import { mostWarnings } from '../nearlyAll.js'
import type { Flow, Moved } from './flow.js'

/** Says of what is given that it is all that the account has of it, or nearly all. */
export async function mostGivenWarnings({
  moves,
  from,
  network,
}: {
  readonly moves: Flow | undefined
  readonly from: Address
  readonly network: WalletNetwork
}): Promise<readonly Words[]> {
  if (!moves || isWrapping(moves)) return []
  const sums = new Map<string, Moved>()
  const given = [...moves.gifts, ...moves.gives].filter((each) => !each.token.isNft)
  for (const { token, amount } of given.map(inCoins)) {
    const key = token.address.toLowerCase()
    sums.set(key, { token, amount: amount + (sums.get(key)?.amount ?? 0n) })
  }
  const all = await inParts([...sums.values()], async ({ token, amount: part }) => {
    const whole = await (token.isCoin
      ? readCoins(network, from)
      : readHeld(network, { token: token.address, owner: from }))
    // Of what the account hasn't yet, all of what comes to be given is all of it.
    const brought = moves.gets
      .map(inCoins)
      .filter((each) => each.source !== undefined && isSame(each.token.address, token.address))
    const all = whole === 0n ? brought.reduce((sum, { amount }) => sum + amount, 0n) : whole
    // Of more coins than there are another warning says so, where they are sent as such.
    if (token.isCoin && !given.some((each) => each.token.inCoins) && whole !== undefined && part > whole) return []
    return mostWarnings({ part, whole: all, token: nameOf(token) })
  })
  return all.flat()
}

/** The coin into its form as a token, or back: it stays the account's, as much as it was. */
const isWrapping = ({ gifts, gives, gets }: Flow): boolean =>
  gifts.length === 0 &&
  [...gives, ...gets].length === 2 &&
  gets[0]?.isOwn === true &&
  gives[0]?.amount === gets[0]?.amount
