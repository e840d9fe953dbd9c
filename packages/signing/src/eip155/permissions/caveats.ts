import { lowerHex } from '@foyer/core/chain'
import { type Address, bytesToHex, concat, getAddress, type Hex, hexToBytes, numberToHex, size, slice } from 'viem'
import { enforcers } from '../../enforcers.js'
import { type Calls, largest, type Permission, type Terms } from './permission.js'

/** A contract that a redeemed delegation has to pass, and what it checks there. */
export interface Caveat {
  readonly enforcer: Address
  readonly terms: Hex
}

const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const half = (value: bigint): Hex => numberToHex(value, { size: 16 })
const caveat = (name: keyof typeof enforcers, ...terms: readonly Hex[]): Caveat => ({
  enforcer: enforcers[name],
  // In one case, as addresses are written in two; an enforcer may have no terms at all.
  terms: bytesToHex(hexToBytes(concat(['0x', ...terms]))),
})

/**
 * Returns the caveats that enforce a permission on chain, in the shapes that other wallets of the framework read.
 *
 * Its redeemers are always named, as a key could pass it on otherwise; so is the account's nonce, by which all of them are ended at once. Where the arguments of what is
 * called are free, the contract is named: any other could be the account itself, whose own code gets around all limits.
 *
 * @param nonce - the account's at the nonce enforcer
 */
export function caveatsOf({ terms, payees, expiry, redeemers }: Permission, nonce: bigint): readonly Caveat[] {
  return [
    ...termCaveats(terms),
    ...(payees.length > 0 ? [payeeCaveat(terms, payees)] : []),
    caveat('timestamp', half(0n), half(expiry)),
    caveat('redeemer', ...redeemers),
    caveat('nonce', word(nonce)),
  ]
}

function termCaveats(terms: Terms): readonly Caveat[] {
  switch (terms.is) {
    case 'periodic':
      return spending({ ...terms, by: ['nativePeriod', 'erc20Period'], words: [terms.amount, terms.seconds] })
    case 'once': // a period that never ends
      return spending({ ...terms, by: ['nativePeriod', 'erc20Period'], words: [terms.amount, largest] })
    case 'stream':
      return spending({
        ...terms,
        by: ['nativeStream', 'erc20Stream'],
        words: [terms.initial, terms.most, terms.perSecond],
      })
    case 'calls':
      return [
        caveat('allowedTargets', terms.target),
        caveat('allowedMethods', ...terms.selectors),
        ...terms.bound.map(({ index, word: is }) => caveat('allowedCalldata', word(4n + 32n * BigInt(index)), is)),
        caveat('valueLte', word(terms.value)),
        ...(terms.count === undefined ? [] : [caveat('limitedCalls', word(terms.count))]),
      ]
  }
}

/** Of the coin nothing but a plain payment is carried out; of a token its own transfer alone, without any coin. */
function spending({
  token,
  start,
  by: [native, erc20],
  words,
}: {
  readonly token: Address | undefined
  readonly start: bigint
  readonly by: readonly ['nativePeriod', 'erc20Period'] | readonly ['nativeStream', 'erc20Stream']
  readonly words: readonly bigint[]
}): readonly Caveat[] {
  const counted = [...words, start].map(word)
  return token === undefined
    ? [caveat(native, ...counted), caveat('exactCalldata')]
    : [caveat(erc20, token, ...counted), caveat('valueLte', word(0n))]
}

/** The coin goes to them as what is called; of a token one stands as the transfer's first argument, behind its selector. */
const payeeCaveat = (terms: Terms, payees: readonly Address[]): Caveat =>
  terms.is !== 'calls' && terms.token !== undefined
    ? caveat('allowedCalldata', word(4n), ...payees.map((payee) => word(BigInt(payee))))
    : caveat('allowedTargets', ...payees)

/** Returns the calls that caveats of this wallet's let a key make; undefined for those of spending. */
export function callsIn(caveats: readonly Caveat[]): Pick<Calls, 'target' | 'selectors' | 'bound'> | undefined {
  const termsOf = (name: keyof typeof enforcers) =>
    caveats.flatMap(({ enforcer, terms }) => (enforcer === enforcers[name] ? [terms] : []))
  const [[target], [methods]] = [termsOf('allowedTargets'), termsOf('allowedMethods')]
  if (target === undefined || methods === undefined || size(target) !== 20) return undefined
  const selectors = Array.from({ length: size(methods) / 4 }, (_, place) =>
    lowerHex(slice(methods, 4 * place, 4 * place + 4)),
  )
  const bound = termsOf('allowedCalldata').map((terms) => ({
    ...{ index: (Number(slice(terms, 0, 32)) - 4) / 32, word: lowerHex(slice(terms, 32)) },
  }))
  return { target: getAddress(target), selectors, bound }
}
