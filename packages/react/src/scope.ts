import { contextOf, createPiece, type Piece } from '@foyer/core/internal'
import type { Sentences } from '@foyer/core/messages'
import { type Kit, ProviderMissingError, useKit } from './kit.js'

/** The modal, and what it says in another language than English: they come together. */
export type ModalCode = typeof import('./modal/modalCode.js') & { readonly translated: Partial<Sentences> }

/**
 * When the modal's code is fetched: once a button of the kit is in view of an idle page, unless the visitor saves data; when one is pointed at or
 * focused; or at the press alone, from when a finger or a mouse goes down. Each includes those after it. What can't be fetched ahead is said only by the press, which tries again.
 */
export type Prefetch = 'visible' | 'intent' | 'none'

/** What a provider hands down: the kit, and the pieces that this page has fetched of it. */
export interface Scope extends Kit {
  readonly modal: Piece<ModalCode>
  /** The pictures and the balance of the buttons. */
  readonly face: Piece<typeof import('./face/face.js')>
  readonly prefetch: Prefetch
}

export function createScope({ foyer, prefetch }: Pick<Scope, 'foyer' | 'prefetch'>): Scope {
  const context = contextOf(foyer)
  const { controls, report } = context
  return {
    foyer,
    shown: foyer,
    prefetch,
    modal: createPiece({
      chunk: 'modal',
      async load() {
        const coming = Promise.all([
          import('./modal/modalCode.js'),
          foyer.options.locale.load?.(),
          // In the same chunks: what it shows follows their rules from the first.
          controls(),
        ])
        context.firstView = coming
        const [code, translated] = await coming
        return { ...code, translated: translated ?? {} }
      },
      report,
    }),
    face: createPiece({ chunk: 'face', load: () => import('./face/face.js'), report }),
  }
}

/** The nearest provider's. @throws ProviderMissingError */
export function useScope(): Scope {
  const kit = useKit()
  if (!('modal' in kit)) throw new ProviderMissingError()
  return kit
}
