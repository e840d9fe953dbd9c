import type { ShownRequest } from '../words/shown.js'
import { type Clause, clause, factsOf, warnsOf } from './headlineClauses.js'
import { gets, gives, sumsOf } from './headlineFillings.js'

/** Says what a simulation saw, where nothing else says what moves. */
export function simulated(shown: ShownRequest): readonly Clause[] {
  const give = sumsOf(factsOf(shown, 'request.simulatedLeaves'), gives)
  const get = sumsOf(factsOf(shown, 'request.simulatedComes'), gets)
  if (!give || !get) return []
  if (give.length > 0 && get.length > 0) return [clause('headline.simulated', { give, get })]
  if (give.length > 0) return [clause('headline.simulatedGive', { give })]
  return get.length > 0 ? [clause('headline.simulatedGet', { get })] : []
}

/** Beside what the data says: what the simulation moves instead. */
export const beside = (shown: ShownRequest): readonly Clause[] =>
  warnsOf(shown, ['request.warn.simulationDiffers']) ? simulated(shown) : []
