/** The modal in one chunk: its shell, the connect view, what a button that names a wallet does, and what connects. */
export { createConnectionControls, en } from '@foyer/core/internal'
export { connectByName } from '../walletButton/connectByName.js'
export { EmbeddedModal, Modal } from './Modal.js'
