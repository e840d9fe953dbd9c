import { useState } from 'react'
import { sentenceHere } from './failures.js'

/** Something that a press begins: whether it is under way, and what the visitor reads where it failed. */
export interface Work {
  readonly isBusy: boolean
  readonly failure: string
  readonly act: (work: () => Promise<void>) => void
}

export function useWork(): Work {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const act = (work: () => Promise<void>) => {
    setBusy(true)
    setFailure('')
    work()
      .catch((error: unknown) => setFailure(sentenceHere(error)))
      .finally(() => setBusy(false))
  }
  return { isBusy, failure, act }
}
