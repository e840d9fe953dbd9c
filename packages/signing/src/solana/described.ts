import { formatAmount } from '@foyer/core/chain'
import type { Fact, RequestSentence, WalletNetwork, Words } from '@foyer/core/words'
import { words } from '../sentences.js'
import type { OwnersInTurn } from './inTurn.js'
import type { Instruction, ResolvedTransaction } from './resolve.js'

/** A described instruction. */
export interface ReadInstruction {
  readonly title: Words
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  /** Takes a step of its own: it gives an account away, or lets somebody take all that there is. */
  readonly isDeliberate: boolean
  /** The signing account's coins that it takes, in lamports: into accounts of its own too. */
  readonly spends: bigint
  /** The signing account's assets that are somebody else's afterwards. */
  readonly gives: readonly Given[]
  /** The amounts of the signing account's that others may take from then on. */
  readonly allows: readonly AllowedPart[]
  /** Only prepares others, and isn't shown as a step of its own. */
  readonly isMinor: boolean
}

/** An amount that a spender may take of a token account. */
export interface AllowedPart extends Pick<Given, 'mint' | 'decimals' | 'of'> {
  readonly amount: bigint
  /** The spender. */
  readonly to: string
}

/** An amount that leaves the signing account for good. */
export interface Given {
  /** In the smallest unit; undefined where it is all that an account holds, and that isn't known. */
  readonly amount: bigint | undefined
  /** Undefined for the network's coin. */
  readonly mint?: string | undefined
  readonly decimals?: number | undefined
  /** The token account that it leaves. */
  readonly of?: string | undefined
  /** Coins of another account than the one that signs: no part of its balance. */
  readonly isApart?: boolean | undefined
  /** The recipient. */
  readonly to: Fact
}

export interface ReadInstructionParameters
  extends Pick<ResolvedTransaction, 'lamports' | 'tokenFees' | 'mintDecimals' | 'found'>,
    OwnersInTurn {
  readonly instruction: Instruction
  /** The account that signs. */
  readonly address: string
  readonly network: WalletNetwork
}

export const said = ({
  title,
  facts = [],
  warnings = [],
  isDeliberate = false,
  spends = 0n,
  gives = [],
  allows = [],
  isMinor = false,
}: Pick<ReadInstruction, 'title'> & Partial<ReadInstruction>): ReadInstruction => ({
  title,
  facts,
  warnings,
  isDeliberate,
  spends,
  gives,
  allows,
  isMinor,
})

/** An amount of the network's coin, in lamports. */
export const coinsOf = (
  amount: bigint,
  { currency: { symbol, decimals } }: Pick<WalletNetwork, 'currency'>,
  label: RequestSentence = 'request.amount',
): Fact => ({ label: words(label), value: `${formatAmount({ value: amount, decimals })} ${symbol}` })
