import type { WalletPage } from './stage.js'

/** What a page may do to the wallet, and whether a browser that says what covers a frame can tell. */
export interface Layout {
  /** Run with the dialog, the frame in it, a cover in the dialog, and the dialog's box. */
  readonly script: string
  /** The wallet says that it isn't seen, or that it is too small; of the others the browser says that they are seen. */
  readonly isNoticed: boolean
}

const coverAt = (size: string, place = '') =>
  `cover.style.cssText = "position:fixed;background:#fff;pointer-events:none;${size}";${place}`
const placed = (left: string, top: string, width = '') =>
  `Object.assign(cover.style, { left: ${left} + "px", top: ${top} + "px"${width ? `, width: ${width} + "px"` : ''} })`
/** Nothing of an element is painted, and a press meets it as before. */
const clear = 'linear-gradient(transparent, transparent)'
const svgMask =
  '<svg width=0 height=0 style=position:absolute><mask id=nothing><rect width=9999 height=9999 fill=black /></mask></svg>'

const noticed: Readonly<Record<string, string>> = {
  'a cover': coverAt('inset:0'),
  'a cover that is nearly clear': `${coverAt('inset:0')};cover.style.background = "#ffffff02"`,
  'a cover of the button alone': coverAt('height:90px', placed('box.left', 'box.bottom - 90', 'box.width')),
  'a cover of the text in the button': coverAt('width:120px;height:40px', placed('box.left + 200', 'box.bottom - 60')),
  'a cover of what is signed': coverAt('height:60px', placed('box.left', 'box.top + 200', 'box.width')),
  'a popover above': `document.body.append(cover); cover.popover = "manual"; ${coverAt('inset:0;width:100%;height:100%;border:0')}; cover.showPopover()`,
  'a frame that is faded': 'iframe.style.opacity = ".02"',
  'a filter': 'dialog.style.filter = "blur(8px)"',
  'a frame that is scaled': 'iframe.style.transform = "scale(.3)"',
  'a dialog that is cut off': 'dialog.style.clipPath = "inset(0 0 80% 0)"',
  'a frame that is cut off':
    'dialog.style.overflow = "hidden"; dialog.style.blockSize = "300px"; iframe.style.blockSize = "600px"; iframe.style.minBlockSize = "600px"',
  'a page that is drawn at a tenth': 'document.documentElement.style.zoom = ".1"',
  'a frame that moves all the time':
    'dialog.animate([{ translate: "0 0" }, { translate: "200px 0" }], { duration: 300, iterations: Infinity, direction: "alternate" })',
  'a frame of 360 × 90 px': 'dialog.style.blockSize = "90px"',
  'a frame of 120 × 60 px': 'dialog.style.blockSize = "60px"; dialog.style.inlineSize = "120px"',
}

/** Of these IntersectionObserver v2 says that they are seen, in Chromium 156. */
const unnoticed: Readonly<Record<string, string>> = {
  'a mask on the frame': `iframe.style.mask = "${clear}"`,
  'a mask by its older name on the dialog': `dialog.style.webkitMask = "${clear}"`,
  'an SVG mask on the root': `document.body.insertAdjacentHTML("beforeend", "${svgMask}"); document.documentElement.style.mask = "url(#nothing)"; dialog.style.mask = "url(#nothing)"`,
  'a mask by its border': `iframe.style.webkitMaskBoxImage = "${clear} 0 fill"`,
  'a view transition that never ends': `document.startViewTransition(() => {}).ready.then(() => { for (const each of document.getAnimations()) each.pause() }); document.head.appendChild(document.createElement("style")).dataset.cover = "";  document.head.lastChild.textContent = "::view-transition { background: #fff }"`,
  'a mask that moves': `iframe.animate([{ maskImage: "${clear}", maskPosition: "0 0" }, { maskImage: "${clear}", maskPosition: "9px 0" }], { duration: 400, iterations: Infinity })`,
  'an outline inwards': 'dialog.style.outline = "700px solid #fff"; dialog.style.outlineOffset = "-700px"',
  'overflow that is clipped round': 'dialog.style.overflow = "clip"; dialog.style.borderRadius = "50%"',
  'corners of another shape':
    'dialog.style.overflow = "clip"; dialog.style.borderRadius = "50%"; dialog.style.cornerShape = "scoop"',
}

const listed = (scripts: Readonly<Record<string, string>>, isNoticed: boolean) =>
  Object.entries(scripts).map(([name, script]): readonly [string, Layout] => [name, { script, isNoticed }])

/** The layouts by which a page hides what the wallet asks. */
export const hiding: ReadonlyMap<string, Layout> = new Map([...listed(noticed, true), ...listed(unnoticed, false)])

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
