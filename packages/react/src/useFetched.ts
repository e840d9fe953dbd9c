import { accountOf } from '@foyer/core'
import { idle, same } from '@foyer/core/internal'
import { type Definition, type Fetchable, type Fetched, type OfAccount, watch } from '@foyer/core/query'
import { useCallback, useRef } from 'react'
import { useKit } from './kit.js'
import { useSelect } from './useSelect.js'
import { useWatched } from './useWatched.js'

const loading: Fetched<never> = { ...idle, status: 'loading' }

/**
 * Follows what is fetched for as long as it is mounted: see `watch` of `@foyer/core/query`. The code for it is fetched with the first; of an account, once one is
 * connected.
 *
 * @param isActive - false asks nothing
 */
export function useFetched<Name extends keyof Fetchable>(what: Name, input: OfAccount): Fetched<Fetchable[Name]>
export function useFetched<Input, Data>(
  what: Definition<Input, Data>,
  input: Input,
  isActive?: boolean | undefined,
): Fetched<Data>
export function useFetched(
  what: keyof Fetchable | Definition<unknown, unknown>,
  input: OfAccount,
  isWanted = true,
): Fetched<unknown> {
  const { shown } = useKit()
  const isNamed = typeof what === 'string'
  const isActive = useSelect((state) => (isNamed ? accountOf(state, input.family).connection !== undefined : isWanted))
  const about = useStable(input)
  const follow = useCallback(
    (emit: (fetched: Fetched<unknown>) => void) => {
      if (!isActive) return () => {}
      return typeof what === 'string' ? watch(shown, what, about, emit) : watch(shown, what, about, emit)
    },
    [shown, what, about, isActive],
  )
  return useWatched({ initial: isActive ? loading : idle, watch: follow })
}

/** The same reference for as long as plain data says the same. */
export function useStable<T>(value: T): T {
  const last = useRef(value)
  if (!same(last.current, value)) last.current = value
  return last.current
}
