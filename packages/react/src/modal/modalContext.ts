import type { Foyer, FoyerState } from '@foyer/core'
import { type SentenceKey, type SentenceValues, say } from '@foyer/core/messages'
import { type Context, createContext, useContext } from 'react'
import { createPiece, type Piece } from '../piece.js'
import { createStyles, type Styles } from './createStyles.js'
import { createDirectorySource, type DirectorySource } from './directorySource.js'
import { createOpenState, type OpenStateSource } from './openState.js'
import { createViews, type Views } from './views.js'

/** What the parts of one modal share: made with it, gone with it. */
export interface ModalScope {
  readonly foyer: Foyer
  readonly source: OpenStateSource
  readonly catalogue: Piece<Say>
  readonly views: Views
  readonly directory: DirectorySource
  readonly styles: Styles
}

export function createModalScope(foyer: Foyer): ModalScope {
  const { report } = foyer.context
  const styles = createStyles()
  const known: KnownSentences = {}
  const load = () => foyer.options.locale.load()
  return {
    styles,
    foyer,
    directory: createDirectorySource(foyer),
    source: createOpenState(foyer.store),
    catalogue: createPiece({
      chunk: 'sentences',
      load: () => load().then(({ sentences }) => sayIn(Object.assign(known, sentences))),
      report,
    }),
    views: createViews({
      report,
      styles,
      // They join those that are said already, before the first view that needs them is there.
      loadSentences: () => load().then(async ({ later }) => void Object.assign(known, await later())),
    }),
  }
}

/** Says a sentence of the modal's language. */
export type Say = <Key extends SentenceKey>(key: Key, ...values: SentenceValues<Key>) => string

/** What a view works with. */
export interface Modal {
  readonly foyer: Foyer
  readonly views: Views
  readonly directory: DirectorySource
  readonly state: FoyerState
  readonly say: Say
}

export const ModalContext: Context<Modal | null> = /* @__PURE__ */ createContext<Modal | null>(null)

/** The modal around. */
export function useModal(): Modal {
  const modal = useContext(ModalContext)
  if (!modal) throw new Error('A view of the modal was drawn outside of it.')
  return modal
}

/** The sentences that are there by now. */
export type KnownSentences = Partial<Record<SentenceKey, string>>

export function sayIn(sentences: Readonly<KnownSentences>): Say {
  return (key, ...values) => say(sentences, key, ...values)
}
