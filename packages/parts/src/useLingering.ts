import { useEffect, useState } from 'react'

export interface Lingering<T> {
  readonly value: T | undefined
  readonly leaving: boolean
}

/** Keeps what has just become `undefined` for a moment longer, so that it can be seen leaving. */
export function useLingering<T>({ value, ms }: { value: T | undefined; ms: number }): Lingering<T> {
  const [kept, setKept] = useState(value)
  if (value !== undefined && value !== kept) setKept(value)
  const leaving = value === undefined && kept !== undefined
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => setKept(undefined), ms)
    return () => clearTimeout(timer)
  }, [leaving, ms])
  return { value: value ?? kept, leaving }
}
