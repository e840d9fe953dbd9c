import { noBytes } from '@foyer/core/chain'
import type { WalletNetwork, Words } from '@foyer/core/words'
import type { Address } from 'viem'
import { isKnownAddress, isSame, isUnlimited } from '../contracts/tokens.js'
import type { Flow, Moved } from './flow.js'
import { allowedBy, placeOf, placeOfTaker, viasOf } from './left.js'
import { type BatchedCall, type By, type Step, unreadStep } from './readCalls.js'
import { permit2 } from './signature.js'
import { approvalOf } from './tokenCalls.js'

interface Others extends Pick<By, 'descriptorsOf' | 'network'> {
  readonly calls: readonly BatchedCall[]
}

/**
 * Corrects what calls come to by the others of their request, in their order: what one before them takes back no longer
 * stands, what it allows bounds what they take, and a contract that may take is believed of nothing else.
 */
export const amongOthers = async (steps: readonly Step[], others: Others): Promise<readonly Step[]> =>
  bounded(
    (await withoutBelief(steps, others)).map((step, index) =>
      isCleared(others.calls, index) ? withoutStanding(step) : step,
    ),
  )

/**
 * Reads a call at a contract that may take something by another call of the request as one of which nothing is known,
 * whatever its function is called: a name is no more than its contract's word, and a spender has what to take. That it
 * takes what it may is believed, and what makers say of a contract.
 */
async function withoutBelief(
  steps: readonly Step[],
  { calls, network, descriptorsOf }: Others,
): Promise<readonly Step[]> {
  const allows = steps.flatMap(({ flow, partly }) => (flow ?? partly)?.allows ?? [])
  const spenders = new Set(allows.map(({ spender }) => spender.toLowerCase()))
  const described = new Map<string, boolean>()
  const isDescribed = async (to: Address) => {
    const known = described.get(to) ?? ((await descriptorsOf?.(to)) ?? []).length > 0
    described.set(to, known)
    return known
  }
  const all: Step[] = []
  for (const [index, step] of steps.entries()) {
    const call = calls[index]
    const to = call?.to
    const isSpender = to !== undefined && spenders.has(to.toLowerCase()) && !isProtocol(to, network)
    const takes = (step.flow ?? step.partly)?.gifts.some(
      (gift) => to && isSame((gift.how === 'taken' ? gift.to : gift.takenBy) ?? '', to),
    )
    const isBelieved = !isSpender || step.isUnread || takes || (await isDescribed(to))
    all.push(isBelieved || !call ? step : unreadStep(call, network))
  }
  return all
}

/** Whether a contract is read by its address, and not by what its functions are called. */
const isProtocol = (to: Address, network: WalletNetwork): boolean => isKnownAddress(network, to) || isSame(permit2, to)

/** Whether a call before it takes the allowance back that it sets anew. */
function isCleared(calls: readonly BatchedCall[], index: number): boolean {
  const { to, data = noBytes } = calls[index] ?? {}
  const spender = data.slice(34, 74)
  if (!to || spender.length < 40) return false
  const cleared = approvalOf(`0x${spender}`, 0n)
  return calls.slice(0, index).some((each) => each.to && isSame(each.to, to) && each.data === cleared)
}

const withoutStanding = (step: Step): Step => {
  const isLeft = ({ name }: Words) => name !== 'request.warn.allowanceStands'
  const moved = step.flow && {
    ...step.flow,
    allows: step.flow.allows.map(({ beside: said = [], ...each }) => ({ ...each, beside: said.filter(isLeft) })),
  }
  return { ...step, flow: moved, warnings: step.warnings.filter(isLeft) }
}

/**
 * Limits a call that takes as much as it may to what is allowed by then, of what there is. What nothing limits can't be
 * added up: of that call nothing else is.
 */
function bounded(steps: readonly Step[]): readonly Step[] {
  const allowances = new Map<string, bigint>()
  const vias = viasOf(steps.flatMap(({ flow, partly }) => flow ?? partly ?? []))
  return steps.map((step) => {
    const flow = step.flow && boundedFlow(step.flow, { allowances, vias })
    for (const allowed of (flow ?? step.partly)?.allows ?? []) {
      const place = placeOf(allowed)
      allowances.set(place, allowedBy(allowed, allowances.get(place) ?? allowed.looked.before ?? 0n))
    }
    return { ...step, flow }
  })
}

function boundedFlow(
  flow: Flow,
  { allowances, vias }: { readonly allowances: ReadonlyMap<string, bigint>; readonly vias: ReturnType<typeof viasOf> },
): Flow | undefined {
  const close = <Each extends Moved>(each: Each): Each => {
    if (!each.open) return each
    const { held, takenBy } = each.open
    const place = placeOfTaker(allowances, { token: each.token, spender: takenBy, vias })
    const allowed = (place === undefined ? undefined : allowances.get(place)) ?? each.amount
    return { ...each, amount: isUnlimited(allowed) || allowed > held ? held : allowed }
  }
  const [gives, gifts] = [flow.gives.map(close), flow.gifts.map(close)]
  const isBound = [...gives, ...gifts].every(({ open, amount }) => !open || amount > 0n)
  return isBound ? { ...flow, gives, gifts } : undefined
}
