import type { ShownRequest } from '../words/shown.js'
import { type Clause, clause, factsOf } from './headlineClauses.js'
import { isNamed } from './headlineFillings.js'

/** A signature that is used up by being used, and until when it can be. */
export function onceOnly(shown: ShownRequest): readonly Clause[] {
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
export const goodLater = (shown: ShownRequest): readonly Clause[] =>
  factsOf(shown, 'request.goodFrom').map(({ value }) => clause('headline.goodFrom', { time: { said: value } }))

/** It holds on another chain than the account is on. */
export function elsewhere({ warnings }: ShownRequest): readonly Clause[] {
  const warning = warnings.find(({ name }) => name === 'request.warn.otherChain')
  if (!warning) return []
  const { network = '', own = '' } = warning.values
  return [clause('headline.otherChain', { network: { said: network, tone: 'unsure' }, own: { said: own } })]
}
