import { useCallback, useEffect, useRef, useState } from 'react'

export interface AnswersParameters<Shown> {
  /** Reads the page's first answer. The same function as long as it asks for the same. */
  readonly read: () => Promise<Shown>
  /** Returns the answer shown for a failure. The same function each time. */
  readonly failed: (error: unknown) => Shown
}

/** The state of a page that shows its server's answers. */
export interface Answers<Shown> {
  /** The last answer; undefined while the page is read. */
  readonly shown: Shown | undefined
  /** A press is under way. */
  readonly isBusy: boolean
  /** Asks anew for what the page begins with. */
  readonly read: () => void
  /** Does what a press asks for, and shows its answer. */
  readonly act: (work: () => Promise<Shown>) => void
}

/**
 * Shows what the server answers, first to the page's own question and then to each press. The answer to a question that another has followed, or that
 * outlives its page, is ignored.
 *
 * @example const { shown, isBusy, act } = useAnswers({ read, failed })
 */
export function useAnswers<Shown extends object>({ read, failed }: AnswersParameters<Shown>): Answers<Shown> {
  const [shown, setShown] = useState<Shown>()
  const [isBusy, setBusy] = useState(false)
  const asked = useRef<Promise<Shown>>(undefined)
  const show = useCallback(
    async (answer: Promise<Shown>) => {
      asked.current = answer
      const next = await answer.catch(failed)
      if (asked.current !== answer) return
      setShown(next)
      setBusy(false)
    },
    [failed],
  )
  const readAnew = useCallback(() => {
    setShown(undefined)
    void show(read())
  }, [show, read])
  useEffect(() => {
    readAnew()
    return () => {
      asked.current = undefined
    }
  }, [readAnew])
  const act = (work: () => Promise<Shown>) => {
    setBusy(true)
    void show(work())
  }
  return { shown, isBusy, read: readAnew, act }
}
