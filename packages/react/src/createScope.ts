import { contextOf, createPiece } from '@foyer/core/internal'
import type { Scope } from './button/scope.js'

/** Creates what a provider hands down; here alone stands which chunk each piece is of. */
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
