import type { Foyer, FoyerState } from '@foyer/core'
import { en } from '@foyer/core/internal'
import type { Sentences } from '@foyer/core/messages'
import { type Context, createContext, useContext } from 'react'
import { type Say, sayIn } from '../headless/say.js'
import { createStyles, type Styles } from './createStyles.js'
import { createOpenState, type OpenStateSource } from './openState.js'
import { createViews, type Views } from './views.js'

/** The shared parts of one modal: made with it, gone with it. */
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
  const english = { ...en }
  return {
    styles,
    foyer,
    say: sayIn(english, translated),
    source: createOpenState(foyer.store),
    views: createViews({ foyer, styles, english }),
  }
}

/** The context that a view works with. */
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

/** Returns `say` for a view that a package adds, in the kit's language. @throws Error outside of the modal */
export const useSay = (): Say => useModal().say
