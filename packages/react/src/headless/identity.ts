import { accountOf } from '@foyer/core'
import type { Identity } from '@foyer/core/account'
import { contextOf } from '@foyer/core/internal'
import { nameOwnerOf } from '@foyer/core/names'
import { shownName } from '@foyer/core/wallets'
import { useKit } from '../kit.js'
import { useFetched } from '../useFetched.js'
import { useSelect } from '../useSelect.js'
import type { OfFamily } from './account.js'

export type { Identity } from '@foyer/core/account'

/**
 * The chosen account's name and picture, where the operator's server knows them; the picture that the host's `avatar` gives goes first. A name has at most 20 characters, without those that could pose as another.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S9.9: an answer counts as fresh for 5 min
 * @example
 * const { name } = useFoyerIdentity()
 */
export function useFoyerIdentity({ family }: OfFamily = {}): Identity {
  const { data: { name = '', avatar } = {} } = useFetched('identity', { family })
  const { foyer } = useKit()
  const { address = '', namespace } = useSelect((state) => ({
    address: accountOf(state, family).address,
    namespace: family ?? state.family,
  }))
  const letters = [...shownName(name)]
  const short = letters.length > nameLength ? `${letters.slice(0, nameLength).join('')}…` : letters.join('')
  return { name: short || undefined, avatar: foyer.options.avatar?.({ address, family: namespace }) ?? avatar }
}

/** The most characters of a name that are shown. */
const nameLength = 20

/**
 * Whether the connected account may have a name: only that of the embedded login may, of the operator's server.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S6.7
 * @example
 * const isOffered = useFoyerNameOffered()
 */
export function useFoyerNameOffered(): boolean {
  const { shown } = useKit()
  const isOwner = useSelect((state) => nameOwnerOf(state) !== undefined)
  return isOwner && contextOf(shown).api !== undefined
}
