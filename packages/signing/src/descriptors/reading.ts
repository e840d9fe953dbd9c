import type { LowerHex } from '@foyer/core/chain'
import type { Descriptor } from '@foyer/core/wire'
import type { Fact, WalletNetwork, Words } from '@foyer/core/words'
import { type Address, zeroAddress } from 'viem'
import { isKnownAddress, isSame } from '../contracts/tokens.js'
import type { SaidAmount } from './amounts.js'
import { follow, readPath } from './path.js'
import { MisfitError, type Tree, type Value } from './tree.js'

/** A call inside of what is signed. */
export interface Inner {
  readonly to: Address
  readonly from: Address
  readonly value: bigint
  readonly data: LowerHex
}

/** A descriptor, and the signed data that it is read with. */
export interface Reading {
  readonly descriptor: Descriptor
  /** The makers' words for the whole. */
  readonly intent: string
  readonly root: Tree
  /** The transaction around, or what stands for it. */
  readonly container: { readonly from: Address; readonly to: Address; readonly value: bigint; readonly chainId: bigint }
  readonly network: WalletNetwork
  /** The parts of it that are shown. */
  readonly seen: Set<Tree>
  /** Reads a call inside of it, as any other is read. */
  inner(call: Inner): Promise<SaidBy | undefined>
}

/** Facts, and what is to be warned of beside them. */
export interface SaidBy {
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  readonly isDeliberate: boolean
  /** The amounts among them. */
  readonly amounts?: readonly SaidAmount[]
}

/** Whether an address is neither the signer's, nor the contract's own, nor one that is known here: what is done may be for whom it belongs to, whatever its field is called. */
export const isStranger = (address: Address, { container, network }: Pick<Reading, 'container' | 'network'>): boolean =>
  ![container.from, container.to, zeroAddress].some((each) => isSame(each, address)) &&
  !isKnownAddress(network, address)

/** Returns the values that a path of a field, or of a parameter of one, leads to. */
export function reached(
  text: string,
  { at, reading }: { readonly at: Tree; readonly reading: Reading },
): readonly Tree[] {
  const { root, steps } = readPath(text)
  if (root === '@') return [containerValue(text, reading)]
  if (root === '$') throw new MisfitError(text)
  return follow(root === '#' ? reading.root : at, steps)
}

function containerValue(text: string, { container }: Reading): Value {
  switch (text.trim()) {
    case '@.from':
      return { is: 'value', type: 'address', value: container.from }
    case '@.to':
      return { is: 'value', type: 'address', value: container.to }
    case '@.value':
      return { is: 'value', type: 'uint256', value: container.value }
    case '@.chainId':
      return { is: 'value', type: 'uint256', value: container.chainId }
    default:
      throw new MisfitError(text)
  }
}
