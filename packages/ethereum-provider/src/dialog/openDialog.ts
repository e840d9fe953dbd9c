import { qrPath } from '@foyer/parts/qr'
import styles from './dialog.css?inline'
import { sentences } from './sentences.js'

export interface DialogParameters {
  /** As the visitor's system says unless said. */
  readonly themeMode?: 'light' | 'dark' | undefined
  /** The visitor closed it. Not called where `close` did. */
  readonly onClose: () => void
}

export interface OpenedDialog {
  /** Shows what a wallet scans; another takes its place. */
  show(uri: string): void
  close(): void
}

/** ISO/IEC 18004: four modules of nothing around a code. */
const quiet = 4

/**
 * Opens a dialog above the page, with a place for the code that a wallet scans and a button that copies its link. In a shadow root with a constructed sheet, so that
 * a strict content policy has nothing to say; the focus stays in it and returns to where it was.
 */
export function openDialog({ themeMode, onClose }: DialogParameters): OpenedDialog {
  const host = document.createElement('div')
  if (themeMode) host.dataset.theme = themeMode
  host.setAttribute('data-foyer-provider', '')
  const root = host.attachShadow({ mode: 'open' })
  adopt(root)
  const title = element('h1', { id: 'title', text: sentences.title })
  const close = element('button', { type: 'button', class: 'close', 'aria-label': sentences.close })
  close.append(drawing({ viewBox: '0 0 20 20', path: 'M4 4l12 12M16 4L4 16' }))
  const header = element('header')
  header.append(title, close)
  const code = element('div', { class: 'code' })
  const copy = element('button', { type: 'button', class: 'copy', text: sentences.copy })
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-labelledby', 'title')
  const note = element('p', { role: 'status', text: sentences.scan })
  dialog.append(header, code, note, copy)
  root.append(dialog)
  document.body.append(host)
  let uri = ''
  copy.hidden = true
  copy.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard?.writeText(uri).then(
      () => true,
      () => false, // said to the visitor below
    )
    note.textContent = isCopied ? sentences.copied : sentences.notCopied
  })
  close.addEventListener('click', () => dialog.close())
  // A press that begins on the code and ends outside is no press on the backdrop.
  let isPressedOutside = false
  dialog.addEventListener('pointerdown', ({ target }) => {
    isPressedOutside = target === dialog
  })
  dialog.addEventListener('click', ({ target }) => {
    if (isPressedOutside && target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => {
    host.remove()
    onClose()
  })
  dialog.showModal()
  return {
    show(next) {
      uri = next
      const { path, size } = qrPath({ text: uri })
      const side = size + 2 * quiet
      code.setAttribute('role', 'img')
      code.setAttribute('aria-label', sentences.scan)
      code.replaceChildren(drawing({ viewBox: `${-quiet} ${-quiet} ${side} ${side}`, path }))
      copy.hidden = false
      note.textContent = sentences.scan
    },
    close() {
      host.remove()
    },
  }
}

/** An element with its attributes and text. */
function element(name: string, { text = '', ...attributes }: Readonly<Record<string, string>> = {}): HTMLElement {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.textContent = text
  return made
}

const svg = 'http://www.w3.org/2000/svg'

/** A line drawing, for those who see it. */
function drawing({ viewBox, path }: { readonly viewBox: string; readonly path: string }): SVGSVGElement {
  const made = document.createElementNS(svg, 'svg')
  const attributes = {
    viewBox,
    'aria-hidden': 'true',
    fill: 'none',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  }
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  const line = document.createElementNS(svg, 'path')
  line.setAttribute('d', path)
  made.append(line)
  return made
}

function adopt(root: ShadowRoot): void {
  if ('adoptedStyleSheets' in root && 'replaceSync' in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
    return
  }
  const style = document.createElement('style')
  style.textContent = styles
  root.append(style)
}
