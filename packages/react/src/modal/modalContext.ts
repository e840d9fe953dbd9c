import type { Foyer, FoyerState } from '@foyer/core'
import { en } from '@foyer/core/internal'
import type { Sentences } from '@foyer/core/messages'
import { type Context, createContext, useContext } from 'react'
import { type KnownSentences, type Say, sayIn } from '../headless/say.js'
import { createStyles, type Styles } from './createStyles.js'
import { createOpenState, type OpenStateSource } from './openState.js'
import { createViews, type Views } from './views.js'

/** What the parts of one modal share: made with it, gone with it. */
export interface ModalScope {
  readonly foyer: Foyer
  readonly source: OpenStateSource
  readonly say: Say
  readonly views: Views
  readonly styles: Styles
}

export function createModalScope({
  foyer,
  translated,
}: {
  readonly foyer: Foyer
  readonly translated: Partial<Sentences>
}): ModalScope {
  const styles = createStyles()
  const known: { -readonly [Key in keyof KnownSentences]: KnownSentences[Key] } = { ...en, ...translated }
  return {
    styles,
    foyer,
    say: sayIn(known),
    source: createOpenState(foyer.store),
    views: createViews({
      foyer,
      styles,
      // Theirs join those that are there already, before the first view that says them is drawn.
      addSentences: (sentences) => Object.assign(known, sentences, translated),
    }),
  }
}

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
