import type { Words } from '@foyer/core/words'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { code, words } from '../sentences.js'
import type { ReadCall } from './called.js'

/** An account's authorisation that a contract's code stands in its place (EIP-7702). */
export interface Delegation {
  readonly address: Address
  /** 0 where it holds on every chain. */
  readonly chainId: number
}

/** Says whose code acts for an account from then on, and where. */
export function readDelegations(delegations: readonly Delegation[]): Pick<
  ReadCall,
  'facts' | 'warnings' | 'isDeliberate'
> & {
  readonly title: Words
} {
  const given = delegations.filter(({ address }) => !isAddressEqual(address, zeroAddress))
  const isEverywhere = delegations.some(({ chainId }) => chainId === 0)
  return {
    title: words(given.length > 0 ? 'request.delegate' : 'request.undelegate'),
    facts: delegations.flatMap(({ address, chainId }) => [
      isAddressEqual(address, zeroAddress)
        ? { label: words('request.delegateTo'), value: words('request.nobodyNow') }
        : code('request.delegateTo', address),
      { label: words('request.chain'), value: chainId === 0 ? words('request.everyChain') : `${chainId}` },
    ]),
    warnings: [
      ...(given.length > 0 ? [words('request.warn.delegate')] : []),
      ...(isEverywhere ? [words('request.warn.anyChain')] : []),
    ],
    // An account that is taken back is its key's alone.
    isDeliberate: given.length > 0 || isEverywhere,
  }
}
