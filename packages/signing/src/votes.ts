import type { Fact, Words } from '@foyer/core/words'
import { code, words } from './sentences.js'

/** On which proposal a vote is, and what it says. */
export const voteFacts = ({
  proposal,
  choice,
}: {
  readonly proposal: string
  readonly choice: string | Words
}): readonly Fact[] => [
  code('request.proposal', proposal),
  { label: words('request.choice'), value: choice },
  { label: words('request.movesNow'), value: words('request.nothing') },
]
