import { readSettings } from './settings.js'
import './page.css'

const place = document.getElementById('wallet')
const settings = readSettings(document)

/** Each page is a chunk: a frame that only asks who is logged in draws nothing of the others. */
const pages = {
  frame: () => import('./frame/page.js'),
  confirm: () => import('./confirm/page.js'),
  approve: () => import('./popup/approve.js'),
  continue: () => import('./popup/continue.js'),
} as const

if (place) {
  const { start } = await pages[settings.page]()
  await start({ place, settings })
}
