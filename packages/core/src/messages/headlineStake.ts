import { shortenAddress } from '../chain/display.js'
import type { RequestSentence, ShownRequest } from '../words/shown.js'
import { type Clause, clause, factsOf, onlyOne, type Rule } from './headlineClauses.js'
import { type Filling, gets, gives, phrase, sumsOf } from './headlineFillings.js'

/** Returns the amount of a stake, or all that its account holds, where that isn't known. */
function stakeIn(shown: ShownRequest): readonly Filling[] {
  const sums = sumsOf(factsOf(shown, 'request.amount'), gives) ?? []
  const [account] = factsOf(shown, 'request.stakeAccount')
  return sums.length > 0 || typeof account?.value !== 'string'
    ? sums
    : [phrase('headline.allIn', { account: shortenAddress({ address: account.value }) }, 'gives')]
}

/** The rules for coins that are staked. */
export const staking: Partial<Record<RequestSentence, Rule>> = {
  'request.stake': (shown) => {
    const validator = onlyOne(shown, 'request.validator')
    const to = onlyOne(shown, 'request.goesTo')
    const give = stakeIn(shown)
    if (!validator) return undefined
    return [to ? clause('headline.stakeOf', { give, to, validator }) : clause('headline.stake', { give, validator })]
  },
  'request.moveStake': (shown) => {
    const validator = onlyOne(shown, 'request.validator')
    return validator && [clause('headline.moveStake', { give: stakeIn(shown), validator })]
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

/** Drops the second clause on what is given to somebody and staked. */
export function stakedOnce(all: readonly Clause[]): readonly Clause[] {
  const stakes = all.filter(({ name }) => name === 'headline.stakeOf')
  const sums = ({ places: { give, to } }: Clause) =>
    JSON.stringify([give, to].map((each) => each?.map(({ said }) => said)))
  const found = all.flatMap((given) => {
    const stake = given.name === 'headline.giveTo' ? stakes.find((each) => sums(each) === sums(given)) : undefined
    return stake ? [{ given, stake }] : []
  })
  return all.flatMap((each) => {
    if (found.some(({ stake }) => stake === each)) return []
    const stake = found.find(({ given }) => given === each)?.stake
    return stake ? [clause('headline.giveStaked', { ...each.places, validator: stake.places.validator ?? [] })] : [each]
  })
}

export const stakingTitles: readonly RequestSentence[] = [
  ...(['request.stake', 'request.unstake', 'request.splitStake', 'request.mergeStake', 'request.withdraw'] as const),
  ...(['request.lockStake', 'request.moveStake'] as const),
]
