import type { Address, Hex } from 'viem'
import type { Fact } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { code, type Words, words } from '../sentences.js'
import type { ReadCall } from './called.js'
import { type Flow, flow, netFacts, netOf } from './flow.js'
import { readCall } from './readCall.js'
import { amountOf, coinOf } from './tokens.js'

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

/** What is more than this isn't read one by one: nobody would, and each asks the node. */
const mostRead = 100

/**
 * Reads the calls of a batch, and what they come to in one: an exchange with its approval gives and gets, and what of the approval is left at the end is named.
 * Where a call of them can't be read, each stands for itself.
 */
export async function readCalls({
  calls,
  from,
  network,
}: {
  readonly calls: readonly BatchedCall[]
  readonly from: Address
  readonly network: WalletNetwork
}): Promise<ReadBatch> {
  const steps = await Promise.all(calls.slice(0, mostRead).map((call) => readStep({ call, from, network })))
  const isUnread = calls.length > mostRead || steps.some((step) => step.isUnread)
  const flows = steps.flatMap((step) => step.flow ?? [])
  const listed = steps.flatMap(({ title, facts }, index) => [numbered(index, title), ...facts])
  if (isUnread || flows.length < steps.length) {
    const rest = calls.length > mostRead ? [words('request.warn.unreadCall')] : []
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
    flow: flow(net),
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

async function readStep({
  call: { to, value, data },
  from,
  network,
}: {
  readonly call: BatchedCall
  readonly from: Address
  readonly network: WalletNetwork
}): Promise<Step> {
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
  const read = to && (await readCall({ to, from, value, data, network }))
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
