import type { WalletNetwork, Words } from '@foyer/core/words'
import { isAddress } from 'viem'
import { readName } from '../contracts/nodeReads.js'
import { isKnownAddress, type ReadToken } from '../contracts/tokens.js'
import { lettersOf, listedLike, namesakeWarnings } from '../namesake.js'
import { words } from '../sentences.js'
import { shownName } from '../shownText.js'

/** The names of more listed tokens than these aren't read. */
const mostNamed = 40
/** Shorter names stand in others by chance. */
const shortest = 5

/**
 * Warns of an unlisted token whose signed data calls it as a listed one is called: by its symbol, or by its whole name.
 */
export async function posingWarnings({
  token,
  name,
  network,
}: {
  readonly token: ReadToken
  /** The name in the domain of the data. */
  readonly name: unknown
  readonly network: WalletNetwork
}): Promise<readonly Words[]> {
  // A contract that the network knows by name is what it says.
  if (token.isListed || typeof name !== 'string' || isKnownAddress(network, token.address)) return []
  const said = shownName(name, 64)
  const bySymbol = namesakeWarnings(said, listedLike(said, network))
  if (bySymbol.length > 0) return bySymbol
  const of = ({ name: known, address }: WalletNetwork['tokens'][number]) =>
    known ?? (isAddress(address, { strict: false }) ? readName(network, address) : undefined)
  const listed = await Promise.all(network.tokens.slice(0, mostNamed).map(of))
  const isOne = listed.some((each) => {
    const letters = lettersOf(each ?? '')
    return letters.length >= shortest
      ? lettersOf(said).includes(letters)
      : letters !== '' && lettersOf(said) === letters
  })
  return isOne ? [words('request.warn.namesake', { token: said })] : []
}
