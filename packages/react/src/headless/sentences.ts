import type { Foyer } from '@foyer/core'
import { contextOf, en, enViews } from '@foyer/core/internal'
import { type SentenceKey, type Sentences, type SentenceValues, say } from '@foyer/core/messages'
import { useCallback } from 'react'
import { useFoyer } from '../kit.js'
import { useWatched } from '../useWatched.js'

/** Says a sentence of the kit's language. */
export type Say = <Key extends SentenceKey>(key: Key, ...values: SentenceValues<Key>) => string

const english: Say = (key, ...values) => say({ ...en, ...enViews }, key, ...values)

/**
 * The sentences of the modal in the kit's language, for hosts that draw its views themselves: what a hook returns as a key is said by this. Another
 * language than English is fetched first; meanwhile, and where it doesn't come, it is English.
 *
 * @throws ProviderMissingError outside of a provider; MissingValueError, while developing, for a sentence whose values are left out
 * @example
 * const say = useSentences()
 * return <p>{say('connect.continue', { wallet: 'Northwind' })}</p>
 */
export function useSentences(): Say {
  const foyer = useFoyer()
  const watch = useCallback((emit: (say: Say) => void) => watchLocale(foyer, emit), [foyer])
  return useWatched({ initial: english, watch })
}

function watchLocale(foyer: Foyer, emit: (say: Say) => void): () => void {
  let stopped = false
  const arrived = (translated: Partial<Sentences>) => {
    if (!stopped) emit((key, ...values) => say({ ...en, ...enViews, ...translated }, key, ...values))
  }
  foyer.options.locale.load?.().then(arrived, contextOf(foyer).report)
  return () => {
    stopped = true
  }
}
