import { useState } from 'react'

/** Whether an action is pending. */
export function useBusy(): readonly [boolean, (work: Promise<void>) => void] {
  const [isBusy, setBusy] = useState(false)
  const run = (work: Promise<void>) => {
    setBusy(true)
    void work.finally(() => setBusy(false))
  }
  return [isBusy, run]
}
