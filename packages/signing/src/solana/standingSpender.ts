import type { WalletNetwork } from '@foyer/core/words'
import { isNearlyAll } from '../nearlyAll.js'
import { code, words } from '../sentences.js'
import type { ReadInstruction } from './described.js'
import { amountFact, nameOf } from './tokenAmount.js'
import type { TokenAccount } from './tokenState.js'

/** Describes the spender of an account that an amount is moved into: it takes of that as well, as much as it may. */
export function standingSpender({
  account,
  amount,
  decimals,
  network,
}: {
  readonly account: TokenAccount | undefined
  readonly amount: bigint
  readonly decimals?: number | undefined
  readonly network: WalletNetwork
}): Pick<ReadInstruction, 'facts' | 'warnings' | 'isDeliberate'> {
  if (!account?.allowed || account.allowed.amount === 0n) return { facts: [], warnings: [], isDeliberate: false }
  const { mint, allowed } = account
  const token = { network, mint, decimals }
  const whole = (account.amount ?? 0n) + amount
  const isAll = allowed.amount >= whole
  const isNearly = !isAll && isNearlyAll(allowed.amount, whole)
  return {
    facts: [
      amountFact({ ...token, amount: allowed.amount }, 'request.allowedAfter'),
      code('request.spender', allowed.to),
    ],
    warnings: [
      words(isAll ? 'request.warn.spenderAll' : 'request.warn.spenderSome', nameOf(token)),
      ...(isNearly ? [words('request.warn.nearlyAll', nameOf(token))] : []),
    ],
    isDeliberate: isAll || isNearly,
  }
}
