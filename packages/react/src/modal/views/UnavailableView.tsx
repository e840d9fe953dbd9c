import { ErrorState } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'

/** Stands where the host opens a view whose feature it switched off. */
export function UnavailableView(): ReactNode {
  const { say } = useModal()
  return <ErrorState message={say('help.notAvailable')} />
}
