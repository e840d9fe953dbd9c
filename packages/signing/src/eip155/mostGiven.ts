import type { WalletNetwork, Words } from '@foyer/core/words'
import type { Address } from 'viem'
import { allOfItWarnings } from '../contracts/allOfIt.js'
import type { Flow } from './flow.js'

/** Says of what is given that it is all that the account has of it, or nearly all. */
export async function mostGivenWarnings({
  moves,
  ...account
}: {
  readonly moves: Flow | undefined
  readonly from: Address
  readonly network: WalletNetwork
}): Promise<readonly Words[]> {
  if (!moves || isWrapping(moves)) return []
  const given = [...moves.gifts, ...moves.gives].filter((each) => !each.token.isNft)
  return allOfItWarnings({ given, ...account })
}

/** The coin into its form as a token, or back: it stays the account's, as much as it was. */
const isWrapping = ({ gifts, gives, gets }: Flow): boolean =>
  gifts.length === 0 &&
  [...gives, ...gets].length === 2 &&
  gives[0]?.amount === gets[0]?.amount &&
  [...gives, ...gets].some(({ token }) => token.isCoin)
