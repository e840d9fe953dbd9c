import type { WalletNetwork, Words } from '@foyer/core/words'
import type { Address } from 'viem'
import { inParts } from '../inParts.js'
import { mostWarnings } from '../nearlyAll.js'
import type { Sum } from './nextToNothing.js'
import { readCoins, readHeld } from './nodeReads.js'
import { inCoins, isSame, nameOf } from './tokens.js'

/** Says of what is given, token by token, that it is all that the account has of it, or nearly all. */
export async function allOfItWarnings({
  given,
  brought = [],
  from,
  network,
}: {
  readonly given: readonly Sum[]
  /** What comes without anything given for it: of a token that the account hasn't yet, all of that is all of it. */
  readonly brought?: readonly Sum[]
  readonly from: Address
  readonly network: WalletNetwork
}): Promise<readonly Words[]> {
  const sums = new Map<string, Sum>()
  for (const { token, amount } of given.map(inCoins)) {
    const key = token.address.toLowerCase()
    sums.set(key, { token, amount: amount + (sums.get(key)?.amount ?? 0n) })
  }
  const all = await inParts([...sums.values()], async ({ token, amount: part }) => {
    const held = await (token.isCoin
      ? readCoins(network, from)
      : readHeld(network, { token: token.address, owner: from }))
    const whole =
      held === 0n
        ? brought
            .map(inCoins)
            .filter((each) => isSame(each.token.address, token.address))
            .reduce((sum, { amount }) => sum + amount, 0n)
        : held
    // Of more coins than there are another warning says so, where they are sent as such.
    if (token.isCoin && !given.some((each) => each.token.inCoins) && held !== undefined && part > held) return []
    return mostWarnings({ part, whole, token: nameOf(token) })
  })
  return all.flat()
}
