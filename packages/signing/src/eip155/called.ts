import type { Address } from 'viem'
import type { Fact } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { type Words, words } from '../sentences.js'
import type { Flow } from './flow.js'
import { isSame } from './tokens.js'

/** What a call is made to, and by whom. */
export interface Called {
  readonly to: Address
  readonly from: Address
  /** Of the network's own coin, in wei. */
  readonly value: bigint
  readonly network: WalletNetwork
}

/** A call, described. */
export interface ReadCall {
  readonly title: Words
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  /** Takes a step of its own: what it does can't be had back, or is without a limit. */
  readonly isDeliberate: boolean
  /** What it moves of the account; undefined where its data doesn't say all of it. */
  readonly flow?: Flow | undefined
}

type Said = Partial<Pick<ReadCall, 'warnings' | 'isDeliberate' | 'flow'>>

export const said = (
  title: Words,
  facts: readonly Fact[],
  { warnings = [], isDeliberate = false, flow }: Said = {},
): ReadCall => ({ title, facts, warnings, isDeliberate, flow })

/** A contract by the name that the wallet knows it by, or its address alone. */
export function contractFact({ to, network }: Pick<Called, 'to' | 'network'>): Fact {
  const known = nameOfContract(network, to)
  const label = words('request.contract')
  return known === undefined ? { label, value: to, isCode: true } : { label, value: `${known} (${to})`, isCode: true }
}

export const nameOfContract = (network: WalletNetwork, address: Address): string | undefined =>
  network.contracts?.find((each) => isSame(each.address, address))?.name
