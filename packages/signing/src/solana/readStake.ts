import type { Fact } from '@foyer/core/words'
import { code, words } from '../sentences.js'
import { shownTime } from '../shownTime.js'
import { coinsOf, type ReadInstruction, type ReadInstructionParameters, said } from './described.js'
import { type StakeStep, stakeStep } from './stakeStep.js'

/** The context of a step: the account that it is about, what that holds, and whose stakes there are. */
interface Around extends Pick<ReadInstructionParameters, 'address' | 'network' | 'stakes'> {
  readonly account: Fact
  readonly held: bigint | undefined
  readonly holds: readonly Fact[]
}
type Is<Kind extends StakeStep['is']> = Extract<StakeStep, { readonly is: Kind }>

function opened({ staker, withdrawer }: Is<'open'>, { account, address }: Around): ReadInstruction {
  const strangers = [...new Set([withdrawer, staker])].filter((each) => each !== address)
  return said({
    title: words('request.createAccount'),
    facts: [account, ...strangers.map((each) => code('request.goesTo', each))],
    warnings: strangers.length > 0 ? [words('request.warn.controller')] : [],
    isMinor: strangers.length === 0,
    isDeliberate: strangers.length > 0,
  })
}

function handed({ to, isWhole }: Is<'hand'>, { account, address, held, network }: Around): ReadInstruction {
  const isOwn = to === address
  const what = words(isWhole ? 'request.control.account' : 'request.control.stake')
  return said({
    title: words('request.changeController'),
    facts: [
      ...[{ label: words('request.what'), value: what }, account, code('request.goesTo', to)],
      ...(held && !isOwn ? [coinsOf(held, network, 'request.atStake')] : []),
    ],
    // Who decides where it is staked moves nothing of it.
    warnings: isOwn || !isWhole ? [] : [words('request.warn.controller')],
    isDeliberate: !isOwn,
    gives: isOwn || !isWhole ? [] : [{ amount: held, to: code('request.to', to), isApart: true }],
  })
}

function delegated({ stake, validator }: Is<'delegate'>, around: Around): ReadInstruction {
  const { account, address, holds, network, stakes } = around
  // It belongs to its withdrawer.
  const owner = stakes.get(stake)
  const others = owner === undefined || owner === address ? [] : [code('request.goesTo', owner)]
  return said({
    title: words('request.stake', { token: network.currency.symbol }),
    facts: [...holds, ...others, code('request.validator', validator), account],
  })
}

function locked({ until, epoch, custodian }: Is<'lock'>, { account, address, holds }: Around): ReadInstruction {
  const ends = [
    ...(until ? [shownTime(until)] : []),
    ...(epoch ? [words('request.epochNumber', { epoch: `${epoch}` })] : []),
  ]
  return said({
    title: words('request.lockStake'),
    facts: [
      ...[...holds, account],
      ...ends.map((value) => ({ label: words('request.until'), value })),
      ...(custodian && custodian !== address ? [code('request.releasedBy', custodian)] : []),
    ],
    warnings: [words('request.warn.locked')],
    isDeliberate: true,
  })
}

function split({ stake, created, amount }: Is<'split'>, around: Around): ReadInstruction {
  const { account, address, network, stakes } = around
  // The new one is controlled as the one that it was a part of.
  const owner = stakes.get(stake)
  const facts = [coinsOf(amount, network), account, code('request.newAccount', created), ...whose(owner, address)]
  return said({ title: words('request.splitStake'), facts, ...doubts(owner, address, 'request.warn.foreignAccount') })
}

function merged(step: Is<'merge'>, { account, address, held, network, stakes }: Around): ReadInstruction {
  const owner = stakes.get(step.into)
  // What goes into one that couldn't be looked up may be somebody else's from then on.
  const isGiven = owner !== address
  const amount = step.amount ?? held
  const to = code('request.to', owner ?? step.into)
  return said({
    title: words('request.mergeStake'),
    facts: [
      ...(amount === undefined ? [] : [coinsOf(amount, network, isGiven ? 'request.give' : 'request.amount')]),
      ...(isGiven ? [to, account] : [account, code('request.toOwn', step.into)]),
    ],
    ...doubts(owner, address, 'request.warn.givenAway'),
    isDeliberate: isGiven,
    gives: isGiven ? [{ amount, to, isApart: true }] : [],
  })
}

function withdrawn(step: Is<'withdraw'>, { account, address, network }: Around): ReadInstruction {
  const { amount } = step
  const isGiven = step.to !== address
  const to = code('request.to', step.to)
  return said({
    title: words('request.withdraw', { token: network.currency.symbol }),
    facts: [
      coinsOf(amount, network, isGiven ? 'request.give' : 'request.comesBack'),
      ...(isGiven ? [to] : []),
      account,
    ],
    warnings: isGiven ? [words('request.warn.givenAway')] : [],
    isDeliberate: isGiven,
    gives: isGiven ? [{ amount, to, isApart: true }] : [],
  })
}

/** Reads an instruction of the stake program. */
export function readStake(parameters: ReadInstructionParameters): ReadInstruction | undefined {
  const { instruction, network, lamports } = parameters
  const step = stakeStep(instruction)
  if (!step) return undefined
  const account = code('request.stakeAccount', step.stake)
  const held = lamports.get(step.stake)
  const around = { ...parameters, account, held, holds: held ? [coinsOf(held, network)] : [] }
  switch (step.is) {
    case 'open':
      return opened(step, around)
    case 'hand':
      return handed(step, around)
    case 'delegate':
      return delegated(step, around)
    case 'deactivate':
      return said({ title: words('request.unstake'), facts: [...around.holds, account] })
    case 'lock':
      return locked(step, around)
    case 'split':
      return split(step, around)
    case 'merge':
      return merged(step, around)
    case 'withdraw':
      return withdrawn(step, around)
  }
}

const whose = (owner: string | undefined, address: string): readonly Fact[] =>
  owner === undefined || owner === address ? [] : [code('request.opensFor', owner)]

/** Returns the warnings of an account that is somebody else's, or that couldn't be looked up. */
const doubts = (
  owner: string | undefined,
  address: string,
  warning: 'request.warn.foreignAccount' | 'request.warn.givenAway',
): Pick<ReadInstruction, 'warnings' | 'isDeliberate'> => ({
  warnings: owner === address ? [] : [words(owner === undefined ? 'request.warn.accountUnknown' : warning)],
  isDeliberate: owner === undefined,
})
