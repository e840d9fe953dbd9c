import type { WalletNetwork, Words } from '@foyer/core/words'
import type { Address } from 'viem'
import { allOfItWarnings } from '../contracts/allOfIt.js'
import { isNextToNothing } from '../contracts/nextToNothing.js'
import { isSame, type ReadToken } from '../contracts/tokens.js'
import { words } from '../sentences.js'

/** An amount that makers' words say, and by which words: the standard has none for which way it goes. */
export interface SaidAmount {
  readonly token: ReadToken
  readonly amount: bigint
  /** Its label, its path, and the intent of the whole. */
  readonly named: string
  /** The coins that go along with the call. */
  readonly isValue?: boolean
}

/** Words for what comes back, or at least; and names of arguments for it. */
const getting = /\bget|receiv|least|\bmin|withdraw|borrow|claim|redeem|return|\bbuy|bought|\bout\b/i
const gettingNamed = /[a-z_](?:Out|Min)/
/** Words for what may well be none. */
const besides = /fee|gas|tip|commission|bonus|rebate|refund|reward|premium/i

const isGot = ({ named, isValue = false }: SaidAmount): boolean =>
  !isValue && (getting.test(named) || gettingNamed.test(named))

/** Whether something is given for next to nothing, as the least of an exchange is where nobody watches: of the same token only by words for what comes back. */
function isForNothing(all: readonly SaidAmount[]): boolean {
  const given = all.filter((each) => !isNextToNothing(each))
  return all.some(
    (each) =>
      !each.isValue &&
      !each.token.isNft &&
      isNextToNothing(each) &&
      !besides.test(each.named) &&
      given.some(({ token }) => isGot(each) || !isSame(token.address, each.token.address)),
  )
}

/** Judges the amounts of makers' words as those of every exchange: that there is no least, and that what is given is all that there is. */
export async function judgeAmounts({
  amounts,
  from,
  network,
}: {
  readonly amounts: readonly SaidAmount[]
  readonly from: Address
  readonly network: WalletNetwork
}): Promise<{ readonly warnings: readonly Words[]; readonly isForNothing: boolean }> {
  const given = amounts.filter((each) => each.amount > 0n && !isGot(each) && !each.token.isNft)
  const isNothing = isForNothing(amounts)
  const most = await allOfItWarnings({ given, from, network })
  return { warnings: [...(isNothing ? [words('request.warn.noLeast')] : []), ...most], isForNothing: isNothing }
}
