import type { Foyer, FoyerState } from '@foyer/core'
import { type SentenceKey, type Sentences, type SentenceValues, say } from '@foyer/core/messages'
import { type Context, createContext, useContext } from 'react'
import { createPiece, type Piece } from '../piece.js'
import { createStyles, type Styles } from './createStyles.js'
import { createOpenState, type OpenStateSource } from './openState.js'
import { createViews, type Views } from './views.js'

/** What the parts of one modal share: made with it, gone with it. */
export interface ModalScope {
  readonly foyer: Foyer
  readonly source: OpenStateSource
  readonly catalogue: Piece<Sentences>
  readonly views: Views
  readonly styles: Styles
}

export function createModalScope(foyer: Foyer): ModalScope {
  const { report } = foyer.context
  const styles = createStyles()
  return {
    styles,
    foyer,
    source: createOpenState(foyer.store),
    catalogue: createPiece({ chunk: 'sentences', load: () => foyer.options.locale.load(), report }),
    views: createViews({ report, styles }),
  }
}

/** Says a sentence of the modal's language. */
export type Say = <Key extends SentenceKey>(key: Key, ...values: SentenceValues<Key>) => string

/** What a view works with. */
export interface Modal {
  readonly foyer: Foyer
  readonly views: Views
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

export function sayIn(sentences: Sentences): Say {
  return (key, ...values) => say(sentences, key, ...values)
}
