import { type Foyer, onDemand } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import type { Sentences } from '@foyer/core/messages'
import { type Context, createContext, useContext } from 'react'
import { ProviderMissingError } from './kit.js'
import { createPiece, type Piece } from './piece.js'

/** The modal, and what it says in another language than English: they come together. */
export type ModalCode = typeof import('./modal/modalCode.js') & { readonly translated: Partial<Sentences> }

/** What a provider hands down: the kit, and the pieces that this page has fetched of it. */
export interface Scope {
  readonly foyer: Foyer
  readonly modal: Piece<ModalCode>
  /** As `modal`, to wait for. @throws ChunkLoadError */
  readonly loadModal: () => Promise<ModalCode>
  /** The pictures and the balance of the buttons. */
  readonly face: Piece<typeof import('./face/face.js')>
  /** Fetches the modal when a button is pointed at or focused. */
  readonly prefetch: boolean
}

export const ScopeContext: Context<Scope | undefined> = createContext<Scope | undefined>(undefined)

export function createScope({ foyer, prefetch }: Pick<Scope, 'foyer' | 'prefetch'>): Scope {
  const { report } = contextOf(foyer)
  const loadModal = onDemand({
    chunk: 'modal',
    async load() {
      const [code, translated = {}] = await Promise.all([import('./modal/modalCode.js'), foyer.options.locale.load?.()])
      return { ...code, translated }
    },
  })
  return {
    foyer,
    prefetch,
    loadModal,
    modal: createPiece({ chunk: 'modal', load: loadModal, report }),
    face: createPiece({ chunk: 'face', load: () => import('./face/face.js'), report }),
  }
}

/** The nearest provider's. @throws ProviderMissingError */
export function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new ProviderMissingError()
  return scope
}
