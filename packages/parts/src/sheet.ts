import { motionCss } from './motion.js'
import base from './styles/base.css?inline'
import controls from './styles/controls.css?inline'
import dialog from './styles/dialog.css?inline'
import header from './styles/header.css?inline'
import image from './styles/image.css?inline'
import row from './styles/row.css?inline'
import state from './styles/state.css?inline'
import tokens from './styles/tokens.css?inline'

/**
 * The sheet of what is seen first: tokens, dialog, header and rows. For a shadow root's constructed style sheet.
 * The root's host carries the public variables, `data-theme` (`light` or `dark`; without it the system's) and `dir`.
 */
export const partsCss: string = motionCss + tokens + base + dialog + header + controls + row + image + state
