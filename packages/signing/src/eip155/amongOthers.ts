import { noBytes } from '@foyer/core/chain'
import type { Words } from '@foyer/core/words'
import { isSame, isUnlimited } from '../contracts/tokens.js'
import { allowedBy, type Flow, type Moved, placeOf } from './flow.js'
import type { BatchedCall, Step } from './readCalls.js'
import { approvalOf } from './tokenCalls.js'

/**
 * Corrects what calls come to by the others of their request, in their order: what one before them takes back no longer
 * stands, and what it allows bounds what they take.
 */
export const amongOthers = (steps: readonly Step[], calls: readonly BatchedCall[]): readonly Step[] =>
  bounded(steps.map((step, index) => (isCleared(calls, index) ? withoutStanding(step) : step)))

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
  return steps.map((step) => {
    const flow = step.flow && boundedFlow(step.flow, allowances)
    for (const allowed of (flow ?? step.partly)?.allows ?? []) {
      const place = placeOf(allowed)
      allowances.set(place, allowedBy(allowed, allowances.get(place) ?? allowed.looked.before ?? 0n))
    }
    return { ...step, flow }
  })
}

function boundedFlow(flow: Flow, allowances: ReadonlyMap<string, bigint>): Flow | undefined {
  const close = <Each extends Moved>(each: Each): Each => {
    if (!each.open) return each
    const { held, takenBy } = each.open
    const allowed = allowances.get(placeOf({ token: each.token, spender: takenBy })) ?? each.amount
    return { ...each, amount: isUnlimited(allowed) || allowed > held ? held : allowed }
  }
  const [gives, gifts] = [flow.gives.map(close), flow.gifts.map(close)]
  const isBound = [...gives, ...gifts].every(({ open, amount }) => !open || amount > 0n)
  return isBound ? { ...flow, gives, gifts } : undefined
}
