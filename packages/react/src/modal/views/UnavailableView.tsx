import type { PlainSentenceKey } from '@foyer/core/messages'
import { ErrorState } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'

/** Stands where the host opens a view whose feature it switched off, and for every view of a kit that isn't set up. */
export function UnavailableView({ message }: { readonly message: PlainSentenceKey }): ReactNode {
  const { say } = useModal()
  return <ErrorState message={say(message)} />
}
