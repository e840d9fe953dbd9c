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
  return allOfItWarnings({ given, brought: moves.gets.filter((each) => each.source !== undefined), ...account })
}

/** The coin into its form as a token, or back: it stays the account's, as much as it was. */
const isWrapping = ({ gifts, gives, gets }: Flow): boolean =>
  gifts.length === 0 &&
  [...gives, ...gets].length === 2 &&
  gets[0]?.isOwn === true &&
  gives[0]?.amount === gets[0]?.amount
