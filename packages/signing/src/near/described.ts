import type { Fact, Words } from '@foyer/core/words'

/** The description of an action. */
export interface ReadAction {
  readonly title: Words
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  readonly isDeliberate: boolean
}
