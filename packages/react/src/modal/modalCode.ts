import { onDemand } from '@foyer/core'
import { en as firstView } from '@foyer/core/internal'
import type { Sentences } from '@foyer/core/messages'

/** The modal in one chunk: its shell, the connect view, and what connects. */
export { createConnectionControls } from '@foyer/core/internal'
export { Modal } from './Modal.js'

/** The English sentences that are here: the first view's, and the other views' once they came. */
export const en: Partial<Sentences> = { ...firstView }

/** Loads the code of a button that names a wallet: it opens one of the other views, and comes with them and their words. */
export const loadConnectByName: () => Promise<Pick<typeof import('./views/viewsCode.js'), 'connectByName'>> = onDemand({
  chunk: 'views',
  async load() {
    const code = await import('./views/viewsCode.js')
    Object.assign(en, code.sentences)
    return code
  },
})
