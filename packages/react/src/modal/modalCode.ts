import { onDemand } from '@foyer/core'

/** The modal in one chunk: its shell, the connect view, and what connects. */
export { createConnectionControls, en } from '@foyer/core/internal'
export { EmbeddedModal, Modal } from './Modal.js'

/** What a button that names a wallet does: it opens one of the other views, and comes with them. */
export const loadConnectByName: () => Promise<Pick<typeof import('./views/viewsCode.js'), 'connectByName'>> = onDemand({
  chunk: 'views',
  load: () => import('./views/viewsCode.js'),
})
