import type { WalletNetwork, Words } from '@foyer/core/words'
import type { Address } from 'viem'
import { isSame } from '../contracts/tokens.js'
import { words } from '../sentences.js'

/** Addresses that have no key: the first numbers, and those that are written as dead or as one letter. */
const nobodys = /^0x(0{36}[0-9a-f]{4}|(dead){10}|dead0{36}|([ef])\3{39})$/i

/** Says that what is sent there can't be had back, or lies there for anyone to take; nothing of any other recipient. */
export function lostWarnings({
  to,
  token,
  network,
  isTold = false,
}: {
  readonly to: Address
  /** The contract of what is sent. */
  readonly token?: Address | undefined
  readonly network: WalletNetwork
  /** A recipient that is a contract is called, and takes it or refuses. */
  readonly isTold?: boolean
}): readonly Words[] {
  if (token && isSame(token, to)) return [words('request.warn.ownContract')]
  if (nobodys.test(to)) return [words('request.warn.lost')]
  if (network.tokens.some((each) => isSame(each.address, to))) return [words('request.warn.tokenContract')]
  // An exchange gives out what lies with it to any caller.
  return !isTold && network.contracts?.some((each) => isSame(each.address, to))
    ? [words('request.warn.leftBehind')]
    : []
}

/** Says what becomes of coins alone: without a recipient they stay in a contract that has no code, and that nobody can have pay them out. */
export function lostCoinsWarnings({
  to,
  value,
  network,
}: {
  /** Left out where a contract is created. */
  readonly to: Address | undefined
  readonly value: bigint
  readonly network: WalletNetwork
}): readonly Words[] {
  if (to) return lostWarnings({ to, network })
  return value > 0n ? [words('request.warn.destroyed')] : []
}
