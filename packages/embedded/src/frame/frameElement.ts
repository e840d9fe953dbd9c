/** The frame of the wallet's page, in a dialog of its own. */
export interface FrameElement {
  /** The page's window; null once it is out of the document. */
  readonly contentWindow: () => Window | null
  /** Shows it above everything else, an open modal included; again, where something has come over it. */
  raise(): void
  /** Hides it; the page runs on. */
  lower(): void
  remove(): void
}

export interface FrameElementParameters {
  readonly document: Document
  readonly src: string
  /** Its accessible name. */
  readonly title: string
  /** The browser couldn't load it. */
  readonly failed: () => void
  /** Something was loaded: the page, or what a browser shows in its place. `reload` loads the page anew. */
  readonly loaded: (reload: () => void) => void
  /** The visitor closed the dialog: Escape, with the focus outside of the page. */
  readonly closed: () => void
}

const id = 'w3m-iframe'

/** Whatever the window's size, and whatever is shown. */
const always = {
  position: 'fixed',
  zIndex: '999999',
  border: 'none',
} as const

/** Full-screen, where nothing of it is drawn [S2.25]. */
const hidden = { inset: '0', width: '100%', height: '100%', transform: 'none' } as const
/** In the middle, as large as the modal's card. */
const centred = {
  inset: '50% auto auto 50%',
  width: '360px',
  height: 'min(600px, 100dvh)',
  borderRadius: '24px',
  transform: 'translate(-50%, -50%)',
} as const
/** On a phone, where the modal's card lies too. */
const sheet = {
  inset: 'auto 0 0',
  width: '100%',
  height: 'min(600px, 100dvh)',
  borderRadius: '24px 24px 0 0',
  transform: 'none',
} as const

/** Up to here a window is a phone's. */
const narrow = '(max-width: 430px)'

/**
 * Puts the wallet's page into the document. It lives in a dialog that is closed while the page is hidden, and goes on running there: raised with `showModal()`
 * it lies above the modal's own dialog, and isn't inert. It is never moved, as moving would load it anew.
 */
export function createFrameElement({
  document,
  src,
  title,
  failed,
  loaded,
  closed,
}: FrameElementParameters): FrameElement {
  const dialog = document.createElement('dialog')
  const bare = { padding: '0', border: 'none', width: '0', height: '0', overflow: 'visible' }
  Object.assign(dialog.style, bare)
  const frame = document.createElement('iframe')
  if (!document.getElementById(id)) frame.id = id // another kit of the page may have one
  frame.name = 'w3m-secure-iframe'
  frame.title = title
  const load = () => {
    frame.src = src
  }
  load()
  Object.assign(frame.style, always, hidden)
  frame.addEventListener('error', failed)
  frame.addEventListener('load', () => loaded(load))
  let isRaised = false
  const { defaultView } = document
  const width = defaultView?.matchMedia?.(narrow)
  const place = () => Object.assign(frame.style, width?.matches ? sheet : centred)
  // What is asked inside is answered inside: Escape there never comes here.
  dialog.addEventListener('cancel', (event) => event.target === dialog && isRaised && closed())
  dialog.append(frame)
  document.body.append(dialog)
  return {
    contentWindow: () => frame.contentWindow,
    raise() {
      if (isRaised)
        dialog.close() // what is shown last lies above
      else width?.addEventListener('change', place)
      isRaised = true
      place()
      dialog.showModal()
      frame.focus()
    },
    lower() {
      if (!isRaised) return
      isRaised = false
      width?.removeEventListener('change', place)
      Object.assign(frame.style, hidden)
      dialog.close()
    },
    remove() {
      width?.removeEventListener('change', place)
      dialog.remove()
    },
  }
}
