import { useEffect, useState } from 'react'
import { WalletError } from '../errors.js'
import { sentenceHere } from './failures.js'

/** Something that the page shows once it has come. */
export type Coming<Value> =
  | { readonly is: 'coming' }
  | { readonly is: 'there'; readonly value: Value }
  | { readonly is: 'failed'; readonly sentence: string; readonly again: () => void }

/** Reads what a part of the page shows, and again where the visitor wants it. Another `read` takes the place of the one before, whose answer isn't waited for. */
export function useComing<Value>(read: (signal: AbortSignal) => Promise<Value>): Coming<Value> {
  const [coming, setComing] = useState<Coming<Value>>({ is: 'coming' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round reads once more
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const show = (now: Coming<Value>) => {
      if (!signal.aborted) setComing(now)
    }
    show({ is: 'coming' })
    read(signal).then(
      (value) => show({ is: 'there', value }),
      (error: unknown) =>
        show({ is: 'failed', sentence: sentenceHere(error), again: () => setRound((before) => before + 1) }),
    )
    return () => ending.abort()
  }, [read, round])
  return coming
}

/** Loads code that not every visit needs. @throws WalletError where it doesn't come */
export const loadPart = <Code>(loading: Promise<Code>): Promise<Code> =>
  loading.catch((cause: unknown) => {
    throw new WalletError({ sentence: 'error.unreachable', cause })
  })
