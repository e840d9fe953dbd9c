import type { Output } from '@foyer/core/wire'
import { checked, matching } from '@foyer/service/config/fields'
import * as v from 'valibot'
import { isAddress } from 'viem'

/** The most contracts that a project lists. */
const mostContracts = 100
/** A permission names no more functions. */
const mostSelectors = 50

const CallableContract = v.strictObject({
  /** CAIP-2 */
  chainId: matching(/^eip155:[1-9]\d{0,15}$/, 'must be an EVM network such as "eip155:1"'),
  address: v.pipe(
    checked((text) => isAddress(text, { strict: false }), 'must be an address of 40 hex digits after 0x'),
    v.toLowerCase(),
  ),
  selectors: v.pipe(
    v.array(v.pipe(matching(/^0x[0-9a-fA-F]{8}$/, 'must be four bytes in hex after 0x'), v.toLowerCase())),
    v.minLength(1, 'must name at least one selector'),
    v.maxLength(mostSelectors, `must be ${mostSelectors} selectors at most`),
    v.transform((selectors) => [...new Set(selectors)]),
  ),
})
export type CallableContract = Output<typeof CallableContract>

/**
 * The functions of which an operator answers that a key may be granted to call them in a visitor's name: their effect isn't known to the wallet, and a function of a
 * contract that acts for its caller elsewhere hands over the account.
 */
export const Callable = v.pipe(
  v.array(CallableContract),
  v.maxLength(mostContracts, `must be ${mostContracts} contracts at most`),
  v.check(
    (all) => new Set(all.map(({ chainId, address }) => `${chainId}:${address}`)).size === all.length,
    'must name each contract once',
  ),
)

/** Returns the functions of a contract that a project lists. */
export const callableAt = (
  callable: readonly CallableContract[],
  contract: Pick<CallableContract, 'chainId' | 'address'>,
): readonly string[] =>
  callable.find(({ chainId, address }) => chainId === contract.chainId && address === contract.address.toLowerCase())
    ?.selectors ?? []

/** A list as an operator reads and writes it: a contract a line, with its network, address and selectors. */
export const linesOfCallable = (callable: readonly CallableContract[]): readonly string[] =>
  callable.map(({ chainId, address, selectors }) => [chainId, address, ...selectors].join(' '))

/** Reads a line as `linesOfCallable` writes it, for {@link Callable} to check. */
export function callableInLine(line: string): { chainId: string; address: string; selectors: string[] } {
  const [chainId = '', address = '', ...selectors] = line.trim().split(/[\s,]+/)
  return { chainId, address, selectors }
}
