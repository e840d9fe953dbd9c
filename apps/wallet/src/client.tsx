import { speakTo } from './messages/say.js'
import { readSettings } from './settings.js'
import './page.css'

const place = document.getElementById('wallet')
const settings = readSettings(document)

const ownPages = () => import('./dashboard/page.js')

/** Each page is a chunk: a frame that only asks who is logged in draws nothing of the others. */
const pages = {
  frame: () => import('./frame/page.js'),
  confirm: () => import('./confirm/page.js'),
  dashboard: ownPages,
  recover: ownPages,
  import: ownPages,
  approve: () => import('./popup/approve.js'),
  continue: () => import('./popup/continue.js'),
  social: () => import('./social/page.js'),
} as const

if (place) {
  // A frame draws nothing at first: it loads its language once it does.
  const language = settings.page === 'frame' ? undefined : speakTo(window)
  const [{ start }] = await Promise.all([pages[settings.page](), language])
  await start({ place, settings })
}
