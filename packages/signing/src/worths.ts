import type { Fact, PricedAmount, Worth } from '@foyer/core/words'

/** The worths that are known: of a fact's amount by the fact, of any other by itself. */
export interface Worths {
  get(of: Fact | PricedAmount): Worth | undefined
}
