import type { RequestSentence, ShownRequest } from '../words/shown.js'
import { type Clause, clause, factsOf, partyOf, unchecked, warnsOf } from './headlineClauses.js'
import { isNamed } from './headlineFillings.js'

/** Returns the clauses at the end of any headline. */
export const ends = (shown: ShownRequest): readonly Clause[] => [
  ...receiving(shown),
  ...(warnsOf(shown, ['request.warn.ordinals']) ? [clause('headline.inscribed', {})] : []),
  ...onceOnly(shown),
  ...endless(shown),
  ...goodLater(shown),
  ...elsewhere(shown),
  ...overChannel(shown),
]

/** A contract that isn't known is called with what it gets, and with data. */
function receiving({ warnings }: ShownRequest): readonly Clause[] {
  const isCalled = warnings.some(({ name }) => name === 'request.warn.receiverCalled')
  const along = warnings.find(({ name }) => name === 'request.warn.receiverData')
  return [
    ...(isCalled ? [clause('headline.receiverCalled', { unchecked })] : []),
    ...(along ? [clause('headline.receiverData', { count: { said: along.values.count ?? '' } })] : []),
  ]
}

/** The titles of what takes an allowance back. */
const takingBack: readonly RequestSentence[] = [
  ...(['request.disallow', 'request.disallowAny', 'request.disallowCollection'] as const),
]

/** Says that a signature has no end; of one that takes something back, that is no more than a fact. */
const endless = (shown: ShownRequest): readonly Clause[] =>
  !takingBack.includes(shown.title.name) &&
  factsOf(shown, 'request.until', 'request.allowedUntil').some(({ value }) => isNamed(value, 'request.forEver'))
    ? [clause('headline.withoutEnd', {})]
    : []

/** A signature that is used up by being used, and until when it can be. */
function onceOnly(shown: ShownRequest): readonly Clause[] {
  const [until] = factsOf(shown, 'request.onceUntil')
  if (!until) return []
  const time = until.value
  return [
    isNamed(time, 'request.forEver')
      ? clause('headline.once', {})
      : clause('headline.onceUntil', { time: { said: time } }),
  ]
}

/** From when on it can be carried out at all. */
const goodLater = (shown: ShownRequest): readonly Clause[] =>
  factsOf(shown, 'request.goodFrom').map(({ value }) => clause('headline.goodFrom', { time: { said: value } }))

/** It goes to another network, over IBC or a bridge, and perhaps on from there. */
const overChannel = (shown: ShownRequest): readonly Clause[] => {
  const { facts } = shown
  const at = facts.findIndex(
    ({ label, value }) => label.name === 'request.chain' && isNamed(value, 'request.overChannel'),
  )
  const onward = facts[at + 1]
  if (at < 0) return []
  const to =
    onward?.label.name === 'request.goesTo' ? [clause('headline.onward', { to: partyOf(onward, 'gives') })] : []
  return [clause('headline.overChannel', {}), ...to]
}

/** It holds on another chain than the account is on. */
function elsewhere({ warnings }: ShownRequest): readonly Clause[] {
  const warning = warnings.find(({ name }) => name === 'request.warn.otherChain')
  if (!warning) return []
  const { network = '', own = '' } = warning.values
  return [clause('headline.otherChain', { network: { said: network, tone: 'unsure' }, own: { said: own } })]
}
