import type { Foyer } from '@foyer/core'
import { contextOf, en, enViews } from '@foyer/core/internal'
import { useCallback, useMemo } from 'react'
import { useFoyer } from '../kit.js'
import { useWatched } from '../useWatched.js'
import { type KnownSentences, type Say, sayIn } from './say.js'

const english: KnownSentences = { ...en, ...enViews }

const none: KnownSentences = {}

/**
 * The sentences of the modal in the kit's language, for hosts that draw its views themselves: what a hook returns as a key is said by this. Another
 * language than English is fetched first; meanwhile, and where it doesn't come, it is English.
 *
 * @param feature - the English sentences of a feature's hook, from `@foyer/core/messages`; the same object for as long as it is mounted
 * @throws ProviderMissingError outside of a provider; MissingValueError, while developing, for a sentence whose values are left out
 * @example
 * const say = useFoyerSentences()
 * return <p>{say('connect.continue', { wallet: 'Northwind' })}</p>
 */
export function useFoyerSentences(feature: KnownSentences = none): Say {
  const foyer = useFoyer()
  const initial = useMemo(() => withFeature(feature, none), [feature])
  const watch = useCallback((emit: (say: Say) => void) => watchLocale({ foyer, feature, emit }), [foyer, feature])
  return useWatched({ initial, watch })
}

const withFeature = (feature: KnownSentences, translated: KnownSentences): Say =>
  sayIn({ ...english, ...feature }, translated)

function watchLocale({
  foyer,
  feature,
  emit,
}: {
  readonly foyer: Foyer
  readonly feature: KnownSentences
  readonly emit: (say: Say) => void
}): () => void {
  let stopped = false
  const arrived = (translated: KnownSentences | undefined) => {
    if (!stopped) emit(withFeature(feature, translated ?? none))
  }
  foyer.options.locale.load?.().then(arrived, contextOf(foyer).report)
  return () => {
    stopped = true
  }
}
