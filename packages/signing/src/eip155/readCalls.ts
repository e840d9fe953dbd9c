import type { Address, Hex } from 'viem'
import { describedCall } from '../descriptors/byMakers.js'
import type { Fact } from '../family.js'
import type { WalletNetwork } from '../network.js'
import type { Outside } from '../outside.js'
import { isSpent } from '../reads.js'
import { code, type Words, words } from '../sentences.js'
import { readAggregate } from './aggregate.js'
import { type Called, type ReadCall, said } from './called.js'
import { type Flow, flow, netFacts, netOf } from './flow.js'
import { readCall, withRest } from './readCall.js'
import { approvalOf } from './tokenCalls.js'
import { amountOf, coinOf, isSame } from './tokens.js'

/** A call of a batch. */
export interface BatchedCall {
  /** Left out where a contract is created. */
  readonly to?: Address | undefined
  readonly value: bigint
  readonly data: Hex
}

/** A call of a batch as it was read; without a flow it can't be added up with the others. */
interface Step extends ReadCall {
  readonly isUnread: boolean
}

export interface ReadBatch extends Pick<ReadCall, 'facts' | 'warnings' | 'isDeliberate'> {
  /** Each call by itself, in their order. */
  readonly listed: readonly Fact[]
  readonly flow: Flow | undefined
  readonly isUnread: boolean
}

/** What is more than this isn't read one by one, however deep it stands: nobody would, and each asks the node. */
const mostRead = 100

/** So many calls of a batch are looked up among what contracts' makers say. */
const mostLookedUp = 20

/** How many more calls are read, and looked up. */
interface Budget {
  left: number
  lookups: number
}

const whole = (): Budget => ({ left: mostRead, lookups: mostLookedUp })

/** A call, and who else can say what it does. */
export interface Asked extends Called, Pick<Outside, 'descriptorsOf'> {
  readonly data: Hex
  readonly budget?: Budget | undefined
}

/** Reads a call: by what contracts have in common, by the calls that it makes itself, or else by what its contract's makers say of it. */
export async function readOne(asked: Asked): Promise<ReadCall | undefined> {
  return (await readCall(asked)) ?? (await readAggregated(asked)) ?? (await readByMakers(asked))
}

async function readByMakers({ budget = whole(), ...asked }: Asked): Promise<ReadCall | undefined> {
  budget.lookups -= 1
  return budget.lookups < 0 ? undefined : describedCall(asked)
}

/** Calls that a contract makes in its own name, each by itself: they don't add up to what the account gives and gets. */
async function readAggregated({ budget = whole(), ...asked }: Asked): Promise<ReadCall | undefined> {
  const aggregate = readAggregate(asked.data)
  if (!aggregate) return undefined
  const { calls, unused } = aggregate
  const { listed, warnings, isDeliberate } = await readCalls({ ...asked, calls, from: asked.to, budget })
  const title = words('request.carryOut', { count: `${calls.length}` })
  const warned = [words('request.warn.byContract'), ...warnings]
  return withRest({ read: said(title, listed, { warnings: warned, isDeliberate }), called: asked, unused })
}

/**
 * Reads the calls of a batch, and what they come to in one: an exchange with its approval gives and gets, and what of the approval is left at the end is named.
 * Where a call of them can't be read, each stands for itself.
 */
export async function readCalls({
  calls,
  budget = whole(),
  ...by
}: {
  readonly calls: readonly BatchedCall[]
  readonly budget?: Budget | undefined
} & By): Promise<ReadBatch> {
  const read = calls.slice(0, budget.left)
  budget.left -= read.length
  const all = await Promise.all(read.map((call) => readStep({ ...by, call, budget })))
  const steps = all.map((step, index) => (isCleared(calls, index) ? withoutStanding(step) : step))
  const isCut = read.length < calls.length || isSpent(by.network)
  const isUnread = isCut || steps.some((step) => step.isUnread)
  const flows = steps.flatMap((step) => step.flow ?? [])
  const listed = steps.flatMap(({ title, facts }, index) => [numbered(index, title), ...facts])
  if (isUnread || flows.length < steps.length) {
    const rest = isCut ? [words('request.warn.unreadCall')] : []
    return {
      ...{ facts: listed, listed, flow: undefined, isUnread },
      warnings: [...steps.flatMap(({ warnings }) => warnings), ...rest],
      isDeliberate: isUnread || steps.some((step) => step.isDeliberate),
    }
  }
  const net = netOf(flows)
  const open = net.left.filter(({ amount }) => amount > 0n)
  // An allowance that is used up in the same batch leaves nothing to warn of, unless it has no limit.
  const others = steps.filter((step) => (step.flow?.allows.length ?? 0) === 0)
  return {
    facts: [...netFacts(net), ...others.flatMap(({ facts }) => facts.filter(isBeside))],
    warnings: [...open.flatMap(({ said }) => said.warnings), ...others.flatMap(({ warnings }) => warnings)],
    isDeliberate: open.some(({ said }) => said.isDeliberate) || others.some((step) => step.isDeliberate),
    flow: flow({ ...net, allows: net.left }),
    listed,
    isUnread: false,
  }
}

/** Whom it goes to, until when and by what: what the sums don't say. */
const beside = [
  'request.to',
  'request.goesTo',
  'request.until',
  'request.contract',
  'request.token',
  'request.operator',
]
const isBeside = ({ label }: Fact): boolean => beside.includes(label.name)

/** Whether a call before it takes the allowance back that it sets anew. */
function isCleared(calls: readonly BatchedCall[], index: number): boolean {
  const { to, data = '0x' } = calls[index] ?? {}
  const spender = data.slice(34, 74).toLowerCase()
  if (!to || spender.length < 40) return false
  const cleared = approvalOf(`0x${spender}`, 0n)
  return calls.slice(0, index).some((each) => each.to && isSame(each.to, to) && each.data.toLowerCase() === cleared)
}

const withoutStanding = (step: Step): Step => {
  const isLeft = ({ name }: Words) => name !== 'request.warn.allowanceStands'
  const allows = step.flow?.allows.map((each) => ({
    ...each,
    said: { ...each.said, warnings: each.said.warnings.filter(isLeft) },
  }))
  const moved = step.flow && allows && { ...step.flow, allows }
  return { ...step, flow: moved, warnings: step.warnings.filter(isLeft) }
}

interface By extends Pick<Asked, 'descriptorsOf'> {
  readonly from: Address
  readonly network: WalletNetwork
}

async function readStep({
  call: { to, value, data },
  ...by
}: {
  readonly call: BatchedCall
  readonly budget: Budget
} & By): Promise<Step> {
  const { network } = by
  const coin = coinOf(network)
  if (to && data === '0x')
    return {
      title: words('request.send', { token: network.currency.symbol }),
      facts: [amountOf(value, coin), code('request.to', to)],
      warnings: [],
      isDeliberate: false,
      flow: flow({ gives: value > 0n ? [{ token: coin, amount: value }] : [] }),
      isUnread: false,
    }
  const read = to && (await readOne({ ...by, to, value, data }))
  if (read) return { ...read, isUnread: false }
  return {
    title: words(to ? 'request.callContract' : 'request.createContract'),
    facts: [
      ...(value > 0n ? [amountOf(value, coin, 'request.give')] : []),
      ...(to ? [code('request.contract', to)] : []),
      code('request.data', data),
    ],
    warnings: [words('request.warn.unreadCall')],
    isDeliberate: true,
    isUnread: true,
  }
}

const numbered = (index: number, value: Words): Fact => ({
  ...{ label: words('request.step', { number: `${index + 1}` }), value },
})
