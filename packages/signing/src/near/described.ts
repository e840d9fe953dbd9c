import type { Fact, Words } from '@foyer/core/words'

/** What an action comes to. */
export interface ReadAction {
  readonly title: Words
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  readonly isDeliberate: boolean
}
