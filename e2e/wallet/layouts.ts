import type { WalletPage } from './stage.js'

/** What a page may lay over the wallet, or do to it. */
export const overlays: Readonly<Record<string, string>> = {
  'a clear cover': 'cover.style.cssText = "position:fixed;inset:0;background:#fff;pointer-events:none"',
  'a cover that is nearly clear':
    'cover.style.cssText = "position:fixed;inset:0;background:#ffffff02;pointer-events:none"',
  'a cover of the button alone':
    'cover.style.cssText = "position:fixed;height:90px;background:#fff;pointer-events:none"; Object.assign(cover.style, { left: box.left + "px", top: box.bottom - 90 + "px", width: box.width + "px" })',
  'a cover of the text in the button':
    'cover.style.cssText = "position:fixed;width:120px;height:40px;background:#fff;pointer-events:none"; Object.assign(cover.style, { left: box.left + 200 + "px", top: box.bottom - 60 + "px" })',
  'a cover of what is signed':
    'cover.style.cssText = "position:fixed;height:60px;background:#fff;pointer-events:none"; Object.assign(cover.style, { left: box.left + "px", top: box.top + 200 + "px", width: box.width + "px" })',
  'a frame that is faded': 'iframe.style.opacity = ".02"',
  'a filter': 'dialog.style.filter = "blur(8px)"',
  'a frame that is scaled': 'iframe.style.transform = "scale(.3)"',
  'a dialog that is cut off': 'dialog.style.clipPath = "inset(0 0 80% 0)"',
  'a frame that is cut off':
    'dialog.style.overflow = "hidden"; dialog.style.blockSize = "300px"; iframe.style.blockSize = "600px"; iframe.style.minBlockSize = "600px"',
}

/** Does a layout to the page around the frame. */
export const layOut = ({ page }: WalletPage, script: string) =>
  page.evaluate(
    ({ script }) => {
      const dialog = document.querySelector('#wallet')
      const cover = dialog?.appendChild(document.createElement('div'))
      if (cover) cover.dataset.cover = ''
      const run = new Function('dialog', 'iframe', 'cover', 'box', script)
      run(dialog, dialog?.querySelector('iframe'), cover, dialog?.getBoundingClientRect())
    },
    { script },
  )

/** Undoes every layout, and puts the frame away. */
export const putBack = ({ page }: WalletPage) =>
  page.evaluate(() => {
    const dialog = document.querySelector<HTMLDialogElement>('#wallet')
    dialog?.close()
    dialog?.setAttribute('style', 'padding: 0; border: 0; inline-size: 360px; block-size: 600px')
    dialog
      ?.querySelector('iframe')
      ?.setAttribute('style', 'display: block; inline-size: 100%; block-size: 100%; border: 0')
    for (const each of document.querySelectorAll('[data-cover], dialog:not(#wallet)')) each.remove()
    document.documentElement.removeAttribute('style')
    document.documentElement.removeAttribute('dir')
    document.body.removeAttribute('style')
  })

/** What a page's own layout may do without covering anything. */
export const benign: Readonly<Record<string, string>> = {
  'as it is': '',
  'another modal dialog below': 'document.body.appendChild(document.createElement("dialog")).showModal()',
  'a page that is scrolled': 'document.body.style.blockSize = "5000px"; window.scrollTo(0, 900)',
  'a bottom sheet':
    'dialog.style.cssText = "padding:0;border:0;margin:auto 0 0;inline-size:100%;max-inline-size:100%;block-size:600px"',
  'a dark page': 'document.documentElement.style.colorScheme = "dark"; document.body.style.background = "#000"',
  'zoomed in': 'document.documentElement.style.zoom = "1.3"',
  'zoomed out': 'document.documentElement.style.zoom = ".5"',
  rounded: 'dialog.style.borderRadius = "0"; dialog.style.boxShadow = "0 0 40px #000"',
  'a margin': 'dialog.style.marginBlockStart = "8px"',
  'from right to left': 'document.documentElement.dir = "rtl"',
}
