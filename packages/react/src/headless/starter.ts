import { createStarter, type Starter } from '@foyer/core/internal'
import { useMemo } from 'react'
import { useFoyer } from '../kit.js'

/** Starts an attempt by an action of the kit; see `createStarter`. */
export function useStarter(): Starter {
  const foyer = useFoyer()
  return useMemo(() => createStarter(foyer), [foyer])
}
