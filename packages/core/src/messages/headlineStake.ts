import { shortenAddress } from '../chain/display.js'
import { clause, factsOf, onlyOne, type Rule } from './headlineClauses.js'
import { type Filling, gets, gives, phrase, sumsOf } from './headlineFillings.js'
import type { RequestSentence, ShownRequest } from './requestWords.js'

/** How much of a stake it is, or all that its account holds, where that isn't known. */
function stakeIn(shown: ShownRequest): readonly Filling[] {
  const sums = sumsOf(factsOf(shown, 'request.amount'), gives) ?? []
  const [account] = factsOf(shown, 'request.stakeAccount')
  return sums.length > 0 || typeof account?.value !== 'string'
    ? sums
    : [phrase('headline.allIn', { account: shortenAddress({ address: account.value }) }, 'gives')]
}

/** What becomes of coins that are staked. */
export const staking: Partial<Record<RequestSentence, Rule>> = {
  'request.stake': (shown) => {
    const validator = onlyOne(shown, 'request.validator')
    return validator && [clause('headline.stake', { give: stakeIn(shown), validator })]
  },
  'request.unstake': (shown) => [clause('headline.unstake', { give: stakeIn(shown) })],
  'request.splitStake': (shown) => [clause('headline.splitStake', { give: stakeIn(shown) })],
  'request.mergeStake': (shown) => {
    const account = onlyOne(shown, 'request.toOwn')
    return account && [clause('headline.mergeStake', { give: stakeIn(shown), account })]
  },
  'request.lockStake': (shown) => {
    const to = onlyOne(shown, 'request.releasedBy', 'gives')
    const give = stakeIn(shown)
    return [to ? clause('headline.lockStakeBy', { give, to }) : clause('headline.lockStake', { give })]
  },
  'request.withdraw': (shown) => {
    const get = sumsOf(factsOf(shown, 'request.comesBack'), gets)
    return get && get.length > 0 ? [clause('headline.get', { get })] : undefined
  },
}

export const stakingTitles: readonly RequestSentence[] = [
  ...(['request.stake', 'request.unstake', 'request.splitStake', 'request.mergeStake', 'request.withdraw'] as const),
  'request.lockStake',
]
