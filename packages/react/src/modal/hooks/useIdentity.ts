import type { IdentityState } from '@foyer/core/account'
import { whenLoaded } from '@foyer/core/internal'
import { useEffect, useState } from 'react'
import { useModal } from '../modalContext.js'
import { shownName } from '../shownName.js'

/** How much of a name is shown. */
const nameLength = 20

export interface ShownIdentity {
  readonly name: string | undefined
  readonly avatar: string | undefined
}

/** The active account's name and picture, where a server knows them. */
export function useIdentity(): ShownIdentity {
  const { foyer } = useModal()
  const [watched, setWatched] = useState<IdentityState>()
  useEffect(
    // When the session ends, what was seen last stays while the card fades.
    () =>
      whenLoaded(foyer, {
        start: ({ startIdentity }) =>
          startIdentity(foyer, {}, (next) => setWatched((last) => (next.status === 'idle' ? last : next))),
      }),
    [foyer],
  )
  const letters = [...shownName(watched?.name ?? '')]
  const name = letters.length > nameLength ? `${letters.slice(0, nameLength).join('')}…` : letters.join('')
  return { name: name || undefined, avatar: watched?.avatar }
}
