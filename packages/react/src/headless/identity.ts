import { accountOf } from '@foyer/core'
import { whenLoaded } from '@foyer/core/internal'
import { nameOwnerOf } from '@foyer/core/names'
import { useCallback } from 'react'
import { useKit } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'
import type { OfFamily } from './account.js'
import { shownName } from './walletNames.js'

export interface Identity {
  /** At most 20 characters, without those that could pose as another name; undefined where there is none, or it isn't known yet. */
  readonly name: string | undefined
  /** Where the picture is. */
  readonly avatar: string | undefined
}

/**
 * The chosen account's name and picture, where the operator's server knows them.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S9.9: an answer counts as fresh for 5 min
 * @example
 * const { name } = useFoyerIdentity()
 */
export function useFoyerIdentity({ family }: OfFamily = {}): Identity {
  const { shown } = useKit()
  const isConnected = useSelect((state) => accountOf(state, family).connection !== undefined)
  const watch = useCallback(
    (emit: (identity: Identity) => void) =>
      isConnected
        ? // A name that can't be had is none.
          whenLoaded(shown, { start: ({ startIdentity }) => startIdentity(shown, { family }, emit) })
        : () => {},
    [shown, family, isConnected],
  )
  const { name = '', avatar } = useWatched({ initial: unnamed, watch })
  const letters = [...shownName(name)]
  const short = letters.length > nameLength ? `${letters.slice(0, nameLength).join('')}…` : letters.join('')
  return { name: short || undefined, avatar }
}

const unnamed: Identity = { name: undefined, avatar: undefined }

/** How much of a name is shown. */
const nameLength = 20

/**
 * Whether the connected account may have a name: only that of the embedded login may.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S6.7
 * @example
 * const isOffered = useFoyerNameOffered()
 */
export function useFoyerNameOffered(): boolean {
  return useSelect((state) => nameOwnerOf(state) !== undefined)
}
