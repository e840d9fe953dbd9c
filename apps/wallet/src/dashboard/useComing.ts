import { useEffect, useState } from 'react'
import { WalletError } from '../errors.js'
import { sentenceHere } from '../failures/failures.js'

/** Something that the page shows once it has come. */
export type Coming<Value> =
  | { readonly is: 'coming' }
  | { readonly is: 'there'; readonly value: Value }
  | { readonly is: 'failed'; readonly sentence: string; readonly again: () => void }

const coming = { is: 'coming' } as const

interface Bring<Value> {
  readonly read: (signal: AbortSignal) => Promise<Value>
  readonly signal: AbortSignal
  readonly show: (now: Coming<Value>) => void
}

/** Shows that it comes, then it or why not. Once it isn't waited for, nothing is shown. */
function bring<Value>(request: Bring<Value>): void {
  const { read, signal } = request
  const show: typeof request.show = (now) => {
    if (!signal.aborted) request.show(now)
  }
  show(coming)
  read(signal).then(
    (value) => show({ is: 'there', value }),
    (error: unknown) => show({ is: 'failed', sentence: sentenceHere(error), again: () => bring(request) }),
  )
}

/** Reads what a part of the page shows, and again where the visitor wants it. Another `read` takes the place of the one before, whose answer isn't waited for. */
export function useComing<Value>(read: (signal: AbortSignal) => Promise<Value>): Coming<Value> {
  const [shown, show] = useState<Coming<Value>>(coming)
  useEffect(() => {
    const ending = new AbortController()
    bring({ read, signal: ending.signal, show })
    return () => ending.abort()
  }, [read])
  return shown
}

interface ComingOfEach<Of, Value> {
  readonly all: readonly Of[]
  /** By what each is told from the others. */
  readonly keyOf: (one: Of) => string
  /** Another one reads all of them anew. */
  readonly read: (one: Of, signal: AbortSignal) => Promise<Value>
}

/** The same of several: one that doesn't come holds up none of the others. @returns each by its place in `all` */
export function useComingOfEach<Of, Value>({ all, keyOf, read }: ComingOfEach<Of, Value>): readonly Coming<Value>[] {
  const [shown, setShown] = useState<ReadonlyMap<string, Coming<Value>>>(new Map())
  const keys = all.map(keyOf)
  // biome-ignore lint/correctness/useExhaustiveDependencies: those of the same keys are the same
  useEffect(() => {
    const ending = new AbortController()
    for (const one of all)
      bring({
        read: (signal) => read(one, signal),
        signal: ending.signal,
        show: (now) => setShown((before) => new Map(before).set(keyOf(one), now)),
      })
    return () => ending.abort()
  }, [read, keys.join('\n')])
  return keys.map((key) => shown.get(key) ?? coming)
}

/** Loads code that not every visit needs. @throws WalletError where it doesn't come */
export const loadPart = <Code>(loading: Promise<Code>): Promise<Code> =>
  loading.catch((cause: unknown) => {
    throw new WalletError({ sentence: 'error.unreachable', cause })
  })
