import { FoyerError } from '@foyer/core/errors'
import { useFoyerSentences } from '@foyer/react/headless'
import { useWords } from '../words/WordsProvider.js'
import { fill } from '../words/words.js'

export interface FailureProps {
  /** The name of the failed action. */
  readonly name: string
  readonly error: unknown
}

/** Shows why something failed: the code for a developer, and the kit's sentence for the visitor. */
export default function Failure({ name, error }: FailureProps) {
  const say = useFoyerSentences()
  const { ended } = useWords().actions
  if (error instanceof FoyerError) {
    return fill(ended, { name, text: fill(ended, { name: error.code, text: say(error.notice ?? 'error.unknown') }) })
  }
  return fill(ended, { name, text: error instanceof Error ? error.message : String(error) })
}
